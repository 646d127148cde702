//! The environment of a function: its variables, and the SDK configuration that all clients share.

use crate::{Error, Result, aws_client::sdk};
use aws_config::SdkConfig;
use std::collections::HashMap;

/// Variables and SDK configuration of a process.
#[derive(Debug)]
pub struct Environment {
    sdk: SdkConfig,
    variables: HashMap<String, String>,
}

impl Environment {
    /// Reads the environment of the process. Endpoint, region and credentials are resolved as in every AWS SDK, so
    /// `AWS_ENDPOINT_URL` directs the same binary to an emulator.
    pub async fn load() -> Self {
        let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        };
        Self::new(sdk().load().await, std::env::vars_os().filter_map(text).collect())
    }

    /// Creates an environment from its parts, for tools that read a stack's description.
    pub fn new(sdk: SdkConfig, variables: HashMap<String, String>) -> Self {
        Self { sdk, variables }
    }

    /// The configuration of SDK clients.
    pub fn sdk(&self) -> &SdkConfig {
        &self.sdk
    }

    /// A variable that the template sets, such as the name of a table.
    pub fn variable(&self, name: &str) -> Result<String> {
        self.variables.get(name).cloned().ok_or_else(|| Error::internal(format!("the variable {name} is not set")))
    }
}

/// A dependency that is created once from the environment: a store, a client, or a tuple of them.
pub trait FromEnvironment: Sized {
    /// Creates the dependency.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if a variable is not set.
    fn from_environment(environment: &Environment) -> Result<Self>;
}

impl FromEnvironment for () {
    fn from_environment(_: &Environment) -> Result<Self> {
        Ok(())
    }
}

impl<A: FromEnvironment, B: FromEnvironment> FromEnvironment for (A, B) {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok((A::from_environment(environment)?, B::from_environment(environment)?))
    }
}

impl<A: FromEnvironment, B: FromEnvironment, C: FromEnvironment> FromEnvironment for (A, B, C) {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok((A::from_environment(environment)?, B::from_environment(environment)?, C::from_environment(environment)?))
    }
}
