//! The configuration of all clients of AWS services: their HTTP client, timeouts and retries.

use crate::trace::traced;
use aws_config::ConfigLoader;
use aws_smithy_http_client::tls::{Provider, rustls_provider::CryptoMode};
use aws_smithy_types::{retry::RetryConfig, timeout::TimeoutConfig};
use std::time::Duration;

/// The maximum number of attempts of a request, including the first.
const MAX_ATTEMPTS: u32 = 6;
/// The longest wait before the first retry. It doubles with each further retry.
const INITIAL_BACKOFF: Duration = Duration::from_millis(100);
/// The longest wait between two attempts. All waits of a request together take 3.1 s at most.
const MAX_BACKOFF: Duration = Duration::from_secs(2);
/// The timeout for opening a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// The timeout of one attempt.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(5);
/// The timeout of a request with all attempts. The adapters abort earlier if the function's deadline is earlier.
const OPERATION_TIMEOUT: Duration = Duration::from_secs(20);

/// The SDK configuration from the environment, with the HTTP client that all functions share. The `ring` TLS stack makes
/// each binary 2 MB smaller than the default and needs no entropy at start.
pub fn sdk() -> ConfigLoader {
    let http = aws_smithy_http_client::Builder::new().tls_provider(tls()).build_https();
    aws_config::from_env().http_client(traced(http)).retry_config(retry_config()).timeout_config(timeout_config())
}

/// The TLS stack of all HTTP clients.
pub(crate) fn tls() -> Provider {
    Provider::Rustls(CryptoMode::Ring)
}

/// The retry configuration of all clients.
pub fn retry_config() -> RetryConfig {
    RetryConfig::standard()
        .with_max_attempts(MAX_ATTEMPTS)
        .with_initial_backoff(INITIAL_BACKOFF)
        .with_max_backoff(MAX_BACKOFF)
}

/// The timeouts of all clients.
pub fn timeout_config() -> TimeoutConfig {
    TimeoutConfig::builder()
        .connect_timeout(CONNECT_TIMEOUT)
        .operation_attempt_timeout(ATTEMPT_TIMEOUT)
        .operation_timeout(OPERATION_TIMEOUT)
        .build()
}
