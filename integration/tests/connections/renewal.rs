//! `renew-fridge-certificate`: fridges that request a new certificate.

use crate::helpers::{connection, credentials, events, key, states, sweep, wait_for_connection};
use integration::{NewLocation, Stack, fridge::Fridge, stack_test};
use serde_json::{Value, json};
use shared::fridge_topics::{Down, Up};
use std::time::Duration;

/// The time in which a fridge receives its certificate.
const RECEIVE_TIMEOUT: Duration = Duration::from_secs(30);
/// The time in which a fridge receives nothing.
const QUIET_TIME: Duration = Duration::from_secs(3);

#[stack_test]
async fn a_fridge_renews_its_certificate_and_the_old_one_retires(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let mut fridge = Fridge::connect(&stack, &id).await;
    wait_for_connection(&admin, &id, "the first connection", |shown| states(shown) == ["ACTIVE"]).await;
    let key = key(&id);
    fridge.send(Up::Renewals, &json!(key.message())).await;
    let renewed = fridge.next_message(Down::Certificates, RECEIVE_TIMEOUT).await.unwrap();
    // The same request publishes the same certificate.
    fridge.send(Up::Renewals, &json!(key.message())).await;
    assert_eq!(fridge.next_message(Down::Certificates, RECEIVE_TIMEOUT).await.as_ref(), Some(&renewed));
    fridge.disconnect().await;

    let _fridge = Fridge::connect_as(&stack, &id, &credentials(&renewed, key)).await.unwrap();
    let is_renewed = |shown: &Value| states(shown) == ["ACTIVE", "RETIRING"];
    let shown = wait_for_connection(&admin, &id, "the connection with the new certificate", is_renewed).await;
    assert_eq!(shown["certificates"][0]["expiresAt"], renewed["expiresAt"]);
    assert_eq!(events(&admin, &id).await, ["RENEWED"]);
    // Its 24 hours are not over.
    sweep(&stack).await;
    assert_eq!(states(&connection(&admin, &id).await), ["ACTIVE", "RETIRING"]);
}

#[stack_test]
async fn an_invalid_renewal_is_not_answered(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let mut fridge = Fridge::connect(&stack, &id).await;
    fridge.send(Up::Renewals, &json!({ "schemaVersion": 1, "certificateSigningRequest": "request" })).await;
    assert_eq!(fridge.next_message(Down::Certificates, QUIET_TIME).await, None);
    assert_eq!(connection(&admin, &id).await["certificates"].as_array().unwrap().len(), 1);
}
