//! The message with the desired software of a fridge. `functions/software/README.md` documents it.

use crate::{
    model::{ArtifactType, FridgeSoftware},
    version::Version,
};
use locations::model::LocationId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The complete desired software of a fridge, as a retained message. Messages can be duplicated or arrive in any order:
/// a fridge ignores a message whose revision is lower than that of another message.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DesiredSoftware {
    /// The version of the message format: 1.
    #[schemars(extend("const" = 1))]
    pub schema_version: u32,
    /// The fridge.
    pub location_id: LocationId,
    /// The revision of the desired software: the time of its last change in milliseconds since 1970. It increases with
    /// each change.
    pub revision: u64,
    /// The desired artifacts by type. An artifact that is not in the list stays as it is.
    pub artifacts: Vec<DesiredArtifact>,
}

/// The desired version of an artifact.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DesiredArtifact {
    /// The artifact.
    pub artifact_type: ArtifactType,
    /// The desired version.
    pub version: Version,
    /// The key of the version's object in the artifacts bucket. It is missing if the version was removed from the
    /// bucket.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object_key: Option<String>,
}

/// The object keys of available versions.
pub(crate) type ObjectKeys = BTreeMap<(ArtifactType, Version), String>;

impl DesiredSoftware {
    /// The message for a fridge.
    pub(crate) fn new(software: FridgeSoftware, keys: &ObjectKeys) -> Self {
        let FridgeSoftware { fridge, deployed, revised_at } = software;
        let revision = revised_at.map(|at| at.utc().timestamp_millis()).and_then(|at| u64::try_from(at).ok());
        let artifact = |(artifact_type, version): (ArtifactType, Version)| {
            let object = (artifact_type, version);
            let object_key = keys.get(&object).cloned();
            DesiredArtifact { artifact_type, version: object.1, object_key }
        };
        Self {
            schema_version: 1,
            location_id: fridge,
            revision: revision.unwrap_or_default(),
            artifacts: deployed
                .into_iter()
                .map(|(artifact, deployed)| (artifact, deployed.version))
                .map(artifact)
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Deployed;
    use schemars::generate::SchemaSettings;
    use serde_json::{Value, json};
    use std::{env, fs};

    fn deployed(artifact: ArtifactType, version: &str) -> (ArtifactType, Deployed) {
        let version = Version::parse(artifact, version).unwrap();
        (artifact, Deployed { version, previous: None, rolled_back_from: None })
    }

    #[test]
    fn a_message_contains_all_desired_versions_and_the_time_of_the_last_change() {
        let software = FridgeSoftware {
            fridge: "CHI_0001".parse().unwrap(),
            deployed: [deployed(ArtifactType::FridgeHeartbeat, "2 1"), deployed(ArtifactType::FridgeAgent, "1.10")]
                .into(),
            revised_at: Some("2026-11-21T10:00:00.007Z".parse().unwrap()),
        };
        let agent = Version::parse(ArtifactType::FridgeAgent, "1.10").unwrap();
        let keys = [((ArtifactType::FridgeAgent, agent), "FRIDGE_AGENT/1.10/agent.tar.gz".to_owned())].into();
        let expected = json!({
            "schemaVersion": 1, "locationId": "CHI_0001", "revision": 1_795_255_200_007_u64, "artifacts": [
                { "artifactType": "FRIDGE_AGENT", "version": "1.10", "objectKey": "FRIDGE_AGENT/1.10/agent.tar.gz" },
                { "artifactType": "FRIDGE_HEARTBEAT", "version": "2 1" },
            ],
        });
        assert_eq!(json!(DesiredSoftware::new(software, &keys)), expected);
    }

    #[test]
    fn software_that_was_never_changed_has_revision_0() {
        let software =
            FridgeSoftware { fridge: "CHI_0001".parse().unwrap(), deployed: BTreeMap::new(), revised_at: None };
        assert_eq!(DesiredSoftware::new(software, &ObjectKeys::new()).revision, 0);
    }

    #[test]
    fn the_schema_of_desired_software_is_current() {
        let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
        let schema = settings.into_generator().into_root_schema_for::<DesiredSoftware>();
        let (path, text) = ("schemas/v1/DesiredSoftware.json", serde_json::to_string_pretty(&schema).unwrap() + "\n");
        if env::var_os("WRITE_SCHEMAS").is_some() {
            fs::write(path, &text).unwrap();
        }
        let stored = fs::read_to_string(path).unwrap_or_default();
        assert!(stored == text, "update the schema with WRITE_SCHEMAS=1 cargo test -p software");
    }

    #[test]
    fn the_sample_is_a_complete_message() {
        let sample: Value = serde_json::from_str(include_str!("../samples/DesiredSoftware.json")).unwrap();
        let message: DesiredSoftware = serde_json::from_value(sample.clone()).unwrap();
        assert_eq!(message.location_id.as_str(), "CHI_0001");
        assert_eq!(json!(message), sample);
    }
}
