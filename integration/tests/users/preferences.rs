//! `myPreferences` and `updateMyPreferences`.

use integration::{Member, Stack, stack_test, with_cleanup};
use serde_json::{Value, json};

const FIELDS: &str = "{ version views { id table screen name query isDefault } home { kind view } favorites }";

fn read() -> String {
    format!("{{ myPreferences {FIELDS} }}")
}

fn update() -> String {
    format!("mutation ($input: PreferencesInput!) {{ updateMyPreferences(input: $input) {FIELDS} }}")
}

fn preferences(version: u64, name: &str) -> Value {
    let view = json!({
        "id": "one", "table": "locations", "screen": "/locations/all", "name": name, "query": "text=chicago",
        "isDefault": true,
    });
    json!({
        "version": version, "views": [view], "home": [{ "kind": "VIEW", "view": "one" }], "favorites": ["/coupons"],
    })
}

#[stack_test]
async fn stores_preferences_for_the_caller_without_permissions_and_for_no_other_user(stack: Stack) {
    let (member, other) = (Member::create(&stack).await, Member::create(&stack).await);
    let test = Box::pin(async {
        let (person, stranger) = (member.person(&stack).await, other.person(&stack).await);
        let empty = json!({ "version": 0, "views": [], "home": null, "favorites": [] });
        assert_eq!(person.call(&read(), json!({})).await, empty);
        let saved = person.call(&update(), json!({ "input": preferences(0, "Chicago") })).await;
        assert_eq!(saved, preferences(1, "Chicago"));
        assert_eq!(person.call(&read(), json!({})).await, saved);
        assert_eq!(stranger.call(&read(), json!({})).await, empty);
    });
    with_cleanup(test, async {
        member.delete(&stack).await;
        other.delete(&stack).await;
    })
    .await;
}

#[stack_test]
async fn rejects_a_change_of_an_outdated_version_and_accepts_a_repeated_one(stack: Stack) {
    let member = Member::create(&stack).await;
    let test = Box::pin(async {
        let person = member.person(&stack).await;
        let first = json!({ "input": preferences(0, "Chicago") });
        let saved = person.call(&update(), first.clone()).await;
        assert_eq!(person.call(&update(), first).await, saved);
        let rejection = person.call_rejected(&update(), json!({ "input": preferences(0, "Boston") })).await;
        assert_eq!(rejection.kind, "Conflict");
        assert_eq!(person.call(&read(), json!({})).await, saved);
        let renamed = person.call(&update(), json!({ "input": preferences(1, "Boston") })).await;
        assert_eq!(renamed, preferences(2, "Boston"));
    });
    with_cleanup(test, member.delete(&stack)).await;
}

#[stack_test]
async fn rejects_invalid_preferences_and_writes_nothing(stack: Stack) {
    let member = Member::create(&stack).await;
    let test = Box::pin(async {
        let person = member.person(&stack).await;
        let mut input = preferences(0, "Chicago");
        input["home"] = json!([{ "kind": "VIEW", "view": "gone" }]);
        let rejection = person.call_rejected(&update(), json!({ "input": input })).await;
        assert_eq!(rejection.kind, "Invalid");
        assert_eq!(rejection.message, "The view of this tile does not exist");
        assert_eq!(person.call(&read(), json!({})).await["version"], 0);
    });
    with_cleanup(test, member.delete(&stack)).await;
}
