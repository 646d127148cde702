//! Bulk writes: many transactions share requests.
//!
//! DynamoDB writes all actions of a request or none, so each transaction in it is still written as a whole. If a
//! condition fails, DynamoDB cancels the request and reports the actions whose conditions failed. The transactions of
//! these actions have failed. Nothing is known about the other transactions of the request. They share requests once
//! more, and are sent alone if these are canceled as well.

use super::{
    key::ItemIdentity,
    transaction::{Outcome, Sent, TransactWriteItem, Transaction, body, names_at, send_body},
};
use crate::{Error, Result};
use aws_sdk_dynamodb::Client;
use futures::{FutureExt, StreamExt, future::BoxFuture, stream};
use std::{
    collections::{BTreeMap, HashMap},
    hash::Hash,
    iter::Peekable,
};

/// The maximum number of actions per request.
const MAX_ACTIONS: usize = 100;
/// The maximum size of the items of a request, in bytes. DynamoDB rejects more than 4 MB.
const MAX_BYTES: usize = 4_000_000;
/// The number of concurrent requests.
const CONCURRENCY: usize = 8;
/// The number of requests that a transaction shares before it is sent alone.
const MAX_SHARED_REQUESTS: u32 = 2;

/// Sends many transactions and returns their results in the same order. Each is written as if it were sent alone: a
/// failed condition affects only the transactions whose condition it is. Transactions that write the same item are
/// written in their order.
///
/// A transaction is taken from the iterator when its request is built, and its memory is freed when it is written. So an
/// iterator that builds its transactions needs memory only for those that are being sent.
///
/// A request is retried as [`Transaction::send`] describes.
///
/// # Errors
/// As [`Transaction::send`]. Throttling of a whole request and outages are the result of all its transactions. If one
/// item is throttled, the transactions of its request are sent alone.
pub async fn send_all<N: Send>(
    client: &Client,
    transactions: impl IntoIterator<Item = Transaction<N>, IntoIter: Send>,
) -> Vec<Result<Outcome<N>>> {
    let mut names = Vec::new();
    let units = transactions.into_iter().map(|transaction| {
        let (names_of_unit, unit) = transaction.into_parts();
        names.push(names_of_unit);
        unit
    });
    let results = send_units(client, Box::new(units)).await;
    let outcome = |(names, result): (_, Result<Option<Vec<usize>>>)| {
        Ok(result?.map_or(Outcome::Written, |failed| Outcome::ConditionFailed(names_at(names, &failed))))
    };
    names.into_iter().zip(results).map(outcome).collect()
}

/// The number of requests for these units if all conditions hold.
pub(super) fn request_count<'a>(units: impl Iterator<Item = Vec<&'a TransactWriteItem>>) -> usize {
    let footprint = |unit: Vec<&'a TransactWriteItem>| Footprint {
        items: unit.iter().map(|action| &action.item).collect(),
        bytes: unit.iter().map(|action| action.bytes).sum(),
    };
    let mut stages = Stages::default();
    let first = units.map(footprint).filter_map(|unit| stages.first(unit)).collect::<Vec<_>>();
    let all = std::iter::once(first).chain(stages.later.into_values());
    all.map(|stage| pack(stage.into_iter()).count()).sum()
}

/// A group of actions that are written together: their items and their estimated size in bytes.
trait Unit {
    /// Identifies an item.
    type Item: Eq + Hash;

    /// The items of the actions.
    fn items(&self) -> impl Iterator<Item = Self::Item>;

    /// The estimated size of the items.
    fn bytes(&self) -> usize;
}

/// The items and the size of a unit, without its actions.
#[derive(Clone, Debug)]
struct Footprint<I> {
    items: Vec<I>,
    bytes: usize,
}

impl<I: Copy + Eq + Hash> Unit for Footprint<I> {
    type Item = I;

    fn items(&self) -> impl Iterator<Item = I> {
        self.items.iter().copied()
    }

    fn bytes(&self) -> usize {
        self.bytes
    }
}

/// The actions of a unit, and the position of the unit in the results.
#[derive(Debug)]
struct Actions {
    position: usize,
    actions: Vec<TransactWriteItem>,
}

impl Unit for Actions {
    type Item = ItemIdentity;

    fn items(&self) -> impl Iterator<Item = ItemIdentity> {
        self.actions.iter().map(|action| action.item.clone())
    }

    fn bytes(&self) -> usize {
        self.actions.iter().map(|action| action.bytes).sum()
    }
}

/// Groups units into stages. Units of one stage have no common item, so they can be sent in any order. Units with a common
/// item are in different stages, in their order.
struct Stages<U: Unit> {
    /// The last stage that writes an item.
    last: HashMap<U::Item, usize>,
    /// The units of all stages but the first.
    later: BTreeMap<usize, Vec<U>>,
}

impl<U: Unit> Default for Stages<U> {
    fn default() -> Self {
        Self { last: HashMap::new(), later: BTreeMap::new() }
    }
}

