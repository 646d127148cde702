//! The clients of AWS services: their HTTP client, timeouts and retries, and the settings that a service needs.
//!
//! Services without special settings are created from [`Environment::sdk`], such as `Client::new(environment.sdk())`.

use crate::{Environment, aws_error::RetryClassifier};
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
    aws_config::from_env().http_client(http).retry_config(retry_config()).timeout_config(timeout_config())
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

/// Creates a client of DynamoDB, which retries conflicting writes as well.
pub fn dynamodb(environment: &Environment) -> aws_sdk_dynamodb::Client {
    let settings = aws_sdk_dynamodb::config::Builder::from(environment.sdk()).retry_classifier(RetryClassifier);
    aws_sdk_dynamodb::Client::from_conf(settings.build())
}

/// A client of DynamoDB without region and credentials. It builds requests but cannot send them.
pub(crate) fn unconnected_dynamodb() -> aws_sdk_dynamodb::Client {
    let settings = aws_sdk_dynamodb::Config::builder().behavior_version_latest();
    aws_sdk_dynamodb::Client::from_conf(settings.build())
}

/// Creates a client of S3.
pub fn s3(environment: &Environment) -> aws_sdk_s3::Client {
    let settings = aws_sdk_s3::config::Builder::from(environment.sdk())
        // The emulator has no subdomains for buckets.
        .force_path_style(environment.sdk().endpoint_url().is_some())
        // A browser puts a file at a presigned URL without the checksum that the SDK would add.
        .request_checksum_calculation(aws_sdk_s3::config::RequestChecksumCalculation::WhenRequired);
    aws_sdk_s3::Client::from_conf(settings.build())
}
