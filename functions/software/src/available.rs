//! The versions that can be deployed. Requirements: `docs/requirements/software.md`, SWR-2.

use crate::{bucket::ArtifactBucket, model::ArtifactType, version};
use futures::{StreamExt, TryStreamExt, stream};
use serde::Serialize;
use shared::Result;
use strum::IntoEnumIterator;

/// Maximum number of versions per artifact in the response: the newest, and many more than the web app offers.
const MAX_VERSIONS: usize = 100;
/// Number of artifacts whose folders are listed in parallel.
const CONCURRENCY: usize = 8;

/// An artifact and its available versions.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AvailableFridgeArtifact {
    artifact_type: ArtifactType,
    available_versions: Vec<String>,
}

/// All artifacts, with the names in the bucket that match the version pattern, newest first.
pub async fn get_available_fridge_artifacts(bucket: &ArtifactBucket) -> Result<Vec<AvailableFridgeArtifact>> {
    stream::iter(ArtifactType::iter())
        .map(|artifact| available(bucket, artifact))
        .buffered(CONCURRENCY)
        .try_collect()
        .await
}

async fn available(bucket: &ArtifactBucket, artifact_type: ArtifactType) -> Result<AvailableFridgeArtifact> {
    let raw = bucket.list(artifact_type).await?;
    let newest = version::newest_first(artifact_type, raw.iter().map(String::as_str)).take(MAX_VERSIONS);
    Ok(AvailableFridgeArtifact { artifact_type, available_versions: newest.map(|(_, raw)| raw.to_owned()).collect() })
}
