//! Runs the shared cases of the edit rules, `cases/edit.json`, against `PATCH /locations/{id}`.

use integration::{NewLocation, Stack, field_errors, stack_test};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    name: String,
    input: Value,
    /// Attributes to store before the edit.
    stored: Option<Value>,
    /// Offered names that the deployed stack does not have.
    offered: Option<Value>,
    /// A company host marker that differs from the one of the deployed stack.
    company_host_marker: Option<String>,
    errors: Value,
}

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("../../../functions/locations/cases/edit.json")).unwrap()
}

#[stack_test]
async fn rejects_each_invalid_case_with_its_messages_and_stores_nothing(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    for Case { name, mut input, stored, errors, .. } in cases() {
        if errors == json!([]) {
            continue;
        }
        let prepared = match stored {
            Some(stored) => {
                let other = NewLocation::default().create(&admin).await;
                input["version"] = admin.edit(&other, stored).await["version"].clone();
                Some(other)
            }
            None => None,
        };
        let id = prepared.as_ref().unwrap_or(&id);
        let rejected = admin.patch(&format!("/locations/{id}"), input).await;
        assert_eq!(rejected.status, 400, "{name}: {}", rejected.body);
        let expected = field_errors(&json!({ "errors": errors }));
        let expected = expected.into_iter().map(|(field, message)| (field, message.replace("FRIDGE_1", id)));
        assert_eq!(field_errors(&rejected.body), expected.collect::<Vec<_>>(), "{name}");
    }
    assert_eq!(admin.location(&id).await["version"], 1);
    assert_eq!(admin.history(&id).await.len(), 1);
}

#[stack_test]
async fn saves_each_valid_case(stack: Stack) {
    let admin = stack.person("admin").await;
    for Case { name, input, stored, offered, company_host_marker, errors } in cases() {
        // Some cases store attributes that an edit cannot store.
        if errors != json!([]) || stored.is_some() || offered.is_some() || company_host_marker.is_some() {
            continue;
        }
        let id = NewLocation::default().create(&admin).await;
        let response = admin.patch(&format!("/locations/{id}"), input).await;
        assert_eq!(response.status, 200, "{name}: {}", response.body);
    }
}