impl<U: Unit> Stages<U> {
    /// Returns the next unit if it belongs to the first stage, and keeps it otherwise.
    fn first(&mut self, unit: U) -> Option<U> {
        let stage = unit.items().filter_map(|item| self.last.get(&item)).max().map_or(0, |last| last + 1);
        self.last.extend(unit.items().map(|item| (item, stage)));
        if stage == 0 {
            return Some(unit);
        }
        self.later.entry(stage).or_default().push(unit);
        None
    }
}

/// Distributes the units of a stage over requests within the limits of DynamoDB. A unit that exceeds a limit itself gets
/// a request without other units.
fn pack<I: Iterator<Item: Unit>>(units: I) -> Requests<I> {
    Requests(units.peekable())
}

/// The units of each request.
struct Requests<I: Iterator>(Peekable<I>);

impl<I: Iterator<Item: Unit>> Iterator for Requests<I> {
    type Item = Vec<I::Item>;

    fn next(&mut self) -> Option<Self::Item> {
        let first = self.0.next()?;
        let (mut actions, mut bytes) = (first.items().count(), first.bytes());
        let mut request = vec![first];
        while let Some(unit) = self.0.next_if(|unit| {
            (actions, bytes) = (actions + unit.items().count(), bytes + unit.bytes());
            actions <= MAX_ACTIONS && bytes <= MAX_BYTES
        }) {
            request.push(unit);
        }
        Some(request)
    }
}

/// The result of a unit: the positions of its conditions that failed; `None` if it was written.
type UnitResult = Result<Option<Vec<usize>>>;

/// Units that are built when they are needed.
type LazyUnits<'a, U> = Box<dyn Iterator<Item = U> + Send + 'a>;

/// Sends units and returns their results in the same order. The future is boxed, so that its code is compiled here and
/// not in each function.
fn send_units<'a>(client: &'a Client, units: LazyUnits<'a, Vec<TransactWriteItem>>) -> BoxFuture<'a, Vec<UnitResult>> {
    async move {
        let (mut results, mut stages, mut count) = (Results::default(), Stages::default(), 0);
        let first = units.enumerate().filter_map(|(position, actions)| {
            count = position + 1;
            stages.first(Actions { position, actions })
        });
        send_stage(client, Box::new(first), &mut results).await;
        for stage in stages.later.into_values() {
            send_stage(client, Box::new(stage.into_iter()), &mut results).await;
        }
        results.in_order(count)
    }
    .boxed()
}

/// Sends the units of a stage.
async fn send_stage(client: &Client, units: LazyUnits<'_, Actions>, results: &mut Results) {
    let (mut shared, mut alone) = (units, Vec::new());
    for _ in 0..MAX_SHARED_REQUESTS {
        let mut undecided = Vec::new();
        let mut sent = stream::iter(pack(shared)).map(|request| send(client, request)).buffer_unordered(CONCURRENCY);
        while let Some((request, sent)) = sent.next().await {
            match sent {
                Sent::Rejected(_) if request.len() > 1 => alone.extend(request),
                sent => undecided.extend(results.add(request, sent)),
            }
        }
        shared = Box::new(undecided.into_iter());
    }
    let single = alone.into_iter().chain(shared).map(|unit| vec![unit]);
    let mut sent = stream::iter(single).map(|request| send(client, request)).buffer_unordered(CONCURRENCY);
    while let Some((request, sent)) = sent.next().await {
        results.add(request, sent);
    }
}

/// Sends a request with the actions of these units.
async fn send(client: &Client, mut request: Vec<Actions>) -> (Vec<Actions>, Sent) {
    let body = body(request.iter_mut().flat_map(|unit| &mut unit.actions));
    let sent = send_body(client, body).await;
    (request, sent)
}

/// The results of units, by position.
#[derive(Default)]
struct Results(BTreeMap<usize, UnitResult>);

impl Results {
    /// Adds the result of a request. Returns the units that have no result: nothing was written, because conditions of
    /// other units failed.
    fn add(&mut self, request: Vec<Actions>, sent: Sent) -> Vec<Actions> {
        let failed = match sent {
            Sent::Written => {
                self.0.extend(request.into_iter().map(|unit| (unit.position, Ok(None))));
                return Vec::new();
            }
            Sent::Rejected(error) | Sent::Failed(error) => {
                self.0.extend(request.into_iter().map(|unit| (unit.position, Err(error.duplicate()))));
                return Vec::new();
            }
            Sent::ConditionFailed(failed) => failed,
        };
        let is_alone = request.len() == 1;
        let (mut undecided, mut start) = (Vec::new(), 0);
        for unit in request {
            let end = start + unit.actions.len();
            let own: Vec<usize> =
                failed.iter().filter(|failed| (start..end).contains(*failed)).map(|failed| failed - start).collect();
            if own.is_empty() && !is_alone {
                undecided.push(unit);
            } else {
                self.0.insert(unit.position, Ok(Some(own)));
            }
            start = end;
        }
        undecided
    }

    /// The results of `count` units.
    fn in_order(mut self, count: usize) -> Vec<UnitResult> {
        let missing = || Err(Error::internal("a transaction has no result"));
        (0..count).map(|position| self.0.remove(&position).unwrap_or_else(missing)).collect()
    }
}

#[cfg(test)]
mod tests;
