//! A function's process: one thread, its environment, and one call after another until Lambda ends it.
//!
//! What is the same in every function is compiled here, once. Rust compiles an async function where it is awaited: were
//! these generic or awaited in each of the binaries, the loop of Lambda's runtime and the SDK's configuration would be
//! two thirds of what is compiled for a small one. See the bench's README for what it comes to.

use crate::{Environment, Result, telemetry};
use std::future::Future;
use tokio::runtime::{Builder, Runtime};

/// How a function's process ends: by Lambda, or because it could not start.
pub type Exit = std::result::Result<(), lambda_runtime::Error>;

/// A process that has begun, and answers no calls yet.
pub(crate) struct Process {
    runtime: Runtime,
    environment: Environment,
}

impl Process {
    /// Begins: from here on what goes wrong is logged.
    pub(crate) fn begin() -> Result<Self, lambda_runtime::Error> {
        telemetry::start();
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let environment = runtime.block_on(Environment::load());
        Ok(Self { runtime, environment })
    }

    /// What it finds around it.
    pub(crate) fn environment(&self) -> &Environment {
        &self.environment
    }

    /// Answers calls until the environment ends.
    pub(crate) fn run(self, calls: impl Future<Output = Exit>) -> Exit {
        self.runtime.block_on(calls)
    }
}
