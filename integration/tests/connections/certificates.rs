//! `issueFridgeCertificate` and `revokeFridgeCertificate`.

use crate::helpers::{
    connection, credentials, events, issue, issue_mutation, key, revoke, revoke_mutation, states, wait_for_connection,
};
use integration::{NewLocation, Stack, field_errors, fridge::Fridge, stack_test};
use serde_json::{Value, json};
use std::time::Duration;

/// The time in which the broker disconnects the fridge of a revoked certificate.
const DISCONNECT_TIMEOUT: Duration = Duration::from_secs(30);

#[stack_test]
async fn a_fridge_connects_with_an_issued_certificate_until_it_is_revoked(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let key = key(&id);
    let issued = issue(&admin, &id, &key).await;
    assert_eq!(states(&issued["connection"]), ["ISSUED"]);
    let credentials = credentials(&issued, key);
    let mut fridge = Fridge::connect_as(&stack, &id, &credentials).await.unwrap();
    let active = wait_for_connection(&admin, &id, "the first connection", |shown| states(shown) == ["ACTIVE"]).await;
    assert_eq!(active["state"], "CONNECTED");

    let certificate = &issued["certificateId"];
    let revoked = revoke(&admin, &id, certificate).await;
    assert_eq!(states(&revoked), ["REVOKED"]);
    fridge.disconnected(DISCONNECT_TIMEOUT).await;
    assert!(Fridge::connect_as(&stack, &id, &credentials).await.is_err());
    assert_eq!(events(&admin, &id).await, ["REVOKED", "ISSUED"]);
    // Repeating the call with the version that its author read changes nothing.
    let arguments = json!({ "id": id, "certificateId": certificate, "reason": "Again", "version": active["version"] });
    let repeated = admin.call(&revoke_mutation(), arguments).await;
    assert_eq!((&repeated["version"], &repeated["certificates"]), (&revoked["version"], &revoked["certificates"]));
}

#[stack_test]
async fn the_same_request_returns_the_same_certificate(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let key = key(&id);
    let first = issue(&admin, &id, &key).await;
    assert_eq!(issue(&admin, &id.to_lowercase(), &key).await, first);
    assert_eq!(events(&admin, &id).await, ["ISSUED"]);
}

#[stack_test]
async fn a_fridge_has_at_most_five_valid_certificates(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    for _ in 0..5 {
        issue(&admin, &id, &key(&id)).await;
    }
    let arguments = json!({ "id": id, "request": key(&id).request, "reason": "A test" });
    let rejection = admin.call_rejected(&issue_mutation(), arguments).await;
    let message = format!("{id} has 5 valid certificates. Revoke one first.");
    assert_eq!(field_errors(&rejection.info), [("id".to_owned(), message)]);
    let shown = connection(&admin, &id).await;
    revoke(&admin, &id, &shown["certificates"][0]["id"]).await;
    issue(&admin, &id, &key(&id)).await;
}

#[stack_test]
async fn rejects_invalid_requests_and_old_versions(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    for (request, reason, field) in [
        ("request".to_owned(), "A test", "certificateSigningRequest"),
        ("a".repeat(4097), "A test", "certificateSigningRequest"),
        (key(&id).request, "", "reason"),
        (key(&id).request, &"a".repeat(501), "reason"),
    ] {
        let arguments = json!({ "id": id, "request": request, "reason": reason });
        let rejection = admin.call_rejected(&issue_mutation(), arguments).await;
        assert_eq!(field_errors(&rejection.info)[0].0, field);
    }
    let issued = issue(&admin, &id, &key(&id)).await;
    let revocation = |certificate: &Value, version: u64| json!({ "id": id, "certificateId": certificate, "reason": "A test", "version": version });
    let old = admin.call_rejected(&revoke_mutation(), revocation(&issued["certificateId"], 0)).await;
    assert_eq!(old.kind, "Conflict");
    let unknown = admin.call_rejected(&revoke_mutation(), revocation(&json!("ab".repeat(32)), 1)).await;
    assert_eq!(unknown.kind, "NotFound");
    assert_eq!(states(&connection(&admin, &id).await), ["ISSUED"]);
}
