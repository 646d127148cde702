//! Processes a batch of messages. `functions/ingest/README.md` describes the steps.

use crate::{
    dead_letters::DeadLetters,
    location_cache::LocationCache,
    plan::{self, Plan, Task},
    sender::{Origin, Senders},
    write::Stores,
};
use futures::{StreamExt, stream};
use locations::model::LocationId;
use serde_json::json;
use shared::{
    Environment, Error, FromEnvironment, Instant, Result,
    worker::{BatchResult, Delivery},
};
use std::collections::{BTreeMap, BTreeSet};

/// Number of locations whose messages are written in parallel.
const CONCURRENT_LANES: usize = 32;
/// Number of deliveries after which a message becomes a dead letter: `maxReceiveCount` in `infra/messaging.yaml`.
const MAX_DELIVERIES: u32 = 5;

/// The dependencies of ingesting the messages of one origin.
#[derive(Debug)]
pub struct Ingest {
    senders: Senders,
    stores: Stores,
    dead_letters: DeadLetters,
    locations: LocationCache,
}

impl Ingest {
    /// The dependencies of ingesting the messages of `origin`.
    ///
    /// # Errors
    /// If a variable is missing.
    pub fn new(environment: &Environment, origin: Origin) -> Result<Self> {
        Ok(Self {
            senders: Senders::new(environment, origin)?,
            stores: Stores::new(environment, origin)?,
            dead_letters: DeadLetters::new(environment, origin)?,
            locations: LocationCache::default(),
        })
    }
}

/// The dependencies of ingesting the telemetry queue.
#[derive(Debug)]
pub struct IngestFridges(pub Ingest);

impl FromEnvironment for IngestFridges {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ingest::new(environment, Origin::Fridges).map(Self)
    }
}

/// The dependencies of ingesting the upstream queue.
#[derive(Debug)]
pub struct IngestUpstream(pub Ingest);

impl FromEnvironment for IngestUpstream {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ingest::new(environment, Origin::Upstream).map(Self)
    }
}

/// The deliveries that failed, with their errors.
type Failed = Vec<(Delivery, Error)>;

/// Writes the messages of a batch. Messages that can never be written are sent to the dead-letter queue with the
/// reason. Messages that failed because of a service are returned and delivered again.
pub async fn ingest(ingest: &Ingest, now: Instant, batch: Vec<Delivery>) -> BatchResult {
    let (identified, mut failed) = ingest.senders.identify(batch, now).await;
    let Plan { lanes, creating, rejected, clock_skews } = plan::plan(identified, now);
    let locations = lanes.keys().chain(creating.keys()).collect::<BTreeSet<_>>().len();
    failed.extend(rejected);
    // Records that can create their location are written first, because other messages of the batch can refer to it.
    failed.extend(write_lanes(&ingest.stores, now, creating).await);
    match ingest.locations.resolve(&ingest.stores.locations, lanes.keys(), now).await {
        Err(error) => failed.extend(lanes.into_values().flat_map(|lane| fail_lane(lane, &error))),
        Ok(known) => {
            let (lanes, unknown) = plan::resolve_ids(lanes, &known);
            for (id, lane) in unknown {
                failed.extend(fail_lane(lane, &Error::invalid("locationId", format!("There is no location {id}"))));
            }
            failed.extend(write_lanes(&ingest.stores, now, lanes).await);
        }
    }
    let (dead, retried): (Failed, Failed) = failed.into_iter().partition(is_dead_letter);
    let counted = json!({"locations": locations, "deadLetters": count_by_field(&dead)});
    let unsent = ingest.dead_letters.send(dead, now).await;
    ingest.stores.record_clock_skews(clock_skews, now).await;
    ingest.stores.publish().await;
    BatchResult {
        failed: retried.into_iter().map(|(delivery, error)| (delivery.id, error)).chain(unsent).collect(),
        counted,
    }
}

/// Writes lanes in parallel, and the tasks of a lane one after another. A location that floods the queue therefore
/// occupies only one lane.
async fn write_lanes(stores: &Stores, now: Instant, lanes: BTreeMap<LocationId, Vec<Task>>) -> Failed {
    stream::iter(lanes.into_values())
        .map(|lane| async move {
            let mut failed = Failed::new();
            for Task { message, deliveries } in lane {
                if let Err(error) = stores.write(now, message).await {
                    failed.extend(fail_deliveries(deliveries, &error));
                }
            }
            failed
        })
        .buffer_unordered(CONCURRENT_LANES)
        .concat()
        .await
}

fn fail_lane(lane: Vec<Task>, error: &Error) -> Failed {
    lane.into_iter().flat_map(|task| fail_deliveries(task.deliveries, error)).collect()
}

