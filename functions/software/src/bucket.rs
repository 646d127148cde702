//! The bucket of artifacts. Its keys are `ARTIFACT_TYPE/<version>`, a folder with the version's files or one file.

use crate::{model::ArtifactType, version::Version};
use aws_sdk_s3::{
    Client,
    config::{Builder, RequestChecksumCalculation},
    primitives::ByteStream,
};
use shared::{Environment, Error, FromEnvironment, Result, dynamo};

/// Pages of 1,000 entries that are read of one software's folder. More are a heap that somebody must clear: the newest
/// could be anywhere in it.
const PAGES: usize = 20;

/// The bucket of artifacts.
#[derive(Clone, Debug)]
pub struct ArtifactBucket {
    client: Client,
    bucket: String,
}

impl FromEnvironment for ArtifactBucket {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let sdk = environment.sdk();
        let settings = Builder::from(sdk)
            // An emulator's host has no subdomain for each bucket.
            .force_path_style(sdk.endpoint_url().is_some())
            .request_checksum_calculation(RequestChecksumCalculation::WhenRequired)
            .build();
        Ok(Self { client: Client::from_conf(settings), bucket: environment.variable("ARTIFACTS_BUCKET")? })
    }
}

impl ArtifactBucket {
    /// What lies in a software's folder: files, and folders with a `/` at their end, without the software's name.
    ///
    /// # Errors
    /// Where the bucket cannot be read, or the folder has more than can be listed in a call.
    pub async fn list(&self, artifact: ArtifactType) -> Result<Vec<String>> {
        let folder = format!("{artifact}/");
        let (mut raw, mut next) = (Vec::new(), None);
        for _ in 0..PAGES {
            let listed = self.client.list_objects_v2().bucket(&self.bucket).prefix(&folder).delimiter("/");
            let answer = listed.set_continuation_token(next.take()).send().await.map_err(dynamo::failure)?;
            let files = answer.contents.unwrap_or_default().into_iter().filter_map(|file| file.key);
            let folders = answer.common_prefixes.unwrap_or_default().into_iter().filter_map(|folder| folder.prefix);
            raw.extend(files.chain(folders).filter_map(|key| Some(key.strip_prefix(&folder)?.to_owned())));
            next = answer.next_continuation_token;
            if next.is_none() {
                return Ok(raw);
            }
        }
        Err(Error::internal(format!("{}/{folder} has more than {PAGES} pages of versions", self.bucket)))
    }

    /// The key of the object that is that version: of several, the first by name. `None` where there is none.
    pub async fn object_key(&self, artifact: ArtifactType, version: &Version) -> Result<Option<String>> {
        let (folder, mut next) = (format!("{artifact}/"), None);
        for _ in 0..PAGES {
            let listed = self.client.list_objects_v2().bucket(&self.bucket).prefix(format!("{folder}{version}"));
            let answer = listed.set_continuation_token(next.take()).send().await.map_err(dynamo::failure)?;
            let mut keys = answer.contents.unwrap_or_default().into_iter().filter_map(|file| file.key);
            // 1.1 is also what 1.10 begins with, and a folder without files is no version.
            let is_it = |key: &String| {
                let raw = key.strip_prefix(&folder).filter(|raw| !raw.ends_with('/'));
                raw.and_then(|raw| Version::of_raw(artifact, raw)).as_ref() == Some(version)
            };
            if let Some(key) = keys.find(is_it) {
                return Ok(Some(key));
            }
            next = answer.next_continuation_token;
            if next.is_none() {
                break;
            }
        }
        Ok(None)
    }

    /// Puts an object: for the seeder.
    pub async fn put(&self, key: &str, content: Vec<u8>) -> Result<()> {
        let put = self.client.put_object().bucket(&self.bucket).key(key).body(ByteStream::from(content));
        put.send().await.map(drop).map_err(dynamo::failure)
    }
}
