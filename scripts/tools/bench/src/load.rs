//! A fleet's reports through the release binary of `ingest-telemetry`, against the tables of a running stack.
//!
//! The binary gets batches as a queue would hand them over: as many messages as are waiting up to the mapping's size,
//! or what came within its window. Several processes stand for the functions that Lambda runs at once. What comes back
//! as failed is handed over again. So the function is measured under load without an emulator's queue and invocations
//! in its way; the tables are the stack's.

use crate::{process::Process, runtime_api::RuntimeApi};
use anyhow::{Context, Result, ensure};
use bytes::Bytes;
use chrono::{Duration, Utc};
use clap::Args;
use serde_json::{Value, json};
use shared::{FromEnvironment, Instant};
use simulate::{
    faults::Shares,
    fleet::Fleet,
    fridge::Pace,
    measure::{Lags, Sent, Stored},
    world::World,
};
use stack::Stack;
use std::{cell::RefCell, collections::VecDeque, path::Path, path::PathBuf, time};

/// The function that is put under load.
const FUNCTION: &str = "ingest-telemetry";
/// The mapping's window: a batch that is not full is handed over when its first message has waited so long.
const WINDOW: Duration = Duration::seconds(1);
/// How often the fleet and the workers look what there is to do.
const TICK: time::Duration = time::Duration::from_millis(20);
/// How long the function may work on what is left when the fleet has fallen silent.
const PATIENCE: Duration = Duration::minutes(5);

/// Puts the ingesting function under the load of a fleet.
#[derive(Args)]
pub(crate) struct Load {
    /// The description of the stack whose tables are written.
    #[arg(long, default_value = ".local/stack.json")]
    stack: PathBuf,
    /// How many fridges report.
    #[arg(long, default_value_t = 10_000)]
    fridges: usize,
    /// Seconds between two reports of a fridge.
    #[arg(long, default_value_t = 60)]
    every: i64,
    /// For how many minutes.
    #[arg(long, default_value_t = 5)]
    minutes: i64,
    /// Processes of the function.
    #[arg(long, default_value_t = 2)]
    processes: usize,
    /// Messages that a batch has at most; the template's number is 200.
    #[arg(long, default_value_t = 200)]
    batch: usize,
}

/// Runs the load and prints what it took.
pub(crate) async fn run(load: &Load, binaries: &Path, verbose: bool) -> Result<()> {
    let stack = Stack::read(&load.stack)?;
    let environment = stack.environment().await;
    let now = || Instant::from(Utc::now());
    let pace = Pace {
        every: Duration::seconds(load.every),
        inventory_every: Duration::zero(),
        customers: 0.0,
        faults: Shares::none(),
        seed: 1,
    };
    let started = now();
    let (fridges, _) = Fleet::from_environment(&environment)?.resumed(load.fridges, &pace, started).await?;
    println!("{} fridges report every {} s for {} min", fridges.len(), load.every, load.minutes);
    let mut world = World::new(fridges);
    let queue = Queue::default();
    let endpoint = stack.endpoint().context("only the tables of an emulator are written")?;
    let mut workers = Vec::new();
    for _ in 0..load.processes.max(1) {
        let api = RuntimeApi::start().await?;
        let process = Process::start_with(&binaries.join(FUNCTION), api.address, endpoint, stack.variables(), verbose)?;
        workers.push(Worker { api, process, batch: load.batch });
    }
    let fleet = async {
        let mut sent = Sent::default();
        while now().since(started) < Duration::minutes(load.minutes) {
            tokio::time::sleep(TICK).await;
            let messages = world.advance(now());
            sent.note(&messages);
            queue.fill(messages.iter().map(|message| (message.occurred_at, message.body())));
        }
        queue.close(now());
        sent
    };
    let workers = futures::future::try_join_all(workers.iter_mut().map(|worker| worker.work(&queue)));
    let (sent, worked) = futures::join!(fleet, workers);
    let worked: Vec<Worked> = worked?;
    let missing = Stored::from_environment(&environment)?.missing(&sent).await?;
    tell(&sent, &queue, &worked, missing)
}

/// Messages that wait, and what became of the others.
#[derive(Default)]
struct Queue(RefCell<State>);

#[derive(Default)]
struct State {
    waiting: VecDeque<Waiting>,
    /// Batches that are being worked on: what fails of them waits again.
    under_way: usize,
    closed: Option<Instant>,
    lags: Lags,
    again: usize,
}

struct Waiting {
    occurred: Instant,
    body: String,
    deliveries: u32,
}

impl Queue {
    fn fill(&self, messages: impl Iterator<Item = (Instant, String)>) {
        let waiting = |(occurred, body)| Waiting { occurred, body, deliveries: 0 };
        self.0.borrow_mut().waiting.extend(messages.map(waiting));
    }

    fn close(&self, now: Instant) {
        self.0.borrow_mut().closed = Some(now);
    }

    /// A batch, where one is full or has waited long enough.
    fn take(&self, most: usize, now: Instant) -> Vec<Waiting> {
        let mut state = self.0.borrow_mut();
        let ripe = state.waiting.front().is_some_and(|first| now.since(first.occurred) >= WINDOW);
        if state.waiting.len() < most && !ripe && state.closed.is_none() {
            return Vec::new();
        }
        let most = most.min(state.waiting.len());
        state.under_way += usize::from(most > 0);
        state.waiting.drain(..most).collect()
    }

