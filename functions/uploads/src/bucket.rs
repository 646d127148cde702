//! The bucket of uploaded files.

use crate::{
    model::{AuthorizedFolder, Upload},
    rules,
};
use aws_sdk_s3::{Client, presigning::PresigningConfig};
use shared::{Environment, Error, FromEnvironment, Instant, Result, aws_client, aws_error::failure};

/// The bucket of uploaded files.
#[derive(Clone, Debug)]
pub struct UploadBucket {
    client: Client,
    bucket: String,
}

impl FromEnvironment for UploadBucket {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: aws_client::s3(environment), bucket: environment.variable("UPLOADS_BUCKET")? })
    }
}

impl UploadBucket {
    /// Returns a presigned URL with which a file of the content type can be put to `key`. It is valid for
    /// [`rules::URL_VALIDITY`] from `now`. With a `content_length`, it accepts only a file of exactly that size.
    /// Signing needs no network call.
    pub async fn sign_put(
        &self,
        _: &AuthorizedFolder,
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
            .expires_in(rules::URL_VALIDITY.to_std().map_err(Error::internal)?)
            .build()
            .map_err(Error::internal)?;
        let put = self.client.put_object().bucket(&self.bucket).key(key).content_type(content_type);
        let put = put.set_content_length(content_length);
        let signed = put.presigned(validity).await.map_err(|error| Error::internal(error.to_string()))?;
        Ok(signed.uri().to_owned())
    }

    /// Reads the file of an upload, or returns the reason to reject it if its size is not accepted. Used by workers.
    pub async fn read(&self, upload: &Upload) -> Result<Result<Vec<u8>, String>> {
        let request = self.client.get_object().bucket(&self.bucket).key(&upload.key);
        let read = request.send().await.map_err(failure)?;
        let length = read.content_length().and_then(|length| u64::try_from(length).ok());
        let checked = rules::check_arrived(upload.folder, upload.content_length, length.unwrap_or(u64::MAX));
        if let Err(reason) = checked {
            return Ok(Err(reason));
        }
        let body = read.body.collect().await.map_err(Error::retryable)?;
        Ok(Ok(body.to_vec()))
    }

    /// Deletes a file. Deleting a missing file is not an error. Used by workers.
    pub async fn delete(&self, key: &str) -> Result<()> {
        let deleted = self.client.delete_object().bucket(&self.bucket).key(key).send().await;
        deleted.map(drop).map_err(failure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aws_sdk_s3::config::{BehaviorVersion, Builder, Credentials, Region};

    #[tokio::test]
    async fn a_presigned_url_signs_the_stated_length() {
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
        // A different length gives a different signature.
        assert_ne!(stated, signed(Some(8)).await);
    }
}
