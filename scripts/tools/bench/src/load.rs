//! A load test: sends the reports of a simulated fleet to the release binary of `ingest-telemetry`, which writes to the
//! tables of a running stack.
//!
//! [`Queue`] forms batches as the event source mapping does: when a batch is full, or when its window has elapsed.
//! Failed messages are delivered again. Several processes replace Lambda's concurrent instances. The emulator's queue and
//! invocations are not involved, so that they do not limit the result.

use crate::{
    process::{Cores, Log, Process},
    runtime_api::RuntimeApi,
};
use anyhow::{Context, Result, ensure};
use bytes::Bytes;
use chrono::{Duration, Utc};
use clap::Args;
use connections::identity::{model::CertificateId, store::IdentityStore};
use locations::model::LocationId;
use serde_json::{Value, json};
use shared::{Environment, FromEnvironment, Instant};
use simulate::{
    faults::Shares,
    fleet::Fleet,
    fridge::{Fridge, Settings},
    measure::{Latencies, LatestReports, SentReports},
    message::Message,
    world::World,
};
use stack::Stack;
use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet, VecDeque},
    path::{Path, PathBuf},
    time,
};

/// The tested function.
const FUNCTION: &str = "ingest-telemetry";
/// The batching window: an incomplete batch is delivered when its first message has waited this long.
const BATCH_WINDOW: Duration = Duration::seconds(1);
/// How often the fleet and the workers poll.
const POLL_INTERVAL: time::Duration = time::Duration::from_millis(20);
/// How long the function may process the remaining messages after the fleet has stopped.
const DRAIN_TIMEOUT: Duration = Duration::minutes(5);

/// The options of a load test.
#[derive(Args)]
pub(crate) struct Load {
    /// The description of the running stack.
    #[arg(long, default_value = ".local/stack.json")]
    stack: PathBuf,
    /// The number of fridges.
    #[arg(long, default_value_t = 10_000)]
    fridges: usize,
    /// The time between two reports of a fridge, in seconds.
    #[arg(long, default_value_t = 60)]
    every: i64,
    /// The duration of the load, in minutes.
    #[arg(long, default_value_t = 5)]
    minutes: i64,
    /// The number of processes of the function.
    #[arg(long, default_value_t = 2)]
    processes: usize,
    /// The maximum number of messages per batch. The template uses 200.
    #[arg(long, default_value_t = 200)]
    batch: usize,
}

/// Runs the load test and prints its results.
pub(crate) async fn run(load: &Load, binaries: &Path, verbose: bool) -> Result<()> {
    let stack = Stack::read(&load.stack)?;
    let environment = stack.environment().await;
    let now = || Instant::from(Utc::now());
    let settings = Settings {
        report_interval: Duration::seconds(load.every),
        inventory_interval: Duration::zero(),
        customers_per_day: 0.0,
        faults: Shares::none(),
        seed: 1,
    };
    let started = now();
    let (fridges, _) = Fleet::from_environment(&environment)?.load_with_state(load.fridges, &settings, started).await?;
    println!("{} fridges report every {} s for {} min", fridges.len(), load.every, load.minutes);
    let certificates = certificates(&environment, &fridges, started).await?;
    let mut world = World::new(fridges);
    let queue = Queue::default();
    let endpoint = stack.account.endpoint.as_deref().context("the load test runs only on an emulator")?;
    let log = Log::measured(verbose);
    let mut workers = Vec::new();
    for _ in 0..load.processes.max(1) {
        let api = RuntimeApi::start().await?;
        let process =
            Process::start(&[binaries.join(FUNCTION)], api.address, endpoint, stack.variables(), log, Cores::All)?;
        workers.push(Worker { api, process, batch: load.batch });
    }
    let fleet = async {
        let mut sent = SentReports::default();
        while now().since(started) < Duration::minutes(load.minutes) {
            tokio::time::sleep(POLL_INTERVAL).await;
            let messages = world.advance(now());
            sent.record(&messages);
            queue.send(messages.iter().filter_map(|message| {
                let certificate = certificates.get(&message.location_id)?;
                Some((message.occurred_at, message.body(), sender(message, certificate)))
            }));
        }
        queue.close(now());
        sent
    };
    let workers = futures::future::try_join_all(workers.iter_mut().map(|worker| worker.run(&queue)));
    let (sent, results) = futures::join!(fleet, workers);
    let results: Vec<WorkerResult> = results?;
    let missing = LatestReports::from_environment(&environment)?.missing(&sent).await?.len();
    report(&sent, &queue, &results, missing)
}

