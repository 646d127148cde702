//! Handling a batch: see the README for its way.

use crate::{
    dead_letters::DeadLetters,
    known::Known,
    plan::{self, Plan, Task},
    write::Stores,
};
use futures::{StreamExt, stream};
use locations::model::LocationId;
use serde_json::json;
use shared::{
    Environment, Error, FromEnvironment, Instant, Result,
    worker::{Delivery, Handled},
};
use std::collections::BTreeMap;

/// Locations that are written at once.
const LANES_AT_ONCE: usize = 32;
/// Deliveries after which the queue gives a message up: `maxReceiveCount` in `infra/messaging.yaml`.
const DELIVERIES: u32 = 5;

/// What ingesting uses.
#[derive(Debug)]
pub struct Ingest {
    stores: Stores,
    dead_letters: DeadLetters,
    known: Known,
}

impl FromEnvironment for Ingest {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self {
            stores: Stores::from_environment(environment)?,
            dead_letters: DeadLetters::from_environment(environment)?,
            known: Known::default(),
        })
    }
}

/// What became of deliveries: those that were written are not here.
type Failed = Vec<(Delivery, Error)>;

/// Writes what the messages of a batch tell. What can never be written goes to the dead-letter queue with its reason;
/// what a service's failure kept from being written comes again.
pub async fn ingest(ingest: &Ingest, now: Instant, batch: Vec<Delivery>) -> Handled {
    let Plan { lanes, refused } = plan::plan(batch, now);
    let (locations, mut failed) = (lanes.len(), refused);
    match ingest.known.missing(&ingest.stores.locations, lanes.keys(), now).await {
        Err(error) => failed.extend(lanes.into_values().flat_map(|lane| of_all(lane, &error))),
        Ok(missing) => {
            let (unknown, lanes): (BTreeMap<LocationId, _>, _) =
                lanes.into_iter().partition(|(id, _)| missing.contains(id));
            for (id, lane) in unknown {
                failed.extend(of_all(lane, &Error::invalid("locationId", format!("There is no location {id}"))));
            }
            failed.extend(write(&ingest.stores, now, lanes).await);
        }
    }
    let (given_up, back): (Failed, Failed) = failed.into_iter().partition(is_given_up);
    let counted = json!({"locations": locations, "givenUp": by_field(&given_up)});
    let unsent = ingest.dead_letters.send(given_up, now).await;
    Handled { failed: back.into_iter().map(|(delivery, error)| (delivery.id, error)).chain(unsent).collect(), counted }
}

/// Lanes at once, and within a lane one task after another: a location that floods the queue takes the place of one.
async fn write(stores: &Stores, now: Instant, lanes: BTreeMap<LocationId, Vec<Task>>) -> Failed {
    stream::iter(lanes.into_values())
        .map(|lane| async move {
            let mut failed = Failed::new();
            for Task { message, deliveries } in lane {
                if let Err(error) = stores.write(now, message).await {
                    failed.extend(of_each(deliveries, &error));
                }
            }
            failed
        })
        .buffer_unordered(LANES_AT_ONCE)
        .concat()
        .await
}

fn of_all(lane: Vec<Task>, error: &Error) -> Failed {
    lane.into_iter().flat_map(|task| of_each(task.deliveries, error)).collect()
}

fn of_each(deliveries: Vec<Delivery>, error: &Error) -> Failed {
    deliveries.into_iter().map(|delivery| (delivery, error.again())).collect()
}

/// How many were given up for which field: the log names no more of a message.
fn by_field(given_up: &Failed) -> BTreeMap<&str, usize> {
    let mut count = BTreeMap::new();
    for (_, error) in given_up {
        let field = error.fields().first().map_or(error.kind(), |field| field.field.as_str());
        *count.entry(field).or_default() += 1;
    }
    count
}

/// Whether it would never be written, or was tried for the last time.
fn is_given_up((delivery, error): &(Delivery, Error)) -> bool {
    matches!(error, Error::Invalid(_) | Error::NotFound(_)) || delivery.count >= DELIVERIES
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::unreadable(Error::invalid("type", "?"), 1, true)]
    #[case::of_no_location(Error::NotFound("?".into()), 1, true)]
    #[case::a_service_out_of_reach(Error::retryable("?"), 1, false)]
    #[case::a_fault_of_ours(Error::internal("?"), 4, false)]
    #[case::a_service_out_of_reach_for_the_last_time(Error::retryable("?"), DELIVERIES, true)]
    fn what_can_never_be_written_is_given_up_at_once_and_the_rest_at_the_last_delivery(
        #[case] error: Error,
        #[case] count: u32,
        #[case] given_up: bool,
    ) {
        let delivery = Delivery { id: "m".into(), body: "{}".into(), count };
        assert_eq!(is_given_up(&(delivery, error)), given_up);
    }
}
