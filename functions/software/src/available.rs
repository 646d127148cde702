//! Which versions there are to be deployed (sections 2.1, 4.1 and 9).

use crate::{bucket::ArtifactBucket, model::ArtifactType, version};
use futures::{StreamExt, TryStreamExt, stream};
use serde::Serialize;
use shared::Result;
use strum::IntoEnumIterator;

/// Versions of a software that are answered: the newest, and far more than are offered.
const MOST: usize = 100;
/// Softwares whose folders are listed at once.
const AT_ONCE: usize = 8;

/// A software and what there is of it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AvailableFridgeArtifact {
    artifact_type: ArtifactType,
    available_versions: Vec<String>,
}

/// All software, with the raw versions that match its pattern, newest first.
pub async fn get_available_fridge_artifacts(bucket: &ArtifactBucket) -> Result<Vec<AvailableFridgeArtifact>> {
    stream::iter(ArtifactType::iter()).map(|artifact| available(bucket, artifact)).buffered(AT_ONCE).try_collect().await
}

async fn available(bucket: &ArtifactBucket, artifact_type: ArtifactType) -> Result<AvailableFridgeArtifact> {
    let raw = bucket.list(artifact_type).await?;
    let newest = version::newest_first(artifact_type, raw.iter().map(String::as_str)).take(MOST);
    Ok(AvailableFridgeArtifact { artifact_type, available_versions: newest.map(|(_, raw)| raw.to_owned()).collect() })
}