/// A valid certificate of each fridge.
///
/// # Errors
/// If a fridge has none.
async fn certificates(
    environment: &Environment,
    fridges: &[Fridge],
    now: Instant,
) -> Result<BTreeMap<LocationId, CertificateId>> {
    let ids = fridges.iter().map(|fridge| fridge.id().clone()).collect();
    let valid = IdentityStore::from_environment(environment)?.valid_certificates(ids, now).await?;
    let first = |(id, certificates): (_, BTreeSet<CertificateId>)| Some((id, certificates.into_iter().next()?));
    let certificates: BTreeMap<_, _> = valid.into_iter().filter_map(first).collect();
    let missing = fridges.len() - certificates.len();
    ensure!(missing == 0, "{missing} fridges have no valid certificate");
    Ok(certificates)
}

/// The attribute `sender` that the forwarder adds to a message of a fridge.
fn sender(message: &Message, certificate: &CertificateId) -> String {
    let (fridge, received_at) = (&message.location_id, message.occurred_at);
    json!({ "fridge": fridge, "certificate": certificate, "topic": "telemetry", "receivedAt": received_at }).to_string()
}

/// An in-memory queue that delivers batches and counts results.
#[derive(Default)]
struct Queue(RefCell<QueueState>);

#[derive(Default)]
struct QueueState {
    pending: VecDeque<PendingMessage>,
    /// The number of batches in flight. Their failed messages become pending again.
    in_flight: usize,
    closed_at: Option<Instant>,
    latencies: Latencies,
    redelivered: usize,
}

struct PendingMessage {
    occurred_at: Instant,
    body: String,
    /// The attribute `sender`.
    sender: String,
    /// The number of earlier deliveries.
    deliveries: u32,
}

impl Queue {
    fn send(&self, messages: impl Iterator<Item = (Instant, String, String)>) {
        let pending = |(occurred_at, body, sender)| PendingMessage { occurred_at, body, sender, deliveries: 0 };
        self.0.borrow_mut().pending.extend(messages.map(pending));
    }

    /// Marks the end of the load. Incomplete batches are then delivered without delay.
    fn close(&self, now: Instant) {
        self.0.borrow_mut().closed_at = Some(now);
    }

    /// Returns a batch of up to `max` messages if it is full or its window has elapsed; otherwise an empty one.
    fn receive(&self, max: usize, now: Instant) -> Vec<PendingMessage> {
        let mut state = self.0.borrow_mut();
        let window_elapsed = state.pending.front().is_some_and(|first| now.since(first.occurred_at) >= BATCH_WINDOW);
        if state.pending.len() < max && !window_elapsed && state.closed_at.is_none() {
            return Vec::new();
        }
        let count = max.min(state.pending.len());
        state.in_flight += usize::from(count > 0);
        state.pending.drain(..count).collect()
    }

    /// Whether the load has ended and all messages are processed or [`DRAIN_TIMEOUT`] has elapsed.
    fn is_done(&self, now: Instant) -> bool {
        let state = self.0.borrow();
        let empty = state.pending.is_empty() && state.in_flight == 0;
        state.closed_at.is_some_and(|closed_at| empty || now.since(closed_at) > DRAIN_TIMEOUT)
    }

    /// Completes a batch. The messages at the `failed` positions become pending again.
    fn complete(&self, batch: Vec<PendingMessage>, failed: &[usize], now: Instant) {
        let mut state = self.0.borrow_mut();
        state.in_flight = state.in_flight.saturating_sub(1);
        for (position, mut message) in batch.into_iter().enumerate() {
            if failed.contains(&position) {
                message.deliveries += 1;
                state.redelivered += 1;
                state.pending.push_back(message);
            } else {
                state.latencies.record(message.occurred_at, now);
            }
        }
    }
}

/// Invokes one process of the function with batches.
struct Worker {
    api: RuntimeApi,
    process: Process,
    batch: usize,
}

/// The counts and costs of a worker.
struct WorkerResult {
    batches: u32,
    messages: usize,
    cpu: time::Duration,
    memory: u64,
}

impl Worker {
    /// Processes batches until the queue is done.
    async fn run(&mut self, queue: &Queue) -> Result<WorkerResult> {
        let (mut batches, mut messages) = (0, 0);
        let now = || Instant::from(Utc::now());
        while !queue.is_done(now()) {
            let batch = queue.receive(self.batch, now());
            if batch.is_empty() {
                tokio::time::sleep(POLL_INTERVAL).await;
                continue;
            }
            let response = self.api.invoke(event(&batch)).await?.body;
            (batches, messages) = (batches + 1, messages + batch.len());
            queue.complete(batch, &failed_positions(&response)?, now());
        }
        Ok(WorkerResult { batches, messages, cpu: self.process.cpu()?, memory: self.process.peak_memory()? })
    }
}

