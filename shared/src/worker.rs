//! The adapters of functions that users do not call: queue consumers, event listeners, scheduled tasks and triggers.

use crate::{
    Error, FromEnvironment, Instant, Result,
    declaration::{DEFAULT_MEMORY_MIB, DEFAULT_TIMEOUT_SECONDS, Source, function_name},
    resource::Access,
    runtime::{Exit, Process},
    telemetry::Invocation,
};
use aws_lambda_events::sqs::{BatchItemFailure, SqsBatchResponse, SqsEvent, SqsMessage};
use futures::{StreamExt, stream};
use lambda_runtime::{LambdaEvent, service_fn};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::{collections::BTreeMap, future::Future, marker::PhantomData, panic::Location};

/// One delivery of an SQS message.
#[derive(Clone, Debug)]
pub struct Delivery {
    /// The message id that SQS assigned.
    pub id: String,
    /// The body of the message.
    pub body: String,
    /// The number of deliveries, including this one.
    pub count: u32,
    /// The attributes of the message whose values are texts.
    pub attributes: BTreeMap<String, String>,
}

impl From<SqsMessage> for Delivery {
    fn from(message: SqsMessage) -> Self {
        let count = message.attributes.get("ApproximateReceiveCount").and_then(|count| count.parse().ok());
        let texts = message.message_attributes.into_iter();
        Self {
            id: message.message_id.unwrap_or_default(),
            body: message.body.unwrap_or_default(),
            count: count.unwrap_or(1),
            attributes: texts.filter_map(|(name, attribute)| Some((name, attribute.string_value?))).collect(),
        }
    }
}

/// A queue consumer that handles a batch as a whole.
pub trait BatchConsumer {
    /// What invokes the function.
    const SOURCE: Source;
    /// The resources that the function uses.
    const ACCESS: &'static [Access];
    /// The memory in MiB: the cheapest size within the limits of time (`docs/cost.md`).
    const MEMORY_MIB: u32 = DEFAULT_MEMORY_MIB;
    /// The maximum duration of a call in seconds.
    const TIMEOUT_SECONDS: u32 = DEFAULT_TIMEOUT_SECONDS;
    /// The stores and clients that the function uses.
    type Dependencies: FromEnvironment + Send + Sync;

    /// Handles the messages. A message can be delivered twice, late, or again after a crash, so handling must be
    /// idempotent.
    fn handle(
        dependencies: &Self::Dependencies,
        now: Instant,
        batch: Vec<Delivery>,
    ) -> impl Future<Output = BatchResult> + Send;
}

/// The result of a batch.
#[derive(Debug)]
pub struct BatchResult {
    /// The failed messages by message id, with their errors. SQS delivers them again and finally moves them to the
    /// dead-letter queue. It deletes all other messages.
    pub failed: Vec<(String, Error)>,
    /// Counts for the log.
    pub counted: Value,
}

/// A queue consumer that handles single messages.
pub trait Consumer {
    /// What invokes the function.
    const SOURCE: Source;
    /// The resources that the function uses.
    const ACCESS: &'static [Access];
    /// The memory in MiB: the cheapest size within the limits of time (`docs/cost.md`).
    const MEMORY_MIB: u32 = DEFAULT_MEMORY_MIB;
    /// The maximum duration of a call in seconds.
    const TIMEOUT_SECONDS: u32 = DEFAULT_TIMEOUT_SECONDS;
    /// The stores and clients that the function uses.
    type Dependencies: FromEnvironment + Send + Sync;

    /// Handles one message. A message can be delivered twice, late, or again after a crash, so handling must be
    /// idempotent.
    ///
    /// # Errors
    /// SQS delivers a failed message again and finally moves it to the dead-letter queue.
    fn handle(dependencies: &Self::Dependencies, now: Instant, body: &str) -> impl Future<Output = Result<()>> + Send;
}

/// The name of the function in logs: its binary's file.
#[track_caller]
fn caller() -> &'static str {
    function_name(Location::caller().file())
}

/// The number of messages of a batch that are handled concurrently.
const CONCURRENCY: usize = 10;

/// Runs `C` on a queue whose event source mapping reports batch item failures.
#[track_caller]
pub fn consume<C: Consumer>() -> Exit {
    consume_as::<SingleMessages<C>>(caller())
}

/// Runs `C` on a queue whose event source mapping reports batch item failures.
#[track_caller]
pub fn consume_batches<C: BatchConsumer>() -> Exit {
    consume_as::<C>(caller())
}

