//! Rolls fridges back from a version to their previous versions.

use crate::{
    change::{Change, Decision},
    deploy::{self, Deployments, FridgeArtifactsArguments, FridgeArtifactsResult},
    model::{ArtifactType, Deployed, FridgeSoftware},
    rules::{self, RollBack},
    version::Version,
};
use futures::{StreamExt, TryStreamExt, stream};
use locations::model::LocationId;
use shared::{Request, Result};
use std::collections::{BTreeMap, BTreeSet};

/// Number of versions that are looked up in the bucket in parallel.
const CONCURRENCY: usize = 8;

/// Rolls fridges back from a version to their previous versions. A repeated call changes nothing.
///
/// # Errors
/// [`shared::Error::Invalid`] if the version is invalid, or the list is empty or too long. The result contains the
/// failures of individual fridges.
pub async fn roll_back_fridge_artifacts(
    deployments: &Deployments,
    Request { permit, now, input }: Request<FridgeArtifactsArguments>,
) -> Result<FridgeArtifactsResult> {
    let FridgeArtifactsArguments { artifact_type: artifact, version, fridges } = input;
    rules::check_count(fridges.len())?;
    let version = rules::parse_version(artifact, &version)?;
    let (fridges, mut result) = deployments.partition_fridges(fridges).await?;
    let stored = deployments.software.get_all(&fridges).await?;
    let keys = object_keys(deployments, artifact, &stored).await?;
    let decide = |before: Option<&Deployed>| match rules::plan_roll_back(before, &version) {
        RollBack::To(after) if keys.contains_key(&after.version) => Decision::Write(after),
        RollBack::To(after) => Decision::Rejected(deploy::version_unavailable(&after.version)),
        RollBack::AlreadyDone(earlier) => Decision::AlreadyDone(earlier),
        RollBack::Rejected(why) => Decision::Rejected(why),
    };
    let (store, audit) = (&deployments.software, &deployments.audit);
    let change = Change { store, audit, permit: &permit, now, artifact, event: "ROLLED_BACK", decide };
    let outcomes = change.apply(fridges, &stored).await;
    result.add(artifact, outcomes, &keys);
    Ok(result)
}

/// The object keys of the current and previous versions of the fridges, as far as they are in the bucket.
async fn object_keys(
    deployments: &Deployments,
    artifact: ArtifactType,
    stored: &BTreeMap<LocationId, FridgeSoftware>,
) -> Result<BTreeMap<Version, String>> {
    let deployed = stored.values().filter_map(|software| software.deployed.get(&artifact));
    let versions: BTreeSet<Version> =
        deployed.flat_map(|deployed| [Some(deployed.version.clone()), deployed.previous.clone()]).flatten().collect();
    stream::iter(versions)
        .map(|version| async move {
            let key = deployments.bucket.object_key(artifact, &version).await?;
            Ok((version, key))
        })
        .buffer_unordered(CONCURRENCY)
        .try_filter_map(|(version, key)| std::future::ready(Ok(key.map(|key| (version, key)))))
        .try_collect()
        .await
}
