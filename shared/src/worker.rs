//! The adapters of functions that no person calls: queue consumers and timers.

use crate::{
    Error, FromEnvironment, Instant, Result,
    runtime::{Exit, Process},
    telemetry::Invocation,
};
use aws_lambda_events::sqs::{BatchItemFailure, SqsBatchResponse, SqsEvent, SqsMessage};
use futures::{StreamExt, stream};
use lambda_runtime::{LambdaEvent, service_fn};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::{future::Future, marker::PhantomData};

/// One delivery of a queue's message.
#[derive(Clone, Debug)]
pub struct Delivery {
    /// The queue's identity for the message.
    pub id: String,
    /// What was sent.
    pub body: String,
    /// How often it was delivered, this time included.
    pub count: u32,
}

impl From<SqsMessage> for Delivery {
    fn from(message: SqsMessage) -> Self {
        let count = message.attributes.get("ApproximateReceiveCount").and_then(|count| count.parse().ok());
        Self {
            id: message.message_id.unwrap_or_default(),
            body: message.body.unwrap_or_default(),
            count: count.unwrap_or(1),
        }
    }
}

/// A queue's consumer that handles a batch as a whole.
pub trait BatchConsumer {
    /// The name in the log and in history.
    const NAME: &'static str;
    /// The tables and queues that it uses.
    type Uses: FromEnvironment + Send + Sync;

    /// Handles the messages. Each may come twice, late, or again after a crash; handling it again must change nothing.
    fn handle(uses: &Self::Uses, now: Instant, batch: Vec<Delivery>) -> impl Future<Output = Handled> + Send;
}

/// How a batch was handled.
#[derive(Debug)]
pub struct Handled {
    /// The messages, by the queue's identity, that go back, and why: they come again, and after some times go to the
    /// dead-letter queue. All others are done with.
    pub failed: Vec<(String, Error)>,
    /// What the consumer counts, for the log.
    pub counted: Value,
}

/// A queue's consumer.
pub trait Consumer {
    /// The name in the log and in history.
    const NAME: &'static str;
    /// The tables and queues that it uses.
    type Uses: FromEnvironment + Send + Sync;

    /// Handles one message. It may come twice, late, or again after a crash; handling it again must change nothing.
    ///
    /// # Errors
    /// An error puts the message back: it comes again, and after some times goes to the dead-letter queue.
    fn handle(uses: &Self::Uses, now: Instant, body: &str) -> impl Future<Output = Result<()>> + Send;
}

/// Messages of one batch that are handled at once.
const MESSAGES_AT_ONCE: usize = 10;

/// Runs `C` on a queue whose mapping reports failures by message.
pub fn consume<C: Consumer>() -> Exit {
    consume_batches::<Each<C>>()
}

/// Runs `C` on a queue whose mapping reports failures by message.
pub fn consume_batches<C: BatchConsumer>() -> Exit {
    let process = Process::begin()?;
    let uses = &C::Uses::from_environment(process.environment())?;
    process.run(lambda_runtime::run(service_fn(|event: LambdaEvent<SqsEvent>| async move {
        let invocation = Invocation::begin(C::NAME, &event.context.request_id);
        let batch: Vec<Delivery> = event.payload.records.into_iter().map(Delivery::from).collect();
        let messages = batch.len();
        let Handled { failed, counted } = C::handle(uses, Instant::now(), batch).await;
        let mut detail =
            json!({"messages": messages, "failed": failed.iter().take(FAILURES_NAMED).map(describe).collect::<Vec<_>>()});
        if let (Value::Object(detail), Value::Object(counted)) = (&mut detail, counted) {
            detail.extend(counted);
        }
        invocation.end(None, failed.first().map(|(_, error)| error), Some(&detail));
        let mut response = SqsBatchResponse::default();
        response.batch_item_failures = failed.into_iter().map(|(message, _)| item_failure(message)).collect();
        Ok::<_, lambda_runtime::Error>(response)
    })))
}

/// Failures of a batch that the log names: a service that is out of reach fails them all in the same words.
const FAILURES_NAMED: usize = 10;

/// A consumer of single messages as one of batches.
struct Each<C>(PhantomData<C>);

impl<C: Consumer> BatchConsumer for Each<C> {
    const NAME: &'static str = C::NAME;
    type Uses = C::Uses;