fn consume_as<C: BatchConsumer>(name: &'static str) -> Exit {
    let process = Process::start()?;
    let dependencies = &C::Dependencies::from_environment(process.environment())?;
    process.run(lambda_runtime::run(service_fn(|event: LambdaEvent<SqsEvent>| async move {
        let invocation = Invocation::start(name, &event.context.request_id);
        let batch: Vec<Delivery> = event.payload.records.into_iter().map(Delivery::from).collect();
        let messages = batch.len();
        let BatchResult { failed, counted } = C::handle(dependencies, Instant::now(), batch).await;
        let logged_failures: Vec<Value> = failed.iter().take(MAX_LOGGED_FAILURES).map(failure_json).collect();
        let mut detail = json!({"messages": messages, "failed": logged_failures});
        if let (Value::Object(detail), Value::Object(counted)) = (&mut detail, counted) {
            detail.extend(counted);
        }
        invocation.end(None, failed.first().map(|(_, error)| error), Some(&detail));
        let mut response = SqsBatchResponse::default();
        response.batch_item_failures = failed.into_iter().map(|(message, _)| item_failure(message)).collect();
        Ok::<_, lambda_runtime::Error>(response)
    })))
}

/// The number of failures of a batch that are logged. During an outage, all of them have the same cause.
const MAX_LOGGED_FAILURES: usize = 10;

/// Adapts a consumer of single messages to batches.
struct SingleMessages<C>(PhantomData<C>);

impl<C: Consumer> BatchConsumer for SingleMessages<C> {
    const SOURCE: Source = C::SOURCE;
    const ACCESS: &'static [Access] = C::ACCESS;
    type Dependencies = C::Dependencies;

    async fn handle(dependencies: &Self::Dependencies, now: Instant, batch: Vec<Delivery>) -> BatchResult {
        let failed = stream::iter(batch)
            .map(|Delivery { id, body, .. }| async move {
                C::handle(dependencies, now, &body).await.err().map(|error| (id, error))
            })
            .buffer_unordered(CONCURRENCY)
            .filter_map(std::future::ready)
            .collect()
            .await;
        BatchResult { failed, counted: Value::Null }
    }
}

fn failure_json((message, error): &(String, Error)) -> Value {
    json!({"messageId": message, "error": error.cause().unwrap_or_else(|| error.to_string())})
}

fn item_failure(message: String) -> BatchItemFailure {
    let mut failure = BatchItemFailure::default();
    failure.item_identifier = message;
    failure
}

/// A consumer of events of another service, such as new log lines or new objects in a bucket.
pub trait Listener {
    /// What invokes the function.
    const SOURCE: Source;
    /// The resources that the function uses.
    const ACCESS: &'static [Access];
    /// The memory in MiB: the cheapest size within the limits of time (`docs/cost.md`).
    const MEMORY_MIB: u32 = DEFAULT_MEMORY_MIB;
    /// The maximum duration of a call in seconds.
    const TIMEOUT_SECONDS: u32 = DEFAULT_TIMEOUT_SECONDS;
    /// The maximum number of calls at the same time, which Lambda reserves for the function. `None` sets no maximum.
    const RESERVED_CONCURRENCY: Option<u32> = None;
    /// The event.
    type Event: DeserializeOwned + Send;
    /// The stores and clients that the function uses.
    type Dependencies: FromEnvironment + Send + Sync;

    /// Handles one event and returns counts for the log. An event can be delivered twice, so handling must be
    /// idempotent.
    ///
    /// # Errors
    /// The sender delivers a failed event again.
    fn handle(
        dependencies: &Self::Dependencies,
        now: Instant,
        event: Self::Event,
    ) -> impl Future<Output = Result<Value>> + Send;
}

/// Runs `L` for each event.
#[track_caller]
pub fn listen<L: Listener>() -> Exit {
    let name = caller();
    let process = Process::start()?;
    let dependencies = &L::Dependencies::from_environment(process.environment())?;
    process.run(lambda_runtime::run(service_fn(|event: LambdaEvent<L::Event>| async move {
        let invocation = Invocation::start(name, &event.context.request_id);
        let result = L::handle(dependencies, Instant::now(), event.payload).await;
        invocation.end(None, result.as_ref().err(), result.as_ref().ok());
        result.map_err(lambda_runtime::Error::from)
    })))
}

