//! `getFridgeArtifacts` and `getAvailableFridgeArtifacts`, as the seeder left them.

use crate::calls::agents;
use serde_json::json;
use std::collections::BTreeSet;
use testkit::{Stack, wrong_fields};

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn the_seeded_fleet_has_its_software() {
    let stack = Stack::load().await;
    let agents = agents(&stack.person("read-only").await).await;
    assert!(agents.keys().filter(|id| !id.starts_with("TEST")).count() > 30, "{}", agents.len());
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn available_versions_are_those_of_the_bucket_that_match_newest_first() {
    let stack = Stack::load().await;
    let reader = stack.person("read-only").await;
    let answer =
        reader.ask("query { getAvailableFridgeArtifacts { artifactType availableVersions } }", json!({})).await;
    let of = |artifact: &str| -> Vec<String> {
        let found = answer.as_array().unwrap().iter().find(|item| item["artifactType"] == artifact).unwrap();
        found["availableVersions"].as_array().unwrap().iter().map(|raw| raw.as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(answer.as_array().unwrap().len(), 8);
    assert_eq!(of("FRIDGE_INVENTORY")[..3], ["1.13/", "1.12/", "1.11/"]);
    assert_eq!(of("FRIDGE_HEARTBEAT")[..2], ["12 0 3/", "12 0 0/"]);
    // `latest` and a release candidate are in the bucket too.
    assert_eq!(of("FRIDGE_AGENT")[0], "3.12.0/");
    assert_eq!(of("FRIDGE_AGENT").iter().collect::<BTreeSet<_>>().len(), of("FRIDGE_AGENT").len());
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_token_of_somebody_elses_making_is_refused() {
    let stack = Stack::load().await;
    let reader = stack.person("read-only").await;
    for field in ["getFridgeArtifacts", "getFridgeSoftwarePilots"] {
        let query = format!("query ($nextToken: String) {{ {field}(nextToken: $nextToken) {{ nextToken }} }}");
        // `e30` is no partition, the last one is a partition that is not there.
        for token in ["!", "e30", "eyI5OSI6IiJ9"] {
            let refusal = reader.refused(&query, json!({ "nextToken": token })).await;
            assert_eq!(wrong_fields(&refusal.info)[0].0, "nextToken", "{field} {token}");
        }
    }
}
