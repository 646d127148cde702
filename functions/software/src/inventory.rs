//! Lists the fridges by artifact and version. Requirements: `docs/requirements/software.md`, SWR-3.

use crate::{
    model::{ArtifactType, FridgeSoftware},
    store::SoftwareStore,
    version::Version,
};
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::{Page, Result};
use std::collections::BTreeMap;

/// Arguments of `getFridgeArtifacts`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct GetFridgeArtifactsArguments {
    next_token: Option<String>,
}

/// An artifact and its deployed versions.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeArtifact {
    artifact_type: ArtifactType,
    versions: Vec<FridgeArtifactVersion>,
}

/// A version and the fridges to which it is deployed.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeArtifactVersion {
    version_name: Version,
    fridges_deployed_to: Vec<LocationId>,
}

/// The versions on a page of fridges, newest first. A page contains some fridges with all their artifacts.
pub async fn get_fridge_artifacts(
    store: &SoftwareStore,
    arguments: GetFridgeArtifactsArguments,
) -> Result<Page<FridgeArtifact>> {
    let Page { items, next_token } = store.page(arguments.next_token.as_deref()).await?;
    Ok(Page { items: by_version(items), next_token })
}

fn by_version(fleet: Vec<FridgeSoftware>) -> Vec<FridgeArtifact> {
    let mut artifacts: BTreeMap<ArtifactType, BTreeMap<Version, Vec<LocationId>>> = BTreeMap::new();
    for FridgeSoftware { fridge, deployed, .. } in fleet {
        for (artifact, deployed) in deployed {
            artifacts.entry(artifact).or_default().entry(deployed.version).or_default().push(fridge.clone());
        }
    }
    let version = |(version_name, fridges_deployed_to)| FridgeArtifactVersion { version_name, fridges_deployed_to };
    let artifact = |(artifact_type, versions): (_, BTreeMap<_, _>)| FridgeArtifact {
        artifact_type,
        versions: versions.into_iter().rev().map(version).collect(),
    };
    artifacts.into_iter().map(artifact).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Deployed;
    use serde_json::json;

    fn fridge(id: &str, versions: &[(ArtifactType, &str)]) -> FridgeSoftware {
        let deployed = versions.iter().map(|(artifact, text)| {
            let version = Version::parse(*artifact, text).unwrap();
            (*artifact, Deployed { version, previous: None, rolled_back_from: None })
        });
        FridgeSoftware { fridge: id.parse().unwrap(), deployed: deployed.collect(), revised_at: None }
    }

    #[test]
    fn groups_fridges_by_artifact_and_version_newest_first() {
        let (agent, heartbeat) = (ArtifactType::FridgeAgent, ArtifactType::FridgeHeartbeat);
        let fleet = vec![
            fridge("A", &[(agent, "1.9"), (heartbeat, "2 1")]),
            fridge("B", &[(agent, "1.10")]),
            fridge("C", &[(agent, "1.9")]),
        ];
        let expected = json!([
            { "artifactType": "FRIDGE_AGENT", "versions": [
                { "versionName": "1.10", "fridgesDeployedTo": ["B"] },
                { "versionName": "1.9", "fridgesDeployedTo": ["A", "C"] },
            ]},
            { "artifactType": "FRIDGE_HEARTBEAT", "versions": [{ "versionName": "2 1", "fridgesDeployedTo": ["A"] }] },
        ]);
        assert_eq!(serde_json::to_value(by_version(fleet)).unwrap(), expected);
    }

    #[test]
    fn a_page_of_5000_fridges_is_smaller_than_the_appsync_response_limit() {
        use strum::IntoEnumIterator;
        let versions: Vec<_> = ArtifactType::iter().map(|artifact| (artifact, "1")).collect();
        let fleet = (0..5000).map(|number| fridge(&format!("A_METRO_OF_20_{number:06}"), &versions)).collect();
        let response = serde_json::to_string(&by_version(fleet)).unwrap();
        assert!(response.len() < 1_000_000, "{}", response.len());
    }
}
