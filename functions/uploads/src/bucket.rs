//! The bucket of uploaded files.

use crate::{model::OpenFolder, rules};
use aws_sdk_s3::{
    Client,
    config::{Builder, RequestChecksumCalculation},
    presigning::PresigningConfig,
};
use shared::{Environment, Error, FromEnvironment, Instant, Result, dynamo};

/// The bucket of uploaded files.
#[derive(Clone, Debug)]
pub struct UploadBucket {
    client: Client,
    bucket: String,
}

impl FromEnvironment for UploadBucket {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let sdk = environment.sdk();
        let settings = Builder::from(sdk)
            // An emulator's host has no subdomain for each bucket.
            .force_path_style(sdk.endpoint_url().is_some())
            // The browser sends the file as it is, without a checksum of the SDK's.
            .request_checksum_calculation(RequestChecksumCalculation::WhenRequired)
            .build();
        Ok(Self { client: Client::from_conf(settings), bucket: environment.variable("UPLOADS_BUCKET")? })
    }
}

impl UploadBucket {
    /// An address to which a file of that type can be put under `key`, for [`rules::VALID_FOR`] from `now`. Signing is
    /// arithmetic: nothing is sent.
    pub async fn sign_put(&self, _: &OpenFolder, key: &str, content_type: &str, now: Instant) -> Result<String> {
        let validity = PresigningConfig::builder()
            .start_time(now.utc().into())
            .expires_in(rules::VALID_FOR.to_std().map_err(Error::internal)?)
            .build()
            .map_err(Error::internal)?;
        let put = self.client.put_object().bucket(&self.bucket).key(key).content_type(content_type);
        let signed = put.presigned(validity).await.map_err(|error| Error::internal(error.to_string()))?;
        Ok(signed.uri().to_owned())
    }

    /// The file under `key`, or `None` where it has more than `most` bytes: such a file is not read. For workers.
    pub async fn read(&self, key: &str, most: u64) -> Result<Option<Vec<u8>>> {
        let read = self.client.get_object().bucket(&self.bucket).key(key).send().await.map_err(dynamo::failure)?;
        let length = read.content_length().and_then(|length| u64::try_from(length).ok());
        if length.is_none_or(|length| length > most) {
            return Ok(None);
        }
        let body = read.body.collect().await.map_err(Error::retryable)?;
        Ok(Some(body.to_vec()))
    }
}
