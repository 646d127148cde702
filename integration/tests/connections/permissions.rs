//! The permissions of the operations.

use crate::helpers::{
    HISTORY, connection, connection_query, issue_mutation, key, replacement_mutation, revoke_mutation,
};
use integration::{NewLocation, Stack, stack_test};
use serde_json::{Value, json};

#[stack_test]
async fn changes_require_the_permission(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let (reason, version) = ("A test", 0);
    let certificate = "ab".repeat(32);
    let calls = [
        (issue_mutation(), json!({ "id": id, "request": key(&id).request, "reason": reason })),
        (revoke_mutation(), json!({ "id": id, "certificateId": certificate, "reason": reason, "version": version })),
        (replacement_mutation(), json!({ "id": id, "allow": true, "reason": reason, "version": version })),
    ];
    for profile in ["no-permissions", "operations"] {
        let person = stack.person(profile).await;
        for (mutation, arguments) in &calls {
            let rejection = person.call_rejected(mutation, arguments.clone()).await;
            assert_eq!(rejection.kind, "Forbidden", "{profile}: {mutation}");
        }
    }
    assert_eq!(connection(&admin, &id).await["version"], 0);
}

#[stack_test]
async fn reading_requires_only_sign_in_except_for_the_history(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let person = stack.person("no-permissions").await;
    let shown = person.call(&connection_query(), json!({ "id": id })).await;
    let expected = json!({
        "locationId": id, "state": "NEVER", "since": null, "reason": null, "address": null, "takeovers": 0,
        "clockSkewSeconds": null, "certificates": [], "replacementUntil": null, "version": 0,
    });
    assert_eq!(shown, expected);
    person.call("{ disconnectedFridges { items { locationId } nextToken } }", Value::Null).await;
    assert_eq!(person.call_rejected(HISTORY, json!({ "id": id })).await.kind, "Forbidden");
    let page = admin.call(HISTORY, json!({ "id": id })).await;
    assert_eq!(page, json!({ "items": [], "nextToken": null }));
}

#[stack_test]
async fn only_fridges_have_a_connection(stack: Stack) {
    let admin = stack.person("admin").await;
    assert_eq!(connection(&admin, "TEST_MISSING").await, Value::Null);
    let arguments = json!({ "id": "TEST_MISSING", "request": key("TEST_MISSING").request, "reason": "A test" });
    assert_eq!(admin.call_rejected(&issue_mutation(), arguments).await.kind, "NotFound");
}
