//! `allowFridgeReplacement`.

use crate::helpers::{connection, events, replacement_mutation};
use integration::{NewLocation, Stack, stack_test};
use serde_json::{Value, json};

#[stack_test]
async fn a_replacement_is_allowed_and_ended_with_the_version_that_the_caller_read(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let arguments =
        |allow: bool, version: u64| json!({ "id": id, "allow": allow, "reason": "A test", "version": version });
    let allowed = admin.call(&replacement_mutation(), arguments(true, 0)).await;
    assert!(allowed["replacementUntil"].is_string());
    assert_eq!(admin.call(&replacement_mutation(), arguments(true, 0)).await, allowed);
    let old = admin.call_rejected(&replacement_mutation(), arguments(false, 0)).await;
    assert_eq!(old.kind, "Conflict");
    let ended = admin.call(&replacement_mutation(), arguments(false, 1)).await;
    assert_eq!((&ended["replacementUntil"], &ended["version"]), (&Value::Null, &json!(2)));
    assert_eq!(connection(&admin, &id).await, ended);
    assert_eq!(events(&admin, &id).await, ["REPLACEMENT_ENDED", "REPLACEMENT_ALLOWED"]);
}
