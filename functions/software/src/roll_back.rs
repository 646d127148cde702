//! Rolling a version back: each fridge gets the version that it had before.

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

/// Versions that are looked for at once.
const AT_ONCE: usize = 8;

/// Takes fridges back from a version to the one that each had before. The same call again changes nothing.
///
/// # Errors
/// [`shared::Error::Invalid`] where the text is no version, or the list is empty or too long. What fails for some fridges
/// is told of these.
pub async fn roll_back_fridge_artifacts(
    uses: &Deployments,
    Request { permit, now, input }: Request<FridgeArtifactsArguments>,
) -> Result<FridgeArtifactsResult> {
    let FridgeArtifactsArguments { artifact_type: artifact, version, fridges } = input;
    rules::count(fridges.len())?;
    let version = rules::version(artifact, &version)?;
    let (fridges, mut result) = uses.sort_out(fridges).await?;
    let stored = uses.software.get_all(&fridges).await?;
    let keys = objects(uses, artifact, &stored).await?;
    let decide = |before: Option<&Deployed>| match rules::rolled_back(before, &version) {
        RollBack::To(after) if keys.contains_key(&after.version) => Decision::Write(after),
        RollBack::To(after) => Decision::Refused(deploy::gone(&after.version)),
        RollBack::Already(earlier) => Decision::Done(earlier),
        RollBack::Refused(why) => Decision::Refused(why),
    };
    let (store, audit) = (&uses.software, &uses.audit);
    let change = Change { store, audit, permit: &permit, now, artifact, event: "ROLLED_BACK", decide };
    let outcomes = change.apply(fridges, &stored).await;
    result.add(artifact, outcomes, &keys);
    Ok(result)
}

/// The objects of the versions that these fridges have and had before, as far as they are still there.
async fn objects(
    uses: &Deployments,
    artifact: ArtifactType,
    stored: &BTreeMap<LocationId, FridgeSoftware>,
) -> Result<BTreeMap<Version, String>> {
    let deployed = stored.values().filter_map(|software| software.deployed.get(&artifact));
    let versions: BTreeSet<Version> =
        deployed.flat_map(|deployed| [Some(deployed.version.clone()), deployed.previous.clone()]).flatten().collect();
    stream::iter(versions)
        .map(|version| async move {
            let key = uses.bucket.object_key(artifact, &version).await?;
            Ok((version, key))
        })
        .buffer_unordered(AT_ONCE)
        .try_filter_map(|(version, key)| std::future::ready(Ok(key.map(|key| (version, key)))))
        .try_collect()
        .await
}