/// A hook: a service calls it, waits for its answer, and proceeds as the answer says.
pub trait Hook {
    /// What invokes the function.
    const SOURCE: Source;
    /// The resources that the function uses.
    const ACCESS: &'static [Access];
    /// The memory in MiB: the cheapest size within the limits of time (`docs/cost.md`).
    const MEMORY_MIB: u32 = DEFAULT_MEMORY_MIB;
    /// The maximum duration of a call in seconds. AWS IoT waits 5 seconds.
    const TIMEOUT_SECONDS: u32 = 5;
    /// The event.
    type Event: DeserializeOwned + Send;
    /// The answer, which is the response of the function.
    type Answer: Serialize + Send;
    /// The stores and clients that the function uses.
    type Dependencies: FromEnvironment + Send + Sync;

    /// Answers one event. The service can send it again, so answering must be idempotent.
    ///
    /// # Errors
    /// The call fails, and the service rejects what it asked about.
    fn answer(
        dependencies: &Self::Dependencies,
        now: Instant,
        event: Self::Event,
    ) -> impl Future<Output = Result<Self::Answer>> + Send;
}

/// Runs `H` for each event and returns its answer.
#[track_caller]
pub fn answer<H: Hook>() -> Exit {
    let name = caller();
    let process = Process::start()?;
    let dependencies = &H::Dependencies::from_environment(process.environment())?;
    process.run(lambda_runtime::run(service_fn(|event: LambdaEvent<H::Event>| async move {
        let invocation = Invocation::start(name, &event.context.request_id);
        let result = H::answer(dependencies, Instant::now(), event.payload).await;
        invocation.end(None, result.as_ref().err(), None);
        result.map_err(lambda_runtime::Error::from)
    })))
}

/// A task that a schedule or an operator starts.
pub trait Task {
    /// What invokes the function.
    const SOURCE: Source;
    /// The resources that the function uses.
    const ACCESS: &'static [Access];
    /// The memory in MiB: the cheapest size within the limits of time (`docs/cost.md`).
    const MEMORY_MIB: u32 = DEFAULT_MEMORY_MIB;
    /// The maximum duration of a call in seconds.
    const TIMEOUT_SECONDS: u32 = DEFAULT_TIMEOUT_SECONDS;
    /// The stores and clients that the function uses.
    type Dependencies: FromEnvironment + Send + Sync;

    /// Runs the task and returns counts for the log.
    fn run(dependencies: &Self::Dependencies, now: Instant) -> impl Future<Output = Result<Value>> + Send;
}

/// Runs `T` on each invocation. Schedules invoke at least once, so the task must be idempotent.
#[track_caller]
pub fn perform<T: Task>() -> Exit {
    let name = caller();
    let process = Process::start()?;
    let dependencies = &T::Dependencies::from_environment(process.environment())?;
    process.run(lambda_runtime::run(service_fn(|event: LambdaEvent<Value>| async move {
        let invocation = Invocation::start(name, &event.context.request_id);
        let result = T::run(dependencies, Instant::now()).await;
        invocation.end(None, result.as_ref().err(), result.as_ref().ok());
        result.map_err(lambda_runtime::Error::from)
    })))
}

/// A trigger of the user pool. It reads the event but never changes it.
pub trait Trigger {
    /// What invokes the function.
    const SOURCE: Source;
    /// The resources that the function uses.
    const ACCESS: &'static [Access];
    /// The memory in MiB: the cheapest size within the limits of time (`docs/cost.md`).
    const MEMORY_MIB: u32 = DEFAULT_MEMORY_MIB;
    /// The maximum duration of a call in seconds. The user pool waits 5 seconds.
    const TIMEOUT_SECONDS: u32 = 5;
    /// The event of the user pool.
    type Event: DeserializeOwned + Send;
    /// The stores and clients that the function uses.
    type Dependencies: FromEnvironment + Send + Sync;

    /// Handles one event. The user pool can send it again, so handling must be idempotent.
    fn run(
        dependencies: &Self::Dependencies,
        now: Instant,
        event: Self::Event,
    ) -> impl Future<Output = Result<()>> + Send;
}

/// Runs `T` for each event. An error is only logged, because a failed trigger would prevent the sign-in.
#[track_caller]
pub fn observe<T: Trigger>() -> Exit {
    let name = caller();
    let process = Process::start()?;
    let dependencies = &T::Dependencies::from_environment(process.environment())?;
    process.run(lambda_runtime::run(service_fn(|event: LambdaEvent<Value>| async move {
        let invocation = Invocation::start(name, &event.context.request_id);
        let handled = match T::Event::deserialize(&event.payload) {
            Ok(parsed) => T::run(dependencies, Instant::now(), parsed).await,
            Err(error) => Err(Error::internal(error)),
        };
        invocation.end(None, handled.err().as_ref(), None);
        Ok::<_, lambda_runtime::Error>(event.payload)
    })))
}