fn fail_deliveries(deliveries: Vec<Delivery>, error: &Error) -> Failed {
    deliveries.into_iter().map(|delivery| (delivery, error.duplicate())).collect()
}

/// The number of dead letters by field. The log contains no other part of a message.
fn count_by_field(dead: &Failed) -> BTreeMap<&str, usize> {
    let mut count = BTreeMap::new();
    for (_, error) in dead {
        let field = error.fields().first().map_or(error.kind(), |field| field.field.as_str());
        *count.entry(field).or_default() += 1;
    }
    count
}

/// Whether the message can never be written or failed at its last delivery.
fn is_dead_letter((delivery, error): &(Delivery, Error)) -> bool {
    matches!(error, Error::Invalid(_) | Error::NotFound(_)) || delivery.count >= MAX_DELIVERIES
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
    #[case::an_invalid_message(Error::invalid("type", "?"), 1, true)]
    #[case::an_unknown_location(Error::NotFound("?".into()), 1, true)]
    #[case::an_unavailable_service(Error::retryable("?"), 1, false)]
    #[case::an_internal_error(Error::internal("?"), 4, false)]
    #[case::an_unavailable_service_at_the_last_delivery(Error::retryable("?"), MAX_DELIVERIES, true)]
    fn invalid_messages_are_dead_letters_immediately_and_others_at_the_last_delivery(
        #[case] error: Error,
        #[case] count: u32,
        #[case] expected: bool,
    ) {
        let delivery = Delivery { id: "m".into(), body: "{}".into(), count, attributes: BTreeMap::new() };
        assert_eq!(is_dead_letter(&(delivery, error)), expected);
    }

    /// Fake AWS services that accept every write, with an Event API that never responds.
    #[derive(Debug, Default)]
    struct Services {
        writes: AtomicUsize,
        publishes: AtomicUsize,
        writes_at_first_publish: AtomicUsize,
    }

    async fn respond(State(services): State<Arc<Services>>, uri: Uri, headers: HeaderMap, body: String) -> Json<Value> {
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
                let found = tables.map(|(table, keys)| (table.clone(), keys["Keys"].clone()));
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
        let router = Router::new().fallback(respond).with_state(services);
        tokio::spawn(async move { axum::serve(listener, router).await });
        let credentials = Credentials::new("key", "secret", None, None, "test");
        let sdk = shared::aws_client::sdk()
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
            "STOP_TIMES",
            "FRIDGE_COMMANDS",
            "FRIDGE_CONNECTIONS",
            "FRIDGE_HEALTH",
            "FRIDGE_HISTORY",
            "FRIDGE_ALERTS",
            "ALERT_NOTICES",
        ];
        let mut variables: HashMap<String, String> =
            tables.map(|table| (format!("{table}_TABLE"), table.to_owned())).into();
        let events = "https://api.appsync-api.us-east-1.amazonaws.com/event";
        variables.insert("EVENTS_URL".into(), events.into());
        variables.insert("TELEMETRY_DEAD_LETTER_QUEUE_URL".into(), "http://localhost/dead-letters".into());
        Ingest::new(&Environment::new(sdk.load().await, variables), Origin::Trusted).unwrap()
    }

    fn report(number: usize, now: Instant) -> Delivery {
        let message = json!({
            "schemaVersion": 1, "messageId": uuid::Uuid::now_v7(), "type": "HealthReport",
            "locationId": format!("FRIDGE_{number}"), "occurredAt": now, "temperature": 38.0,
        });
        Delivery { id: number.to_string(), body: message.to_string(), count: 1, attributes: BTreeMap::new() }
    }

    #[tokio::test]
    async fn an_unresponsive_event_api_fails_no_message() {
        let services = Arc::new(Services::default());
        let (stores, now) = (ingest_with(Arc::clone(&services)).await, Instant::now());
        let batch = |first: usize| (first..first + 100).map(|number| report(number, now)).collect::<Vec<_>>();
        let BatchResult { failed, .. } = ingest(&stores, now, batch(0)).await;
        assert!(failed.is_empty(), "{failed:?}");
        assert_eq!(services.writes.load(Ordering::SeqCst), 100);
        // Publishing starts after all writes of the batch.
        assert_eq!(services.writes_at_first_publish.load(Ordering::SeqCst), 100);
        let publishes = services.publishes.load(Ordering::SeqCst);
        assert!((1..=20).contains(&publishes), "{publishes} calls");

        // The circuit breaker is open now: the next batch is written and publishes nothing.
        let BatchResult { failed, .. } = ingest(&stores, now, batch(100)).await;
        assert!(failed.is_empty(), "{failed:?}");
        assert_eq!(services.writes.load(Ordering::SeqCst), 200);
        assert_eq!(services.publishes.load(Ordering::SeqCst), publishes);
    }
}
