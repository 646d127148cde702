//! Tests of the changes of certificates against fake services.

use super::{
    allow_replacement::allow_fridge_replacement, editor::IdentityEditor, issue::issue_fridge_certificate,
    model::BrokerStatus, revoke::revoke_fridge_certificate, sweep::sweep,
};
use crate::{
    connection::FridgeConnection,
    testing::{FRIDGE, Services, connected, now, request},
};
use chrono::Duration;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use shared::{Error, Instant, Permit, Request, Result};

fn call<T: DeserializeOwned>(input: Value, at: Instant) -> Request<T> {
    Request { permit: Permit::system("ann"), now: at, input: serde_json::from_value(input).unwrap() }
}

async fn issue(editor: &IdentityEditor, id: &str, request: &str) -> Result<Value> {
    let input = json!({ "id": id, "certificateSigningRequest": request, "reason": "New computer" });
    Ok(json!(issue_fridge_certificate(editor, call(input, now())).await?))
}

async fn revoke(editor: &IdentityEditor, certificate: &Value, version: u64) -> Result<FridgeConnection> {
    let input = json!({ "id": FRIDGE, "certificateId": certificate, "reason": "Stolen", "version": version });
    revoke_fridge_certificate(editor, call(input, now())).await
}

async fn replace(editor: &IdentityEditor, allow: bool, version: u64) -> Result<FridgeConnection> {
    let input = json!({ "id": FRIDGE, "allow": allow, "reason": "Broken", "version": version });
    allow_fridge_replacement(editor, call(input, now())).await
}

fn stored(services: &Services, certificate: &Value) -> Value {
    services.item("identities", FRIDGE)["certificates"][certificate.as_str().unwrap()].clone()
}

fn entry(event: &str, reason: &str) -> (String, String, Option<String>) {
    (event.into(), "ann".into(), Some(reason.into()))
}

#[tokio::test]
async fn an_issued_certificate_is_stored_audited_and_active_in_aws_iot() {
    let (editor, services) = connected::<IdentityEditor>().await;
    let issued = issue(&editor, "chi_0001", &request()).await;
    // Ids are compared without regard to case only through the claim of a location, which this table does not have.
    assert!(matches!(issued, Err(Error::NotFound(_))));
    let issued = issue(&editor, FRIDGE, &request()).await.unwrap();
    let certificate = &issued["certificateId"];
    assert_eq!((&issued["certificatePem"], &issued["connection"]["version"]), (&json!("PEM"), &json!(1)));
    let shown = &issued["connection"]["certificates"][0];
    assert_eq!((&shown["id"], &shown["state"], &shown["how"]), (certificate, &json!("ISSUED"), &json!("STAFF")));
    assert_eq!(stored(&services, certificate)["broker"], "ACTIVE");
    assert_eq!(
        services.calls().last().unwrap(),
        &format!("PUT /certificates/{}?newStatus=ACTIVE", certificate.as_str().unwrap())
    );
    assert_eq!(services.audited(), [entry("ISSUED", "New computer")]);
}

#[tokio::test]
async fn the_same_request_returns_the_same_certificate_without_another_call() {
    let (editor, services) = connected::<IdentityEditor>().await;
    let request = request();
    let issued = issue(&editor, FRIDGE, &request).await.unwrap();
    services.calls();
    assert_eq!(issue(&editor, FRIDGE, &request.replace('\n', "\r\n")).await.unwrap(), issued);
    assert!(services.calls().is_empty());
    assert_eq!(services.audited().len(), 1);
}

#[tokio::test]
async fn a_repeated_call_activates_a_certificate_that_aws_iot_did_not_activate() {
    let (editor, services) = connected::<IdentityEditor>().await;
    let request = request();
    let issued = issue(&editor, FRIDGE, &request).await.unwrap();
    let mut item = services.item("identities", FRIDGE);
    item["certificates"][issued["certificateId"].as_str().unwrap()].as_object_mut().unwrap().remove("broker");
    services.put("identities", FRIDGE, item);
    services.calls();
    services.respond_with(Some(503));
    assert!(matches!(issue(&editor, FRIDGE, &request).await, Err(Error::Unavailable { retryable: true, .. })));
    services.respond_with(None);
    assert_eq!(issue(&editor, FRIDGE, &request).await.unwrap(), issued);
    assert_eq!(stored(&services, &issued["certificateId"])["broker"], "ACTIVE");
}

