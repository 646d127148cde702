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
use std::collections::{BTreeMap, BTreeSet};

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
    let Plan { lanes, creating, refused } = plan::plan(batch, now);
    let (locations, mut failed) = (lanes.keys().chain(creating.keys()).collect::<BTreeSet<_>>().len(), refused);
    // First the records that may create their location: the other messages of the batch can be about it.
    failed.extend(write(&ingest.stores, now, creating).await);
    match ingest.known.resolve(&ingest.stores.locations, lanes.keys(), now).await {
        Err(error) => failed.extend(lanes.into_values().flat_map(|lane| of_all(lane, &error))),
        Ok(known) => {
            let (lanes, unknown) = plan::resolved(lanes, &known);
            for (id, lane) in unknown {
                failed.extend(of_all(lane, &Error::invalid("locationId", format!("There is no location {id}"))));
            }
            failed.extend(write(&ingest.stores, now, lanes).await);
        }
    }
    let (given_up, back): (Failed, Failed) = failed.into_iter().partition(is_given_up);
    let counted = json!({"locations": locations, "givenUp": by_field(&given_up)});
    let unsent = ingest.dead_letters.send(given_up, now).await;
    ingest.stores.publish().await;
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
    use aws_config::Region;
    use aws_credential_types::{Credentials, provider::SharedCredentialsProvider};
    use axum::{
        Json, Router,
        extract::State,
        http::{HeaderMap, Uri},
    };
    use rstest::rstest;
    use serde_json::Value;
    use std::{
        collections::HashMap,
        sync::{
            Arc,
            atomic::{AtomicUsize, Ordering},
        },
    };
    use tokio::net::TcpListener;

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

    /// AWS services that accept every write, with an Event API that never answers.
    #[derive(Debug, Default)]
    struct Services {
        writes: AtomicUsize,
        publishes: AtomicUsize,
        writes_at_first_publish: AtomicUsize,
    }

    async fn answer(State(services): State<Arc<Services>>, uri: Uri, headers: HeaderMap, body: String) -> Json<Value> {
        let request: Value = serde_json::from_str(&body).unwrap();
        if uri.path() == "/event" {
            let writes = services.writes.load(Ordering::SeqCst);
            if services.publishes.fetch_add(1, Ordering::SeqCst) == 0 {
                services.writes_at_first_publish.store(writes, Ordering::SeqCst);
            }
            return std::future::pending().await;
        }
        let target = headers.get("x-amz-target").and_then(|target| target.to_str().ok()).unwrap_or_default();
        match target.rsplit('.').next() {
            // Every location exists.
            Some("BatchGetItem") => {
                let tables = request["RequestItems"].as_object().unwrap().iter();
                let found = tables.map(|(table, asked)| (table.clone(), asked["Keys"].clone()));
                Json(json!({ "Responses": found.collect::<serde_json::Map<_, _>>() }))
            }
            Some("UpdateItem") => {
                services.writes.fetch_add(1, Ordering::SeqCst);
                Json(json!({}))
            }
            _ => Json(json!({})),
        }
    }

    async fn ingest_with(services: Arc<Services>) -> Ingest {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let router = Router::new().fallback(answer).with_state(services);
        tokio::spawn(async move { axum::serve(listener, router).await });
        let credentials = Credentials::new("key", "secret", None, None, "test");
        let sdk = shared::environment::sdk()
            .endpoint_url(url)
            .region(Region::new("us-east-1"))
            .credentials_provider(SharedCredentialsProvider::new(credentials));
        let tables = [
            "LOCATIONS",
            "AUDIT",
            "PACKING_SLIPS",
            "DRIVER_ACTIONS",
            "DROP_DECISIONS",
            "ORDERS",
            "INVENTORY",
            "REPORTS",
            "FRIDGE_COMMANDS",
            "FRIDGE_HEALTH",
            "FRIDGE_HISTORY",
            "FRIDGE_ALERTS",
        ];
        let mut variables: HashMap<String, String> =
            tables.map(|table| (format!("{table}_TABLE"), table.to_owned())).into();
        let events = "https://api.appsync-api.us-east-1.amazonaws.com/event";
        variables.insert("EVENTS_URL".into(), events.into());
        variables.insert("TELEMETRY_DEAD_LETTER_QUEUE_URL".into(), "http://localhost/dead-letters".into());
        Ingest::from_environment(&Environment::new(sdk.load().await, variables)).unwrap()
    }

    fn report(number: usize, now: Instant) -> Delivery {
        let message = json!({
            "schemaVersion": 1, "messageId": uuid::Uuid::now_v7(), "type": "HealthReport",
            "locationId": format!("FRIDGE_{number}"), "occurredAt": now, "temperature": 38.0,
        });
        Delivery { id: number.to_string(), body: message.to_string(), count: 1 }
    }

    #[tokio::test]
    async fn an_event_api_that_never_answers_fails_no_message() {
        let services = Arc::new(Services::default());
        let (stores, now) = (ingest_with(Arc::clone(&services)).await, Instant::now());
        let batch = |first: usize| (first..first + 100).map(|number| report(number, now)).collect::<Vec<_>>();
        let Handled { failed, .. } = ingest(&stores, now, batch(0)).await;
        assert!(failed.is_empty(), "{failed:?}");
        assert_eq!(services.writes.load(Ordering::SeqCst), 100);
        // Publishing waits for all writes of the batch.
        assert_eq!(services.writes_at_first_publish.load(Ordering::SeqCst), 100);
        let publishes = services.publishes.load(Ordering::SeqCst);
        assert!((1..=20).contains(&publishes), "{publishes} calls");

        // The circuit is open now: the next batch is written, and publishes nothing.
        let Handled { failed, .. } = ingest(&stores, now, batch(100)).await;
        assert!(failed.is_empty(), "{failed:?}");
        assert_eq!(services.writes.load(Ordering::SeqCst), 200);
        assert_eq!(services.publishes.load(Ordering::SeqCst), publishes);
    }
}