    async fn handle(uses: &Self::Uses, now: Instant, batch: Vec<Delivery>) -> Handled {
        let failed =
            stream::iter(batch)
                .map(|Delivery { id, body, .. }| async move {
                    C::handle(uses, now, &body).await.err().map(|error| (id, error))
                })
                .buffer_unordered(MESSAGES_AT_ONCE)
                .filter_map(std::future::ready)
                .collect()
                .await;
        Handled { failed, counted: Value::Null }
    }
}

fn describe((message, error): &(String, Error)) -> Value {
    json!({"messageId": message, "error": error.cause().unwrap_or_else(|| error.to_string())})
}

fn item_failure(message: String) -> BatchItemFailure {
    let mut failure = BatchItemFailure::default();
    failure.item_identifier = message;
    failure
}

/// What is told of things that happened elsewhere, such as what was logged or put into a bucket.
pub trait Listener {
    /// The name in the log and in history.
    const NAME: &'static str;
    /// What it is told.
    type Event: DeserializeOwned + Send;
    /// The tables and queues that it uses.
    type Uses: FromEnvironment + Send + Sync;

    /// Handles it, and answers what it counted, for the log. It may be told twice; the second time must change nothing.
    ///
    /// # Errors
    /// An error has the service that tells it tell it again.
    fn hear(uses: &Self::Uses, now: Instant, event: Self::Event) -> impl Future<Output = Result<Value>> + Send;
}

/// Runs `L` each time that it is told something.
pub fn listen<L: Listener>() -> Exit {
    let process = Process::begin()?;
    let uses = &L::Uses::from_environment(process.environment())?;
    process.run(lambda_runtime::run(service_fn(|event: LambdaEvent<L::Event>| async move {
        let invocation = Invocation::begin(L::NAME, &event.context.request_id);
        let heard = L::hear(uses, Instant::now(), event.payload).await;
        invocation.end(None, heard.as_ref().err(), heard.as_ref().ok());
        heard.map_err(lambda_runtime::Error::from)
    })))
}

/// Work that a schedule, or a person with the right to invoke the function, starts.
pub trait Task {
    /// The name in the log and in history.
    const NAME: &'static str;
    /// The tables and queues that it uses.
    type Uses: FromEnvironment + Send + Sync;

    /// Does it, and answers what it counted, for the log.
    fn run(uses: &Self::Uses, now: Instant) -> impl Future<Output = Result<Value>> + Send;
}

/// Runs `T` each time that the function is invoked. Started at least once; a start too many must change nothing.
pub fn perform<T: Task>() -> Exit {
    let process = Process::begin()?;
    let uses = &T::Uses::from_environment(process.environment())?;
    process.run(lambda_runtime::run(service_fn(|event: LambdaEvent<Value>| async move {
        let invocation = Invocation::begin(T::NAME, &event.context.request_id);
        let done = T::run(uses, Instant::now()).await;
        invocation.end(None, done.as_ref().err(), done.as_ref().ok());
        done.map_err(lambda_runtime::Error::from)
    })))
}

/// A trigger of the user pool: it reads the event and never changes it.
pub trait Trigger {
    /// The name in the log and in history.
    const NAME: &'static str;
    /// What the user pool sends.
    type Event: DeserializeOwned + Send;
    /// The tables and queues that it uses.
    type Uses: FromEnvironment + Send + Sync;

    /// Handles it. The user pool may send it again; the second time must change nothing.
    fn run(uses: &Self::Uses, now: Instant, event: Self::Event) -> impl Future<Output = Result<()>> + Send;
}

/// Runs `T` each time that the user pool invokes it. An error is logged and the event is returned all the same: with a
/// failed trigger the user could not sign in.
pub fn observe<T: Trigger>() -> Exit {
    let process = Process::begin()?;
    let uses = &T::Uses::from_environment(process.environment())?;
    process.run(lambda_runtime::run(service_fn(|event: LambdaEvent<Value>| async move {
        let invocation = Invocation::begin(T::NAME, &event.context.request_id);
        let handled = match T::Event::deserialize(&event.payload) {
            Ok(sent) => T::run(uses, Instant::now(), sent).await,
            Err(error) => Err(Error::internal(error)),
        };
        invocation.end(None, handled.err().as_ref(), None);
        Ok::<_, lambda_runtime::Error>(event.payload)
    })))
}
