//! Tests of renewals.

use super::*;
use crate::{
    identity::model::{CertificateState, Identity},
    testing::{FRIDGE, Services, connected, now, request},
};
use base64::{Engine, prelude::BASE64_STANDARD};
use schemars::generate::SchemaSettings;
use serde::de::DeserializeOwned;
use std::{env, fs};

const TOPIC: &str = "/topics/larder%2Ftest%2Ffridges%2FCHI_0001%2Fdown%2Fcertificates";

fn sender() -> CertificateId {
    "ab".repeat(32).parse().unwrap()
}

fn message(payload: &Value) -> FridgeMessage {
    let event = json!({
        "payload": BASE64_STANDARD.encode(payload.to_string()), "fridge": FRIDGE, "certificate": sender(),
        "id": FRIDGE, "topic": "renewals", "receivedAt": 1_795_255_200_000_u64,
    });
    serde_json::from_value(event).unwrap()
}

fn renewal() -> Value {
    json!({ "schemaVersion": 1, "certificateSigningRequest": request() })
}

/// Stores the certificate of the connection in this state.
fn store_sender(services: &Services, state: CertificateState) {
    let certificate = Certificate { state, ..Certificate::new(CertificateSource::Staff, "ann", now()) };
    let identity = Identity::new(FRIDGE.parse().unwrap());
    let identity = Identity { certificates: [(sender(), certificate)].into(), version: 1, ..identity };
    services.put("identities", FRIDGE, json!(identity));
}

#[tokio::test]
async fn a_renewed_certificate_is_published_to_the_fridge() {
    let (dependencies, services) = connected::<RenewalDependencies>().await;
    store_sender(&services, CertificateState::Active);
    let request = message(&renewal());
    let counts = renew_fridge_certificate(&dependencies, now(), request.clone()).await.unwrap();
    assert_eq!(counts, json!({ "renewed": 1 }));
    // The broker delivers the request again.
    renew_fridge_certificate(&dependencies, now(), request.clone()).await.unwrap();
    let published = services.published();
    let [(path, first), (_, second)] = published.as_slice() else { panic!("{published:?}") };
    assert_eq!((path.as_str(), first), (TOPIC, second));
    assert_eq!((&first["certificatePem"], &first["expiresAt"]), (&json!("PEM"), &json!("2027-11-21T10:00:00.000Z")));
    assert_eq!(services.audited(), [("RENEWED".into(), NAME.into(), None)]);
    // The fridge connected with the new certificate.
    let mut item = services.item("identities", FRIDGE);
    item["certificates"][first["certificateId"].as_str().unwrap()]["state"] = json!("ACTIVE");
    services.put("identities", FRIDGE, item);
    let counts = renew_fridge_certificate(&dependencies, now(), request).await.unwrap();
    assert_eq!((counts, services.published().len()), (json!({ "renewed": 0 }), 2));
}

#[tokio::test]
async fn a_renewal_that_aws_iot_did_not_activate_is_not_published() {
    let (dependencies, services) = connected::<RenewalDependencies>().await;
    store_sender(&services, CertificateState::Active);
    services.respond_with(Some(503));
    let error = renew_fridge_certificate(&dependencies, now(), message(&renewal())).await.unwrap_err();
    assert!(matches!(error, Error::Unavailable { retryable: true, .. }));
    assert!(services.published().is_empty());
}

#[tokio::test]
async fn an_invalid_request_is_rejected_without_a_call_of_aws_iot() {
    let (dependencies, services) = connected::<RenewalDependencies>().await;
    store_sender(&services, CertificateState::Active);
    for payload in [
        json!({}),
        json!({ "schemaVersion": 1, "certificateSigningRequest": "request" }),
        json!({ "schemaVersion": 2, "certificateSigningRequest": request() }),
        json!({ "schemaVersion": 1, "certificateSigningRequest": "a".repeat(5000) }),
    ] {
        let error = renew_fridge_certificate(&dependencies, now(), message(&payload)).await.unwrap_err();
        assert!(matches!(error, Error::Invalid(_)), "{payload}");
    }
    assert!(services.calls().is_empty());
}

#[tokio::test]
async fn a_fridge_with_a_revoked_certificate_gets_no_new_one() {
    let (dependencies, services) = connected::<RenewalDependencies>().await;
    store_sender(&services, CertificateState::Revoked);
    let error = renew_fridge_certificate(&dependencies, now(), message(&renewal())).await.unwrap_err();
    assert!(matches!(error, Error::Invalid(_)));
    assert!(services.calls().is_empty() && services.published().is_empty());
}

#[tokio::test]
async fn a_client_that_is_not_the_fridge_of_the_topic_is_rejected() {
    let (dependencies, _) = connected::<RenewalDependencies>().await;
    let message = FridgeMessage { fridge: "CHI_0002".into(), ..message(&renewal()) };
    assert!(renew_fridge_certificate(&dependencies, now(), message).await.is_err());
}

fn check_schema<T: JsonSchema>(name: &str) {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let schema = settings.into_generator().into_root_schema_for::<T>();
    let (path, text) = (format!("schemas/v1/{name}.json"), serde_json::to_string_pretty(&schema).unwrap() + "\n");
    if env::var_os("WRITE_SCHEMAS").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    assert!(stored == text, "update the schema with WRITE_SCHEMAS=1 cargo test -p connections --lib");
}

#[test]
fn the_schemas_of_the_messages_are_current() {
    check_schema::<RenewalRequest>("RenewalRequest");
    check_schema::<IssuedCertificate>("IssuedCertificate");
}

fn check_sample<T: DeserializeOwned + Serialize>(text: &str) -> T {
    let sample: Value = serde_json::from_str(text).unwrap();
    let message: T = serde_json::from_value(sample.clone()).unwrap();
    assert_eq!(serde_json::to_value(&message).unwrap(), sample);
    message
}

#[test]
fn the_samples_are_complete_messages() {
    let text = include_str!("../../../samples/RenewalRequest.json");
    check_sample::<RenewalRequest>(text);
    parse(text.as_bytes()).unwrap();
    check_sample::<IssuedCertificate>(include_str!("../../../samples/IssuedCertificate.json"));
}