/// The SQS event of a batch. The id of a message is its position.
fn event(batch: &[PendingMessage]) -> Bytes {
    let record = |(position, message): (usize, &PendingMessage)| {
        json!({
            "messageId": position.to_string(), "body": message.body, "eventSource": "aws:sqs",
            "attributes": { "ApproximateReceiveCount": (message.deliveries + 1).to_string() },
            "messageAttributes": { "sender": { "stringValue": message.sender, "dataType": "String" } },
        })
    };
    let records: Vec<Value> = batch.iter().enumerate().map(record).collect();
    json!({ "Records": records }).to_string().into()
}

/// The positions of the failed messages in a batch response.
fn failed_positions(response: &[u8]) -> Result<Vec<usize>> {
    let response: Value = serde_json::from_slice(response)?;
    let failures =
        response.get("batchItemFailures").and_then(Value::as_array).context("the response has no batchItemFailures")?;
    let position =
        |failure: &Value| Ok(failure["itemIdentifier"].as_str().context("a failure has no itemIdentifier")?.parse()?);
    failures.iter().map(position).collect()
}

/// Prints the results.
///
/// # Errors
/// If messages remain in the queue, or `missing` is not 0: the number of fridges whose last report is not stored.
fn report(sent: &SentReports, queue: &Queue, results: &[WorkerResult], missing: usize) -> Result<()> {
    let state = queue.0.borrow();
    let messages = u32::try_from(results.iter().map(|result| result.messages).sum::<usize>().max(1))?;
    let batches: u32 = results.iter().map(|result| result.batches).sum();
    let cpu: time::Duration = results.iter().map(|result| result.cpu).sum();
    let memory = results.iter().map(|result| result.memory).max().unwrap_or_default();
    let unprocessed = state.pending.len();
    println!("sent            {}", sent.messages);
    println!("written         {} ({} redelivered)", sent.messages - unprocessed, state.redelivered);
    println!("lost            {unprocessed} messages; the last report of {missing} fridges is missing");
    println!("latency         {}", state.latencies);
    println!("batches         {batches}, {} processes", results.len());
    println!(
        "CPU             {:.2} ms per message, {:.1} s in total",
        (cpu / messages).as_secs_f64() * 1e3,
        cpu.as_secs_f64()
    );
    println!("peak memory     {} MiB per process", memory.div_ceil(1024));
    ensure!(unprocessed == 0 && missing == 0, "messages were lost");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Instant {
        "2026-11-21T10:00:00Z".parse::<Instant>().unwrap().plus(Duration::seconds(seconds))
    }

    fn message(body: &str) -> (Instant, String, String) {
        (at(0), body.to_owned(), "{}".to_owned())
    }

    #[test]
    fn delivers_a_batch_when_it_is_full_or_its_window_has_elapsed() {
        let queue = Queue::default();
        queue.send((0..5).map(|number| message(&number.to_string())));
        assert_eq!(queue.receive(2, at(0)).len(), 2);
        assert_eq!(queue.receive(10, at(0)).len(), 0);
        assert_eq!(queue.receive(10, at(1)).len(), 3);
        assert_eq!(queue.receive(10, at(1)).len(), 0);
    }

    #[test]
    fn redelivers_failed_messages_before_the_queue_is_done() {
        let queue = Queue::default();
        queue.send([message("a"), message("b")].into_iter());
        let batch = queue.receive(10, at(2));
        queue.close(at(2));
        queue.complete(batch, &failed_positions(br#"{"batchItemFailures":[{"itemIdentifier":"1"}]}"#).unwrap(), at(3));
        assert!(!queue.is_done(at(3)));
        let redelivered = queue.receive(10, at(3));
        assert_eq!(redelivered[0].body, "b");
        assert_eq!(redelivered[0].deliveries, 1);
        let event: Value = serde_json::from_slice(&event(&redelivered)).unwrap();
        assert_eq!(event["Records"][0]["attributes"]["ApproximateReceiveCount"], "2");
        assert_eq!(event["Records"][0]["messageAttributes"]["sender"]["stringValue"], "{}");
        queue.complete(redelivered, &[], at(3));
        assert!(queue.is_done(at(3)));
    }
}
