//! The environment of a function: its variables, and the SDK configuration that all clients share.

use crate::{Error, Result, aws_error};
use aws_config::{ConfigLoader, SdkConfig};
use aws_smithy_http_client::tls::{Provider, rustls_provider::CryptoMode};
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

/// The SDK configuration from the environment, with the HTTP client that all functions share. The `ring` TLS stack makes
/// each binary 2 MB smaller than the default and needs no entropy at start. [`aws_error`] defines retries and timeouts.
pub fn sdk() -> ConfigLoader {
    let http = aws_smithy_http_client::Builder::new().tls_provider(tls()).build_https();
    aws_config::from_env()
        .http_client(http)
        .retry_config(aws_error::retry_config())
        .timeout_config(aws_error::timeout_config())
}

/// The TLS stack of all HTTP clients.
pub(crate) fn tls() -> Provider {
    Provider::Rustls(CryptoMode::Ring)
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
