//! Rolls fridges back from a version to their previous versions.

use crate::{
    bucket::ArtifactBucket,
    change::{Change, Decision, Links},
    deploy::{self, Deployer, FridgeArtifactsArguments, FridgeArtifactsResult},
    model::{ArtifactType, Deployed, FridgeSoftware},
    rules::{self, RollBack},
    transport::DeliverArtifacts,
    version::Version,
};
use locations::model::LocationId;
use shared::{Request, Result};
use std::collections::{BTreeMap, BTreeSet};

/// Rolls fridges back from a version to their previous versions. A repeated call changes nothing.
///
/// # Errors
/// [`shared::Error::Invalid`] if the version is invalid, or the list is empty or too long. The result contains the
/// failures of individual fridges.
pub async fn roll_back_fridge_artifacts(
    deployer: &Deployer,
    Request { permit, now, input }: Request<FridgeArtifactsArguments>,
) -> Result<FridgeArtifactsResult> {
    let FridgeArtifactsArguments { artifact_type: artifact, version, fridges } = input;
    rules::check_count(fridges.len())?;
    let version = rules::parse_version(artifact, &version)?;
    let (fridges, mut result) = deployer.partition_fridges(fridges).await?;
    let stored = deployer.transport.desired(&fridges).await?;
    let keys = object_keys(&deployer.bucket, artifact, &stored).await?;
    let decide = |before: Option<&Deployed>| decide(before, &version, &keys);
    let (transport, permit, links) = (&deployer.transport, &permit, Links::NONE);
    let change = Change { transport, permit, on_behalf_of: None, now, artifact, event: "ROLLED_BACK", decide, links };
    let outcomes = change.apply_and_publish(fridges, &stored).await;
    result.add(artifact, outcomes, &keys);
    Ok(result)
}

/// Decides about a fridge that is rolled back from `version`. `keys` contains the object keys of available versions.
pub(crate) fn decide(before: Option<&Deployed>, version: &Version, keys: &BTreeMap<Version, String>) -> Decision {
    match rules::plan_roll_back(before, version) {
        RollBack::To(after) if keys.contains_key(&after.version) => Decision::Write(after),
        RollBack::To(after) => Decision::Rejected(deploy::version_unavailable(&after.version)),
        RollBack::AlreadyDone(earlier) => Decision::AlreadyDone(earlier),
        RollBack::Rejected(why) => Decision::Rejected(why),
    }
}

/// The object keys of the current and previous versions of the fridges, as far as they are in the bucket.
pub(crate) async fn object_keys(
    bucket: &ArtifactBucket,
    artifact: ArtifactType,
    stored: &BTreeMap<LocationId, FridgeSoftware>,
) -> Result<BTreeMap<Version, String>> {
    let deployed = stored.values().filter_map(|software| software.deployed.get(&artifact));
    let versions: BTreeSet<Version> =
        deployed.flat_map(|deployed| [Some(deployed.version.clone()), deployed.previous.clone()]).flatten().collect();
    let keys = bucket.object_keys(versions.into_iter().map(|version| (artifact, version)).collect()).await?;
    Ok(keys.into_iter().map(|((_, version), key)| (version, key)).collect())
}
