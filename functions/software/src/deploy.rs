//! Deploys a version of an artifact to fridges. Requirements: `docs/requirements/software.md`.

use crate::{
    bucket::ArtifactBucket,
    change::{Change, Decision, Links, Outcome},
    model::ArtifactType,
    rules,
    transport::{DeliverArtifacts, MqttTransport},
    version::Version,
};
use locations::{
    model::{LocationId, LocationType},
    store::LocationStore,
};
use serde::{Deserialize, Serialize};
use shared::{Environment, FromEnvironment, Request, Result};
use std::collections::{BTreeMap, BTreeSet};

/// The dependencies of immediate deployments and rollbacks.
#[derive(Debug)]
pub struct Deployer {
    pub(crate) locations: LocationStore,
    pub(crate) bucket: ArtifactBucket,
    pub(crate) transport: MqttTransport,
}

impl FromEnvironment for Deployer {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self {
            locations: LocationStore::from_environment(environment)?,
            bucket: ArtifactBucket::from_environment(environment)?,
            transport: MqttTransport::from_environment(environment)?,
        })
    }
}

/// Arguments of `updateFridgeArtifacts` and `rollBackFridgeArtifacts`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeArtifactsArguments {
    pub(crate) artifact_type: ArtifactType,
    pub(crate) version: String,
    pub(crate) fridges: Vec<String>,
}

/// The result for each fridge.
#[derive(Debug, Default, Serialize)]
pub struct FridgeArtifactsResult {
    updated: Vec<FridgeArtifactUpdate>,
    failed: Vec<FailedFridge>,
}

/// An updated fridge: `pk` is the fridge, `sk` the artifact.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct FridgeArtifactUpdate {
    pk: LocationId,
    sk: ArtifactType,
    artifact_type: ArtifactType,
    object_key: String,
}

/// A fridge that was not updated, with the reason.
#[derive(Debug, Serialize)]
struct FailedFridge {
    fridge: String,
    message: String,
}

/// Deploys a version to fridges. A fridge that already has the version counts as updated, so the call can be repeated.
///
/// # Errors
/// [`shared::Error::Invalid`] if the version does not exist, or the list is empty or too long. The result contains the
/// failures of individual fridges.
pub async fn update_fridge_artifacts(
    deployer: &Deployer,
    Request { permit, now, input }: Request<FridgeArtifactsArguments>,
) -> Result<FridgeArtifactsResult> {
    let FridgeArtifactsArguments { artifact_type: artifact, version, fridges } = input;
    rules::check_count(fridges.len())?;
    let version = rules::parse_version(artifact, &version)?;
    let key = deployer.bucket.object_key(artifact, &version).await?;
    let key = key.ok_or_else(|| rules::unknown_version(artifact, version.as_str()))?;
    let (fridges, mut result) = deployer.partition_fridges(fridges).await?;
    let stored = deployer.transport.desired(&fridges).await?;
    let decide = |before: Option<&_>| match rules::plan_deployment(before, &version) {
        Some(after) => Decision::Write(after),
        None => Decision::AlreadyDone(version.clone()),
    };
    let (transport, permit, links) = (&deployer.transport, &permit, Links::NONE);
    let change = Change { transport, permit, on_behalf_of: None, now, artifact, event: "DEPLOYED", decide, links };
    let outcomes = change.apply_and_publish(fridges, &stored).await;
    result.add(artifact, outcomes, &BTreeMap::from([(version, key)]));
    Ok(result)
}

impl Deployer {
    /// The requested fridges without duplicates, and a result that lists the other ids as failed.
    pub(crate) async fn partition_fridges(
        &self,
        requested: Vec<String>,
    ) -> Result<(Vec<LocationId>, FridgeArtifactsResult)> {
        let ids: BTreeSet<LocationId> = requested.iter().filter_map(|id| id.parse().ok()).collect();
        let locations = self.locations.get_all(ids).await?;
        let (mut fridges, mut result) = (BTreeSet::new(), FridgeArtifactsResult::default());
        for id in requested.into_iter().collect::<BTreeSet<_>>() {
            match id.parse().ok().and_then(|id: LocationId| locations.get(&id)) {
                Some(location) if location.kind == LocationType::FRIDGE => {
                    fridges.insert(location.id.clone());
                }
                Some(_) => result.fail(id, "It is not a fridge".into()),
                None => result.fail(id, "It does not exist in the Locations table".into()),
            }
        }
        Ok((fridges.into_iter().collect(), result))
    }
}

impl FridgeArtifactsResult {
    /// Adds outcomes and sorts the result by fridge. `keys` contains the object keys of the versions.
    pub(crate) fn add(
        &mut self,
        artifact: ArtifactType,
        outcomes: Vec<(LocationId, Outcome)>,
        keys: &BTreeMap<Version, String>,
    ) {
        let object = |version| keys.get(&version).cloned().ok_or_else(|| version_unavailable(&version));
        for (fridge, outcome) in outcomes {
            match outcome.into_result().and_then(object) {
                Ok(object_key) => {
                    self.updated.push(FridgeArtifactUpdate {
                        pk: fridge,
                        sk: artifact,
                        artifact_type: artifact,
                        object_key,
                    });
                }
                Err(message) => self.fail(fridge.to_string(), message),
            }
        }
        self.updated.sort_by(|one, other| one.pk.cmp(&other.pk));
        self.failed.sort_by(|one, other| one.fridge.cmp(&other.fridge));
    }

    fn fail(&mut self, fridge: String, message: String) {
        self.failed.push(FailedFridge { fridge, message });
    }
}

/// The reason why a fridge cannot get a version that was removed from the bucket.
pub(crate) fn version_unavailable(version: &Version) -> String {
    format!("Version {version} is no longer available")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_result_contains_updates_with_object_keys_and_failures_with_reasons() {
        let artifact = ArtifactType::FridgeAgent;
        let version = Version::parse(artifact, "1.2").unwrap();
        let outcomes = vec![
            ("B".parse().unwrap(), Outcome::Failed("It broke".to_owned())),
            ("A".parse().unwrap(), Outcome::Written(None, version.clone())),
        ];
        let mut result = FridgeArtifactsResult::default();
        result.add(artifact, outcomes, &BTreeMap::from([(version, "FRIDGE_AGENT/1.2/agent.tar.gz".into())]));
        let expected = json!({
            "updated": [{
                "pk": "A", "sk": "FRIDGE_AGENT", "artifactType": "FRIDGE_AGENT",
                "objectKey": "FRIDGE_AGENT/1.2/agent.tar.gz",
            }],
            "failed": [{ "fridge": "B", "message": "It broke" }],
        });
        assert_eq!(serde_json::to_value(result).unwrap(), expected);
    }
}
