//! The process of a function: one thread that handles one call at a time until Lambda ends it.
//!
//! Code that all functions share is compiled here once. Rust compiles an async function in the crate that awaits it. If
//! this code were generic or awaited in each binary, the Lambda runtime loop and the SDK configuration would be two thirds
//! of the compiled code of a small binary. docs/performance.md has the measurements.

use crate::{Environment, Error, Result, telemetry};
use std::{
    future::Future,
    time::{Duration, SystemTime},
};
use tokio::{
    runtime::{Builder, Runtime},
    time::timeout,
};

/// How long before the function's deadline a call is aborted, so that the response still reaches the caller.
const RESPONSE_TIME: Duration = Duration::from_millis(500);

/// The exit of a function's process: an error if it could not start.
pub type Exit = std::result::Result<(), lambda_runtime::Error>;

/// A started process that does not handle calls yet.
pub(crate) struct Process {
    runtime: Runtime,
    environment: Environment,
}

impl Process {
    /// Starts logging and loads the environment.
    pub(crate) fn start() -> Result<Self, lambda_runtime::Error> {
        telemetry::start();
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let environment = runtime.block_on(Environment::load());
        Ok(Self { runtime, environment })
    }

    /// The environment.
    pub(crate) fn environment(&self) -> &Environment {
        &self.environment
    }

    /// Handles calls until Lambda ends the process.
    pub(crate) fn run(self, calls: impl Future<Output = Exit>) -> Exit {
        self.runtime.block_on(calls)
    }
}

/// The result of `call`, or a retryable error shortly before Lambda would stop the function at `deadline`, in
/// milliseconds since 1970. The caller then gets Larder's message instead of Lambda's.
pub(crate) async fn before_deadline<T>(deadline: u64, call: impl Future<Output = Result<T>>) -> Result<T> {
    let end = SystemTime::UNIX_EPOCH + Duration::from_millis(deadline);
    let left = end.duration_since(SystemTime::now()).unwrap_or_default().saturating_sub(RESPONSE_TIME);
    match timeout(left, call).await {
        Ok(result) => result,
        Err(_) => Err(Error::retryable(format!("the function's time ended after {left:?}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::{pending, ready};

    fn in_milliseconds(milliseconds: u64) -> u64 {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
        u64::try_from(now.as_millis()).unwrap() + milliseconds
    }

    #[tokio::test]
    async fn returns_the_result_of_a_call_that_ends_in_time() {
        assert!(matches!(before_deadline(in_milliseconds(60_000), ready(Ok(7))).await, Ok(7)));
    }

    #[tokio::test]
    async fn gives_up_a_call_before_the_deadline() {
        for deadline in [in_milliseconds(510), in_milliseconds(0), 0] {
            let error = before_deadline(deadline, pending::<Result<()>>()).await.unwrap_err();
            assert_eq!(error.to_string(), "Larder is busy at the moment. Please try again.");
            assert!(matches!(error, Error::Unavailable { retryable: true, .. }));
        }
    }
}
