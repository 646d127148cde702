//! The artifacts bucket. Its keys start with `ARTIFACT_TYPE/<version>`, which is one file or a folder with the
//! version's files.

use crate::{model::ArtifactType, version::Version};
use aws_sdk_s3::{Client, primitives::ByteStream};
use futures::{StreamExt, TryStreamExt, stream};
use shared::{Environment, Error, FromEnvironment, Result, aws_client, aws_error::failure};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of pages of 1,000 keys that are read per artifact. A larger folder is an error, because the newest
/// version could be on any page and an operator has to clean up the folder.
const MAX_PAGES: usize = 20;
/// Number of versions that are looked up in parallel.
const CONCURRENCY: usize = 8;

/// The artifacts bucket.
#[derive(Clone, Debug)]
pub struct ArtifactBucket {
    client: Client,
    bucket: String,
}

impl FromEnvironment for ArtifactBucket {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: aws_client::s3(environment), bucket: environment.variable("ARTIFACTS_BUCKET")? })
    }
}

impl ArtifactBucket {
    /// The files and folders of an artifact, without the prefix `ARTIFACT_TYPE/`. Folders end with `/`.
    ///
    /// # Errors
    /// If the bucket cannot be read or has more than [`MAX_PAGES`] pages for the artifact.
    pub async fn list(&self, artifact: ArtifactType) -> Result<Vec<String>> {
        let folder = format!("{artifact}/");
        let (mut raw, mut next) = (Vec::new(), None);
        for _ in 0..MAX_PAGES {
            let request = self.client.list_objects_v2().bucket(&self.bucket).prefix(&folder).delimiter("/");
            let output = request.set_continuation_token(next.take()).send().await.map_err(failure)?;
            let files = output.contents.unwrap_or_default().into_iter().filter_map(|file| file.key);
            let folders = output.common_prefixes.unwrap_or_default().into_iter().filter_map(|folder| folder.prefix);
            raw.extend(files.chain(folders).filter_map(|key| Some(key.strip_prefix(&folder)?.to_owned())));
            next = output.next_continuation_token;
            if next.is_none() {
                return Ok(raw);
            }
        }
        Err(Error::internal(format!("{}/{folder} has more than {MAX_PAGES} pages of versions", self.bucket)))
    }

    /// The key of the version's object, or `None` if it does not exist. If there are several, the first by name.
    pub async fn object_key(&self, artifact: ArtifactType, version: &Version) -> Result<Option<String>> {
        let (folder, mut next) = (format!("{artifact}/"), None);
        for _ in 0..MAX_PAGES {
            let request = self.client.list_objects_v2().bucket(&self.bucket).prefix(format!("{folder}{version}"));
            let output = request.set_continuation_token(next.take()).send().await.map_err(failure)?;
            let mut keys = output.contents.unwrap_or_default().into_iter().filter_map(|file| file.key);
            // The prefix 1.1 also matches 1.10, and a folder without files is not a version.
            let is_version = |key: &String| {
                let raw = key.strip_prefix(&folder).filter(|raw| !raw.ends_with('/'));
                raw.and_then(|raw| Version::from_object_name(artifact, raw)).as_ref() == Some(version)
            };
            if let Some(key) = keys.find(is_version) {
                return Ok(Some(key));
            }
            next = output.next_continuation_token;
            if next.is_none() {
                break;
            }
        }
        Ok(None)
    }

    /// The keys of the objects of those of the versions that exist.
    pub async fn object_keys(
        &self,
        versions: BTreeSet<(ArtifactType, Version)>,
    ) -> Result<BTreeMap<(ArtifactType, Version), String>> {
        stream::iter(versions)
            .map(|(artifact, version)| async move {
                let key = self.object_key(artifact, &version).await?;
                Ok(((artifact, version), key))
            })
            .buffer_unordered(CONCURRENCY)
            .try_filter_map(|(version, key)| std::future::ready(Ok(key.map(|key| (version, key)))))
            .try_collect()
            .await
    }

    /// Stores an object. For the seeder.
    pub async fn put(&self, key: &str, content: Vec<u8>) -> Result<()> {
        let put = self.client.put_object().bucket(&self.bucket).key(key).body(ByteStream::from(content));
        put.send().await.map(drop).map_err(failure)
    }
}
