//! Deploying a version of a software to fridges (sections 2.1, 4.1 and 5).

use crate::{
    bucket::ArtifactBucket,
    change::{Change, Decision, Outcome},
    model::ArtifactType,
    rules,
    store::SoftwareStore,
    version::Version,
};
use locations::{
    model::{LocationId, LocationType},
    store::LocationStore,
};
use serde::{Deserialize, Serialize};
use shared::{Environment, FromEnvironment, Request, Result, audit::AuditTable};
use std::collections::{BTreeMap, BTreeSet};

/// What a deployment needs.
#[derive(Debug)]
pub struct Deployments {
    pub(crate) locations: LocationStore,
    pub(crate) bucket: ArtifactBucket,
    pub(crate) software: SoftwareStore,
    pub(crate) audit: AuditTable,
}

impl FromEnvironment for Deployments {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self {
            locations: LocationStore::from_environment(environment)?,
            bucket: ArtifactBucket::from_environment(environment)?,
            software: SoftwareStore::from_environment(environment)?,
            audit: AuditTable::from_environment(environment)?,
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

/// What became of each fridge.
#[derive(Debug, Default, Serialize)]
pub struct FridgeArtifactsResult {
    updated: Vec<FridgeArtifactUpdate>,
    failed: Vec<FailedFridge>,
}

/// A fridge that has the version now: `pk` is the fridge, `sk` the software (section 3, deployment result).
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct FridgeArtifactUpdate {
    pk: LocationId,
    sk: ArtifactType,
    artifact_type: ArtifactType,
    object_key: String,
}

/// A fridge that has not, and why.
#[derive(Debug, Serialize)]
struct FailedFridge {
    fridge: String,
    message: String,
}

/// Deploys a version to fridges. One that has it already counts as updated, so that the same call may be made again.
///
/// # Errors
/// [`shared::Error::Invalid`] where there is no such version, or the list is empty or too long. What fails for some fridges is
/// told of these.
pub async fn update_fridge_artifacts(
    uses: &Deployments,
    Request { permit, now, input }: Request<FridgeArtifactsArguments>,
) -> Result<FridgeArtifactsResult> {
    let FridgeArtifactsArguments { artifact_type: artifact, version, fridges } = input;
    rules::count(fridges.len())?;
    let version = rules::version(artifact, &version)?;
    let key = uses.bucket.object_key(artifact, &version).await?;
    let key = key.ok_or_else(|| rules::no_version(artifact, version.as_str()))?;
    let (fridges, mut result) = uses.sort_out(fridges).await?;
    let stored = uses.software.get_all(&fridges).await?;
    let decide = |before: Option<&_>| match rules::deployed(before, &version) {
        Some(after) => Decision::Write(after),
        None => Decision::Done(version.clone()),
    };
    let (store, audit) = (&uses.software, &uses.audit);
    let change = Change { store, audit, permit: &permit, now, artifact, event: "DEPLOYED", decide };
    let outcomes = change.apply(fridges, &stored).await;
    result.add(artifact, outcomes, &BTreeMap::from([(version, key)]));
    Ok(result)
}

impl Deployments {
    /// The fridges among what was asked for, each once, and a result that tells of the rest that they are none.
    pub(crate) async fn sort_out(&self, asked: Vec<String>) -> Result<(Vec<LocationId>, FridgeArtifactsResult)> {
        let ids: BTreeSet<LocationId> = asked.iter().filter_map(|id| id.parse().ok()).collect();
        let locations = self.locations.get_all(ids).await?;
        let (mut fridges, mut result) = (BTreeSet::new(), FridgeArtifactsResult::default());
        for id in asked.into_iter().collect::<BTreeSet<_>>() {
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
    /// With these outcomes, in the order of the fridges; `keys` are the objects of the versions.
    pub(crate) fn add(&mut self, artifact: ArtifactType, outcomes: Vec<Outcome>, keys: &BTreeMap<Version, String>) {
        let object = |version| keys.get(&version).cloned().ok_or_else(|| gone(&version));
        for (fridge, outcome) in outcomes {
            match outcome.and_then(object) {
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

/// Why a fridge cannot have a version any more.
pub(crate) fn gone(version: &Version) -> String {
    format!("Version {version} is no longer available")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_update_names_the_fridge_the_software_and_the_object_and_a_failure_says_why() {
        let artifact = ArtifactType::FridgeAgent;
        let version = Version::parse(artifact, "1.2").unwrap();
        let outcomes =
            vec![("B".parse().unwrap(), Err("It broke".to_owned())), ("A".parse().unwrap(), Ok(version.clone()))];
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