#[tokio::test]
async fn issuing_is_rejected_for_other_locations_and_after_five_certificates() {
    let (editor, services) = connected::<IdentityEditor>().await;
    assert!(matches!(issue(&editor, "WHOLESALE_1", &request()).await, Err(Error::Invalid(_))));
    assert!(matches!(issue(&editor, "NOWHERE", &request()).await, Err(Error::NotFound(_))));
    assert!(matches!(issue(&editor, FRIDGE, "request").await, Err(Error::Invalid(_))));
    assert!(services.calls().is_empty());
    let mut certificates = serde_json::Map::new();
    for number in 0..5 {
        let certificate = super::model::Certificate::new(super::model::CertificateSource::Seeded, "seed", now());
        certificates.insert(format!("{number:064x}"), json!(certificate));
    }
    services.put("identities", FRIDGE, json!({ "location": FRIDGE, "certificates": certificates, "version": 5 }));
    let message = issue(&editor, FRIDGE, &request()).await.unwrap_err().to_string();
    assert_eq!(message, "CHI_0001 has 5 valid certificates. Revoke one first.");
    assert!(services.calls().is_empty());
}

#[tokio::test]
async fn a_revocation_is_stored_first_and_repeating_it_changes_nothing() {
    let (editor, services) = connected::<IdentityEditor>().await;
    let certificate = issue(&editor, FRIDGE, &request()).await.unwrap()["certificateId"].clone();
    services.calls();
    services.respond_with(Some(503));
    let revoked = revoke(&editor, &certificate, 1).await.unwrap();
    assert_eq!(json!(revoked)["certificates"][0]["state"], "REVOKED");
    assert_eq!(stored(&services, &certificate)["broker"], "ACTIVE");
    assert_eq!(services.audited().last().unwrap(), &entry("REVOKED", "Stolen"));
    // The call is repeated with the version that its author read.
    assert_eq!(revoke(&editor, &certificate, 1).await.unwrap(), revoked);
    assert_eq!(services.audited().len(), 2);
}

#[tokio::test]
async fn the_sweep_repeats_a_change_that_failed_in_aws_iot() {
    let (editor, services) = connected::<IdentityEditor>().await;
    let certificate = issue(&editor, FRIDGE, &request()).await.unwrap()["certificateId"].clone();
    services.respond_with(Some(503));
    revoke(&editor, &certificate, 1).await.unwrap();
    assert!(sweep(&editor, now()).await.is_err());
    services.respond_with(None);
    services.calls();
    assert_eq!(sweep(&editor, now()).await.unwrap(), json!({ "checked": 1, "retired": 0 }));
    assert_eq!(services.calls().last().unwrap(), "DELETE /connections/CHI_0001?cleanSession=true");
    assert_eq!(stored(&services, &certificate)["broker"], BrokerStatus::Revoked.to_string());
    let item = services.item("identities", FRIDGE);
    assert_eq!((&item["version"], item.get("checkShard")), (&json!(2), None));
}

#[tokio::test]
async fn the_sweep_retires_a_replaced_certificate() {
    let (editor, services) = connected::<IdentityEditor>().await;
    let certificate = issue(&editor, FRIDGE, &request()).await.unwrap()["certificateId"].clone();
    let mut item = services.item("identities", FRIDGE);
    let retiring = &mut item["certificates"][certificate.as_str().unwrap()];
    (retiring["state"], retiring["retiresAt"]) = (json!("RETIRING"), json!(now()));
    services.put("identities", FRIDGE, item);
    assert_eq!(sweep(&editor, now()).await.unwrap()["retired"], 1);
    let retired = stored(&services, &certificate);
    assert_eq!((&retired["state"], &retired["broker"]), (&json!("RETIRED"), &json!("INACTIVE")));
    assert_eq!(services.audited().last().unwrap(), &("RETIRED".into(), "sweep-fridge-identities".into(), None));
}

#[tokio::test]
async fn another_version_is_a_conflict_with_the_current_state() {
    let (editor, _) = connected::<IdentityEditor>().await;
    let certificate = issue(&editor, FRIDGE, &request()).await.unwrap()["certificateId"].clone();
    for rejected in [revoke(&editor, &certificate, 0).await, replace(&editor, true, 0).await] {
        let Err(Error::Conflict { current: Some(current), .. }) = rejected else { panic!("{rejected:?}") };
        assert_eq!(current["version"], 1);
    }
    assert!(matches!(revoke(&editor, &json!("ef".repeat(32)), 1).await, Err(Error::NotFound(_))));
}

#[tokio::test]
async fn a_replacement_can_be_allowed_before_the_first_certificate() {
    let (editor, services) = connected::<IdentityEditor>().await;
    let allowed = replace(&editor, true, 0).await.unwrap();
    assert_eq!((allowed.replacement_until, allowed.version), (Some(now().plus(Duration::hours(24))), 1));
    // The response was lost, and the caller repeats the call.
    assert_eq!(replace(&editor, true, 0).await.unwrap(), allowed);
    assert!(matches!(replace(&editor, false, 0).await, Err(Error::Conflict { .. })));
    let ended = replace(&editor, false, 1).await.unwrap();
    assert_eq!((ended.replacement_until, ended.version), (None, 2));
    // There is nothing to end.
    assert_eq!(replace(&editor, false, 2).await.unwrap().version, 2);
    assert_eq!(services.audited(), [entry("REPLACEMENT_ALLOWED", "Broken"), entry("REPLACEMENT_ENDED", "Broken")]);
}