    fn is_done(&self, now: Instant) -> bool {
        let state = self.0.borrow();
        let empty = state.waiting.is_empty() && state.under_way == 0;
        state.closed.is_some_and(|closed| empty || now.since(closed) > PATIENCE)
    }

    /// What came of a batch: what failed waits again.
    fn done(&self, batch: Vec<Waiting>, failed: &[usize], now: Instant) {
        let mut state = self.0.borrow_mut();
        state.under_way = state.under_way.saturating_sub(1);
        for (position, mut waiting) in batch.into_iter().enumerate() {
            if failed.contains(&position) {
                waiting.deliveries += 1;
                state.again += 1;
                state.waiting.push_back(waiting);
            } else {
                state.lags.note(waiting.occurred, now);
            }
        }
    }
}

/// A process of the function, and who hands it batches.
struct Worker {
    api: RuntimeApi,
    process: Process,
    batch: usize,
}

/// What a worker did.
struct Worked {
    batches: u32,
    messages: usize,
    cpu: time::Duration,
    memory: u64,
}

impl Worker {
    async fn work(&mut self, queue: &Queue) -> Result<Worked> {
        let (mut batches, mut messages) = (0, 0);
        let now = || Instant::from(Utc::now());
        while !queue.is_done(now()) {
            let batch = queue.take(self.batch, now());
            if batch.is_empty() {
                tokio::time::sleep(TICK).await;
                continue;
            }
            let (answer, _) = self.api.invoke(event(&batch)).await?;
            (batches, messages) = (batches + 1, messages + batch.len());
            queue.done(batch, &failed(&answer)?, now());
        }
        Ok(Worked { batches, messages, cpu: self.process.cpu()?, memory: self.process.peak_memory()? })
    }
}

/// The event that hands a batch over; a message's id there is its position.
fn event(batch: &[Waiting]) -> Bytes {
    let record = |(position, waiting): (usize, &Waiting)| {
        json!({
            "messageId": position.to_string(), "body": waiting.body, "eventSource": "aws:sqs",
            "attributes": { "ApproximateReceiveCount": (waiting.deliveries + 1).to_string() }, "messageAttributes": {},
        })
    };
    let records: Vec<Value> = batch.iter().enumerate().map(record).collect();
    json!({ "Records": records }).to_string().into()
}

/// The positions of the messages that the function did not write.
fn failed(answer: &[u8]) -> Result<Vec<usize>> {
    let answer: Value = serde_json::from_slice(answer)?;
    let failed = answer.get("batchItemFailures").and_then(Value::as_array).context("no answer to a batch")?;
    let position = |failure: &Value| Ok(failure["itemIdentifier"].as_str().context("a failure of nothing")?.parse()?);
    failed.iter().map(position).collect()
}

fn tell(sent: &Sent, queue: &Queue, worked: &[Worked], missing: usize) -> Result<()> {
    let state = queue.0.borrow();
    let count = |of: fn(&Worked) -> usize| worked.iter().map(of).sum::<usize>();
    let messages = u32::try_from(count(|worked| worked.messages).max(1))?;
    let cpu: time::Duration = worked.iter().map(|worked| worked.cpu).sum();
    let memory = worked.iter().map(|worked| worked.memory).max().unwrap_or_default();
    let left = state.waiting.len();
    println!("sent            {}", sent.messages);
    println!("written         {} (handed over again: {})", sent.messages - left, state.again);
    println!("lost            {left} messages; of {missing} fridges the last report is not what is known");
    println!("lag             {}", state.lags);
    println!("batches         {}, {} processes", worked.iter().map(|worked| worked.batches).sum::<u32>(), worked.len());
    println!(
        "CPU             {:.2} ms a message, {:.1} s in all",
        (cpu / messages).as_secs_f64() * 1e3,
        cpu.as_secs_f64()
    );
    println!("memory          at most {} MiB a process", memory.div_ceil(1024));
    ensure!(left == 0 && missing == 0, "messages were lost");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Instant {
        "2026-11-21T10:00:00Z".parse::<Instant>().unwrap().plus(Duration::seconds(seconds))
    }

    #[test]
    fn a_batch_is_handed_over_when_it_is_full_or_has_waited() {
        let queue = Queue::default();
        queue.fill((0..5).map(|number| (at(0), number.to_string())));
        assert_eq!(queue.take(2, at(0)).len(), 2);
        assert_eq!(queue.take(10, at(0)).len(), 0);
        assert_eq!(queue.take(10, at(1)).len(), 3);
        assert_eq!(queue.take(10, at(1)).len(), 0);
    }

    #[test]
    fn what_fails_is_handed_over_again_before_the_queue_is_done() {
        let queue = Queue::default();
        queue.fill([(at(0), "a".to_owned()), (at(0), "b".to_owned())].into_iter());
        let batch = queue.take(10, at(2));
        queue.close(at(2));
        queue.done(batch, &failed(br#"{"batchItemFailures":[{"itemIdentifier":"1"}]}"#).unwrap(), at(3));
        assert!(!queue.is_done(at(3)));
        let again = queue.take(10, at(3));
        assert_eq!((again[0].body.as_str(), again[0].deliveries), ("b", 1));
        let event: Value = serde_json::from_slice(&event(&again)).unwrap();
        assert_eq!(event["Records"][0]["attributes"]["ApproximateReceiveCount"], "2");
        queue.done(again, &[], at(3));
        assert!(queue.is_done(at(3)));
    }
}
