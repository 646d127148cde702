//! A function's surroundings: its variables, and the SDK's configuration that all clients share.

use crate::{Error, Result, aws_error};
use aws_config::{ConfigLoader, SdkConfig};
use aws_smithy_http_client::tls::{Provider, rustls_provider::CryptoMode};
use std::collections::HashMap;

/// What a function finds around it when it starts.
#[derive(Debug)]
pub struct Environment {
    sdk: SdkConfig,
    variables: HashMap<String, String>,
}

impl Environment {
    /// Reads the environment of the process once, at start. Endpoint, region and credentials are found as in every AWS
    /// SDK, so `AWS_ENDPOINT_URL` points the same binary at an emulator.
    pub async fn load() -> Self {
        let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        };
        Self::new(sdk().load().await, std::env::vars_os().filter_map(text).collect())
    }

    /// An environment of the given parts: for tools that know a stack by its description.
    pub fn new(sdk: SdkConfig, variables: HashMap<String, String>) -> Self {
        Self { sdk, variables }
    }

    /// The configuration from which clients are made.
    pub fn sdk(&self) -> &SdkConfig {
        &self.sdk
    }

    /// A variable that the template sets, such as a table's name.
    pub fn variable(&self, name: &str) -> Result<String> {
        self.variables.get(name).cloned().ok_or_else(|| Error::internal(format!("the variable {name} is not set")))
    }
}

/// The SDK's configuration from the environment, with the HTTP client that all functions share: the `ring` TLS stack is
/// 2 MB smaller in each binary than the default one, and needs no entropy of its own at start. Retries and timeouts are
/// those of [`aws_error`].
pub fn sdk() -> ConfigLoader {
    let http = aws_smithy_http_client::Builder::new().tls_provider(tls()).build_https();
    aws_config::from_env()
        .http_client(http)
        .retry_config(aws_error::retry_config())
        .timeout_config(aws_error::timeout_config())
}

/// The one TLS stack of all that functions call.
pub(crate) fn tls() -> Provider {
    Provider::Rustls(CryptoMode::Ring)
}

/// What is made once from the environment: a store, a queue, or a tuple of them.
pub trait FromEnvironment: Sized {
    /// Makes it; fails where the template forgot a variable.
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
