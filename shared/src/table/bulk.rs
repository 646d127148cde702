//! Bulk writes: many transactions share requests.
//!
//! DynamoDB writes all actions of a request or none, so each transaction in it is still written as a whole. If a
//! condition fails, DynamoDB cancels the request and reports the actions whose conditions failed. The transactions of
//! these actions have failed. Nothing is known about the other transactions of the request. They share requests once
//! more, and are sent alone if these are canceled as well.

use super::transaction::{Outcome, Sent, TransactWriteItem, Transaction, body, names_at, send_body};
use crate::{Error, Result};
use aws_sdk_dynamodb::Client;
use futures::{FutureExt, StreamExt, future::BoxFuture, stream};
use std::{
    collections::{BTreeMap, HashMap},
    hash::Hash,
};

/// The maximum number of actions per request.
const MAX_ACTIONS: usize = 100;
/// The maximum size of the items of a request, in bytes. DynamoDB rejects more than 4 MB.
const MAX_BYTES: usize = 4_000_000;
/// The number of concurrent requests.
const CONCURRENCY: usize = 16;
/// The number of requests that a transaction shares before it is sent alone.
const MAX_SHARED_REQUESTS: u32 = 2;

/// Sends many transactions and returns their results in the same order. Each is written as if it were sent alone: a
/// failed condition affects only the transactions whose condition it is. Transactions that write the same item are
/// written in their order.
///
/// A request is retried as [`Transaction::send`] describes.
///
/// # Errors
/// As [`Transaction::send`]. Throttling of a whole request and outages are the result of all its transactions. If one
/// item is throttled, the transactions of its request are sent alone.
pub async fn send_all<N>(client: &Client, transactions: Vec<Transaction<N>>) -> Vec<Result<Outcome<N>>> {
    let (names, units): (Vec<_>, Vec<_>) = transactions.into_iter().map(Transaction::into_parts).unzip();
    let results = send_units(client, units).await;
    let outcome = |(names, result): (_, Result<Option<Vec<usize>>>)| {
        Ok(result?.map_or(Outcome::Written, |failed| Outcome::ConditionFailed(names_at(names, &failed))))
    };
    names.into_iter().zip(results).map(outcome).collect()
}

/// The number of requests for these units if all conditions hold.
pub(super) fn request_count<'a>(units: impl Iterator<Item = Vec<&'a TransactWriteItem>>) -> usize {
    let footprints: Vec<_> = units.map(|unit| Footprint::of(unit.into_iter())).collect();
    stages(&footprints).into_iter().map(|stage| pack(&footprints, stage).len()).sum()
}

/// The items of a unit, which is a group of actions that are written together, and their estimated size in bytes.
#[derive(Clone, Debug)]
struct Footprint<I> {
    items: Vec<I>,
    bytes: usize,
}

impl<'a> Footprint<&'a super::key::ItemIdentity> {
    fn of(actions: impl Iterator<Item = &'a TransactWriteItem>) -> Self {
        let mut footprint = Self { items: Vec::new(), bytes: 0 };
        for action in actions {
            footprint.items.push(&action.item);
            footprint.bytes += action.bytes;
        }
        footprint
    }
}

/// Groups the positions of units into stages. Units of one stage have no common item, so they can be sent in any order.
/// Units with a common item are in different stages, in their order.
fn stages<I: Copy + Eq + Hash>(footprints: &[Footprint<I>]) -> Vec<Vec<usize>> {
    let (mut stages, mut last_stages) = (Vec::<Vec<usize>>::new(), HashMap::<I, usize>::new());
    for (position, Footprint { items, .. }) in footprints.iter().enumerate() {
        let next_stage = items.iter().filter_map(|item| last_stages.get(item)).max().map_or(0, |last| last + 1);
        last_stages.extend(items.iter().map(|item| (*item, next_stage)));
        match stages.get_mut(next_stage) {
            Some(stage) => stage.push(position),
            None => stages.push(vec![position]),
        }
    }
    stages
}

