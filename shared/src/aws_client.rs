//! The clients of AWS services that need special settings, and the configuration of all clients.
//!
//! Other services are created from [`Environment::sdk`], such as `Client::new(environment.sdk())`.

mod config;

pub(crate) use config::tls;
pub use config::{retry_config, sdk, timeout_config};

use crate::{Environment, aws_error::RetryClassifier};
use aws_sdk_dynamodb::config::StalledStreamProtectionConfig;

/// Creates a client of DynamoDB, which retries conflicting writes as well.
pub fn dynamodb(environment: &Environment) -> aws_sdk_dynamodb::Client {
    let settings = aws_sdk_dynamodb::config::Builder::from(environment.sdk())
        .retry_classifier(RetryClassifier)
        // Bodies are small and the timeout of an attempt includes them, so their throughput need not be measured.
        .stalled_stream_protection(StalledStreamProtectionConfig::disabled());
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
