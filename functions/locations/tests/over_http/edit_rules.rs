//! The cases that the browser and the rules share, at the deployed route.

use serde::Deserialize;
use serde_json::{Value, json};
use testkit::{NewLocation, Stack, wrong_fields};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    name: String,
    input: Value,
    /// What an earlier edit stored.
    stored: Option<Value>,
    /// Names that are offered, which the deployed stack does not know.
    offered: Option<Value>,
    /// The company's, where it is not that of the deployed stack.
    company_host_marker: Option<String>,
    errors: Value,
}

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("../../cases/edit.json")).unwrap()
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn what_the_rules_refuse_is_refused_with_their_messages_and_nothing_is_stored() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    for Case { name, mut input, stored, errors, .. } in cases() {
        if errors == json!([]) {
            continue;
        }
        let other = match stored {
            Some(stored) => {
                let other = NewLocation::default().create(&admin).await;
                input["version"] = admin.edit(&other, stored).await["version"].clone();
                Some(other)
            }
            None => None,
        };
        let id = other.as_ref().unwrap_or(&id);
        let refused = admin.patch(&format!("/locations/{id}"), input).await;
        assert_eq!(refused.status, 400, "{name}: {}", refused.body);
        let expected = wrong_fields(&json!({ "errors": errors }));
        let expected = expected.into_iter().map(|(field, message)| (field, message.replace("FRIDGE_1", id)));
        assert_eq!(wrong_fields(&refused.body), expected.collect::<Vec<_>>(), "{name}");
    }
    assert_eq!(admin.location(&id).await["version"], 1);
    assert_eq!(admin.history(&id).await.len(), 1);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn what_the_rules_accept_is_saved() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    for Case { name, input, stored, offered, company_host_marker, errors } in cases() {
        // What is stored before can be what no edit stores.
        if errors != json!([]) || stored.is_some() || offered.is_some() || company_host_marker.is_some() {
            continue;
        }
        let id = NewLocation::default().create(&admin).await;
        let saved = admin.patch(&format!("/locations/{id}"), input).await;
        assert_eq!(saved.status, 200, "{name}: {}", saved.body);
    }
}
