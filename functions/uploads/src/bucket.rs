//! The bucket of uploaded files.

use crate::{
    model::{OpenFolder, Upload},
    rules,
};
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
    /// An address to which a file of that type can be put under `key`, for [`rules::VALID_FOR`] from `now`; with a
    /// `content_length`, only a file of just so many bytes. Signing is arithmetic: nothing is sent.
    pub async fn sign_put(
        &self,
        _: &OpenFolder,
        key: &str,
        content_type: &str,
        content_length: Option<u64>,
        now: Instant,
    ) -> Result<String> {
        self.sign(key, content_type, content_length, now).await
    }

    async fn sign(&self, key: &str, content_type: &str, content_length: Option<u64>, now: Instant) -> Result<String> {
        let content_length = content_length.map(i64::try_from).transpose().map_err(Error::internal)?;
        let validity = PresigningConfig::builder()
            .start_time(now.utc().into())
            .expires_in(rules::VALID_FOR.to_std().map_err(Error::internal)?)
            .build()
            .map_err(Error::internal)?;
        let put = self.client.put_object().bucket(&self.bucket).key(key).content_type(content_type);
        let put = put.set_content_length(content_length);
        let signed = put.presigned(validity).await.map_err(|error| Error::internal(error.to_string()))?;
        Ok(signed.uri().to_owned())
    }

    /// The file of an upload, or the reason to reject it by its size: such a file is not read. For workers.
    pub async fn read(&self, upload: &Upload) -> Result<Result<Vec<u8>, String>> {
        let asked = self.client.get_object().bucket(&self.bucket).key(&upload.key);
        let read = asked.send().await.map_err(dynamo::failure)?;
        let length = read.content_length().and_then(|length| u64::try_from(length).ok());
        let checked = rules::check_arrived(upload.folder, upload.content_length, length.unwrap_or(u64::MAX));
        if let Err(reason) = checked {
            return Ok(Err(reason));
        }
        let body = read.body.collect().await.map_err(Error::retryable)?;
        Ok(Ok(body.to_vec()))
    }

    /// Deletes a file that is not accepted. To delete it again changes nothing. For workers.
    pub async fn delete(&self, key: &str) -> Result<()> {
        let deleted = self.client.delete_object().bucket(&self.bucket).key(key).send().await;
        deleted.map(drop).map_err(dynamo::failure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aws_sdk_s3::config::{BehaviorVersion, Credentials, Region};

    #[tokio::test]
    async fn an_address_signs_the_length_that_the_request_states() {
        let settings = Builder::new()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new("us-east-1"))
            .credentials_provider(Credentials::new("key", "secret", None, None, "test"))
            .build();
        let bucket = UploadBucket { client: Client::from_conf(settings), bucket: "uploads".into() };
        let now = "2026-11-22T12:00:00Z".parse().unwrap();
        let signed = async |length| bucket.sign("a.csv", "text/csv", length, now).await.unwrap();
        let stated = signed(Some(7)).await;
        assert!(stated.contains("X-Amz-SignedHeaders=content-length%3Bcontent-type%3Bhost"), "{stated}");
        let open = signed(None).await;
        assert!(open.contains("X-Amz-SignedHeaders=content-type%3Bhost"), "{open}");
        // Another length has another signature.
        assert_ne!(stated, signed(Some(8)).await);
    }
}
