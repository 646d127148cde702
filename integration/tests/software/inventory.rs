//! `getFridgeArtifacts` and `getAvailableFridgeArtifacts` with the seeded data.

use crate::helpers::agents;
use integration::{Stack, field_errors, stack_test};
use serde_json::json;
use std::collections::BTreeSet;

#[stack_test]
async fn lists_the_software_of_the_seeded_fleet(stack: Stack) {
    let agents = agents(&stack.person("read-only").await).await;
    assert!(agents.keys().filter(|id| !id.starts_with("TEST")).count() > 30, "{}", agents.len());
}

#[stack_test]
async fn lists_matching_versions_of_the_bucket_newest_first(stack: Stack) {
    let reader = stack.person("read-only").await;
    let artifacts =
        reader.call("query { getAvailableFridgeArtifacts { artifactType availableVersions } }", json!({})).await;
    let versions_of = |artifact: &str| -> Vec<String> {
        let found = artifacts.as_array().unwrap().iter().find(|item| item["artifactType"] == artifact).unwrap();
        found["availableVersions"].as_array().unwrap().iter().map(|raw| raw.as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(artifacts.as_array().unwrap().len(), 8);
    assert_eq!(versions_of("FRIDGE_INVENTORY")[..3], ["1.13/", "1.12/", "1.11/"]);
    assert_eq!(versions_of("FRIDGE_HEARTBEAT")[..2], ["12 0 3/", "12 0 0/"]);
    // The bucket also contains `latest` and a release candidate.
    assert_eq!(versions_of("FRIDGE_AGENT")[0], "3.12.0/");
    assert_eq!(versions_of("FRIDGE_AGENT").iter().collect::<BTreeSet<_>>().len(), versions_of("FRIDGE_AGENT").len());
}

#[stack_test]
async fn rejects_an_invalid_token(stack: Stack) {
    let reader = stack.person("read-only").await;
    for field in ["getFridgeArtifacts", "getFridgeSoftwarePilots"] {
        let query = format!("query ($nextToken: String) {{ {field}(nextToken: $nextToken) {{ nextToken }} }}");
        // `e30` names no partition, and the last token names a partition that does not exist.
        for token in ["!", "e30", "eyI5OSI6IiJ9"] {
            let rejection = reader.call_rejected(&query, json!({ "nextToken": token })).await;
            assert_eq!(field_errors(&rejection.info)[0].0, "nextToken", "{field} {token}");
        }
    }
}