/// Distributes the units of a stage over requests within the limits of DynamoDB. A unit that exceeds a limit itself gets
/// a request without other units.
fn pack<I>(footprints: &[Footprint<I>], stage: Vec<usize>) -> Vec<Vec<usize>> {
    let mut requests = Vec::<Vec<usize>>::new();
    let (mut actions, mut bytes) = (0, 0);
    for position in stage {
        let (unit_actions, unit_bytes) =
            footprints.get(position).map_or((0, 0), |footprint| (footprint.items.len(), footprint.bytes));
        (actions, bytes) = (actions + unit_actions, bytes + unit_bytes);
        match requests.last_mut() {
            Some(request) if actions <= MAX_ACTIONS && bytes <= MAX_BYTES => request.push(position),
            _ => {
                requests.push(vec![position]);
                (actions, bytes) = (unit_actions, unit_bytes);
            }
        }
    }
    requests
}

/// The result of a unit: the positions of its conditions that failed; `None` if it was written.
type UnitResult = Result<Option<Vec<usize>>>;

/// Sends units and returns their results in the same order. The future is boxed, so that its code is compiled here and
/// not in each function.
fn send_units(client: &Client, units: Vec<Vec<TransactWriteItem>>) -> BoxFuture<'_, Vec<UnitResult>> {
    async move {
        let footprints: Vec<_> = units.iter().map(|unit| Footprint::of(unit.iter())).collect();
        let mut results = Results { units: &units, by_position: BTreeMap::new() };
        for stage in stages(&footprints) {
            let (mut undecided, mut alone) = (stage, Vec::new());
            for _ in 0..MAX_SHARED_REQUESTS {
                let sent = send_requests(client, &units, pack(&footprints, undecided)).await;
                undecided = Vec::new();
                for (request, sent) in sent {
                    match sent {
                        Sent::Rejected(_) if request.len() > 1 => alone.extend(request),
                        sent => undecided.extend(results.add(request, sent)),
                    }
                }
            }
            let single = alone.into_iter().chain(undecided).map(|position| vec![position]).collect();
            for (request, sent) in send_requests(client, &units, single).await {
                results.add(request, sent);
            }
        }
        results.in_order()
    }
    .boxed()
}

/// Sends each request with the actions of its units.
async fn send_requests(
    client: &Client,
    units: &[Vec<TransactWriteItem>],
    requests: Vec<Vec<usize>>,
) -> Vec<(Vec<usize>, Sent)> {
    let send = |request: Vec<usize>| async move {
        let body = body(request.iter().filter_map(|position| units.get(*position)).flatten());
        let sent = send_body(client, body).await;
        (request, sent)
    };
    stream::iter(requests.into_iter().map(send)).buffer_unordered(CONCURRENCY).collect().await
}

/// The results of units, by position.
struct Results<'a> {
    units: &'a [Vec<TransactWriteItem>],
    by_position: BTreeMap<usize, UnitResult>,
}

impl Results<'_> {
    /// Adds the result of a request. Returns the positions of the units that have no result: nothing was written, because
    /// conditions of other units failed.
    fn add(&mut self, request: Vec<usize>, sent: Sent) -> Vec<usize> {
        let failed = match sent {
            Sent::Written => {
                self.by_position.extend(request.into_iter().map(|position| (position, Ok(None))));
                return Vec::new();
            }
            Sent::Rejected(error) | Sent::Failed(error) => {
                self.by_position.extend(request.into_iter().map(|position| (position, Err(error.duplicate()))));
                return Vec::new();
            }
            Sent::ConditionFailed(failed) => failed,
        };
        let is_alone = request.len() == 1;
        let (mut undecided, mut start) = (Vec::new(), 0);
        for position in request {
            let end = start + self.units.get(position).map_or(0, Vec::len);
            let own: Vec<usize> =
                failed.iter().filter(|failed| (start..end).contains(*failed)).map(|failed| failed - start).collect();
            if own.is_empty() && !is_alone {
                undecided.push(position);
            } else {
                self.by_position.insert(position, Ok(Some(own)));
            }
            start = end;
        }
        undecided
    }

    fn in_order(mut self) -> Vec<UnitResult> {
        let missing = || Err(Error::internal("a transaction has no result"));
        (0..self.units.len()).map(|position| self.by_position.remove(&position).unwrap_or_else(missing)).collect()
    }
}

#[cfg(test)]
mod tests;
