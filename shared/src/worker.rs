//! The adapters of functions that no person calls: queue consumers and timers.

use crate::{
    Environment, Error, FromEnvironment, Instant, Result,
    telemetry::{self, Invocation},
};
use aws_lambda_events::sqs::{BatchItemFailure, SqsBatchResponse, SqsEvent};
use futures::{StreamExt, stream};
use lambda_runtime::{LambdaEvent, service_fn};
use serde_json::{Value, json};
use std::future::Future;

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
pub async fn consume<C: Consumer>() -> std::result::Result<(), lambda_runtime::Error> {
    telemetry::start();
    let uses = &C::Uses::from_environment(&Environment::load().await)?;
    lambda_runtime::run(service_fn(|event: LambdaEvent<SqsEvent>| async move {
        let invocation = Invocation::begin(C::NAME, &event.context.request_id);
        let messages = event.payload.records.len();
        let failed: Vec<(String, Error)> = stream::iter(event.payload.records)
            .map(|record| async move {
                let handled = C::handle(uses, Instant::now(), record.body.as_deref().unwrap_or_default()).await;
                handled.err().map(|error| (record.message_id.unwrap_or_default(), error))
            })
            .buffer_unordered(MESSAGES_AT_ONCE)
            .filter_map(std::future::ready)
            .collect()
            .await;
        invocation.end(
            None,
            failed.first().map(|(_, error)| error),
            Some(&json!({"messages": messages, "failed": failed.iter().map(describe).collect::<Vec<_>>()})),
        );
        let mut response = SqsBatchResponse::default();
        response.batch_item_failures = failed.into_iter().map(|(message, _)| item_failure(message)).collect();
        Ok::<_, lambda_runtime::Error>(response)
    }))
    .await
}

fn describe((message, error): &(String, Error)) -> Value {
    json!({"messageId": message, "error": error.cause().unwrap_or_else(|| error.to_string())})
}

fn item_failure(message: String) -> BatchItemFailure {
    let mut failure = BatchItemFailure::default();
    failure.item_identifier = message;
    failure
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
pub async fn perform<T: Task>() -> std::result::Result<(), lambda_runtime::Error> {
    telemetry::start();
    let uses = &T::Uses::from_environment(&Environment::load().await)?;
    lambda_runtime::run(service_fn(|event: LambdaEvent<Value>| async move {
        let invocation = Invocation::begin(T::NAME, &event.context.request_id);
        let done = T::run(uses, Instant::now()).await;
        invocation.end(None, done.as_ref().err(), done.as_ref().ok());
        done.map_err(lambda_runtime::Error::from)
    }))
    .await
}
