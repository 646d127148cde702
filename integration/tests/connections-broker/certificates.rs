//! Which certificates the broker and Larder accept.

use crate::helpers::{certificate, connection, dead_letter, hostname, wait_for_connection, wait_for_hostname};
use integration::{
    NewLocation, Stack,
    fridge::{Credentials, DisconnectReasonCode, Fridge, Identity, KeyRequest},
    stack_test,
};
use serde_json::json;
use shared::{
    Instant,
    fridge_topics::{Down, Up},
};
use std::time::Duration;

/// The maximum time until the broker disconnects a revoked certificate. AWS needs minutes, the emulator much less.
const DISCONNECT_TIME: Duration = Duration::from_mins(1);
/// The maximum time until a fridge receives its new certificate.
const RENEWAL_TIME: Duration = Duration::from_secs(30);

const REVOKE: &str = "mutation ($id: ID!, $certificate: ID!, $version: Int!) {
    revokeFridgeCertificate(id: $id, certificateId: $certificate, reason: \"Stolen\", version: $version) { version }
}";

#[stack_test]
async fn rejects_a_certificate_of_another_authority(stack: Stack) {
    let id = NewLocation::default().create(&stack.person("admin").await).await;
    let own = rcgen::generate_simple_self_signed([id.clone()]).unwrap();
    let credentials = Credentials { certificate: own.cert.pem(), key: own.signing_key.serialize_pem() };
    assert!(Fridge::open(&stack, &id, &credentials).await.is_err());
}

#[stack_test]
async fn rejects_the_client_id_of_another_fridge(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let other = NewLocation::default().create(&admin).await;
    let identity = Identity::new(&stack, &id).await;
    let rejection = Fridge::open(&stack, &other, &identity.issued.credentials).await.unwrap_err();
    assert!(rejection.contains("NotAuthorized"), "{rejection}");
    assert_eq!(connection(&admin, &other).await["state"], "NEVER");
}

#[stack_test]
async fn a_message_with_a_certificate_that_larder_does_not_know_is_a_dead_letter(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let identity = Identity::unknown_to_larder(&stack, &id).await;
    let mut fridge = identity.connect(&stack).await;
    let message = hostname("unknown.local");
    fridge.send(Up::Telemetry, &message).await;
    let dead = dead_letter(&stack, &message.to_string()).await;
    assert_eq!((dead["kind"].as_str(), dead["field"].as_str()), ("Invalid", "certificate"), "{}", dead["reason"]);
    assert!(dead["sender"].contains(identity.certificate()), "{}", dead["sender"]);
}

#[stack_test]
async fn a_revoked_certificate_is_rejected_at_once_and_its_client_disconnected(stack: Stack) {
    let (aws, admin) = (stack.aws(), stack.person("admin").await);
    let id = NewLocation::default().create(&admin).await;
    let identity = Identity::new(&stack, &id).await;
    let mut fridge = identity.connect(&stack).await;
    let is_active = |connection: &_| certificate(connection, identity.certificate())["state"] == "ACTIVE";
    let connected = wait_for_connection(&admin, &id, "the active certificate", is_active).await;
    let variables = json!({ "id": id, "certificate": identity.certificate(), "version": connected["version"] });
    admin.call(REVOKE, variables).await;

    // The queue can still contain messages that the fridge sent before.
    let message = hostname("revoked.local").to_string();
    let sender = json!({
        "fridge": id, "certificate": identity.certificate(), "topic": "telemetry", "receivedAt": Instant::now(),
    });
    aws.send_from(&sender, std::slice::from_ref(&message)).await;
    assert_eq!(dead_letter(&stack, &message).await["field"], "certificate");
    let code = fridge.disconnected(DISCONNECT_TIME).await;
    let expected = [DisconnectReasonCode::NotAuthorized, DisconnectReasonCode::AdministrativeAction];
    assert!(code.is_none_or(|code| expected.contains(&code)), "{code:?}");
    assert!(Fridge::open(&stack, &id, &identity.issued.credentials).await.is_err());
    let revoked = connection(&admin, &id).await;
    assert_eq!(certificate(&revoked, identity.certificate())["state"], "REVOKED");
    assert_eq!(certificate(&revoked, identity.certificate())["reason"], "Stolen");
    assert_eq!(admin.location(&id).await["hostname"], json!(null));
}

#[stack_test]
async fn a_fridge_renews_its_certificate_and_the_old_one_retires_later(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let identity = Identity::new(&stack, &id).await;
    let mut fridge = identity.connect(&stack).await;
    let key = KeyRequest::new(&id.parse().unwrap()).unwrap();
    fridge.send(Up::Renewals, &json!(key.message())).await;
    let issued = fridge.next_message(Down::Certificates, RENEWAL_TIME).await.expect("the new certificate");
    assert_eq!(issued["schemaVersion"], 1);
    fridge.disconnect().await;

    let pem = issued["certificatePem"].as_str().unwrap().to_owned();
    let credentials = Credentials { certificate: pem, key: key.key };
    let mut renewed = Fridge::connect_as(&stack, &id, &credentials).await.unwrap();
    renewed.send(Up::Telemetry, &hostname("renewed.local")).await;
    wait_for_hostname(&admin, &id, "renewed.local").await;
    let is_retiring = |connection: &_| certificate(connection, identity.certificate())["state"] == "RETIRING";
    let connected = wait_for_connection(&admin, &id, "the retiring certificate", is_retiring).await;
    let newest = &connected["certificates"][0];
    assert_eq!((newest["how"].as_str(), newest["state"].as_str()), (Some("RENEWED"), Some("ACTIVE")));
    // The old certificate is still accepted.
    drop(renewed);
    let mut old = identity.connect(&stack).await;
    old.send(Up::Telemetry, &hostname("old.local")).await;
    wait_for_hostname(&admin, &id, "old.local").await;
}
