//! Tests of the decision about a new computer.

use super::*;
use crate::testing::{FRIDGE, connected, now};
use chrono::Duration;
use rstest::rstest;
use serde_json::json;

fn id(digits: &str) -> CertificateId {
    digits.repeat(32).parse().unwrap()
}

fn event(location: &Value, serial_number: Option<&str>) -> ProvisioningRequest {
    let mut parameters = json!({ "LocationId": location });
    if let Some(number) = serial_number {
        parameters["SerialNumber"] = json!(number);
    }
    let event = json!({
        "claimCertificateId": "cd".repeat(32), "certificateId": id("ab"), "certificatePem": "PEM",
        "templateArn": "arn:aws:iot:us-east-1:000000000000:provisioningtemplate/larder-test",
        "clientId": "claim-CHI_0001", "parameters": parameters,
    });
    serde_json::from_value(event).unwrap()
}

/// An identity with this number of valid certificates.
fn identity(valid: usize) -> Identity {
    let certificate = Certificate::new(CertificateSource::Staff, "ann", now());
    let certificates = (0..valid).map(|number| (format!("{number:064x}").parse().unwrap(), certificate.clone()));
    Identity {
        certificates: certificates.collect(),
        serial_number: Some("SN-1".into()),
        ..Identity::new(FRIDGE.parse().unwrap())
    }
}

#[rstest]
#[case::no_certificate(0, false, Some("SN-1"), true)]
#[case::a_valid_certificate(1, false, Some("SN-1"), false)]
#[case::a_replacement(1, true, Some("SN-1"), true)]
#[case::a_replacement_with_another_number(1, true, Some("SN-2"), true)]
#[case::too_many(5, true, Some("SN-1"), false)]
#[case::another_number(0, false, Some("SN-2"), false)]
#[case::no_number(0, false, None, false)]
#[case::an_empty_number(0, true, Some(""), false)]
fn a_computer_is_accepted_if_the_fridge_expects_it(
    #[case] valid: usize,
    #[case] is_replacement: bool,
    #[case] serial_number: Option<&str>,
    #[case] accepted: bool,
) {
    let replacement_until = is_replacement.then(|| now().plus(Duration::hours(1)));
    let identity = Identity { replacement_until, ..identity(valid) };
    let decision = decide(&identity, &id("ab"), serial_number, now());
    assert_eq!(decision == Decision::Accept, accepted, "{decision:?}");
}

#[test]
fn an_expired_replacement_does_not_count() {
    let identity = Identity { replacement_until: Some(now()), ..identity(1) };
    assert!(matches!(decide(&identity, &id("ab"), Some("SN-1"), now()), Decision::Reject(_)));
}

#[tokio::test]
async fn the_certificate_of_an_accepted_computer_is_stored() {
    let (dependencies, services) = connected::<ProvisioningDependencies>().await;
    let answer = check_fridge_provisioning(&dependencies, now(), event(&json!(FRIDGE), Some("SN-1"))).await.unwrap();
    let expected = json!({ "allowProvisioning": true, "parameterOverrides": { "LocationId": FRIDGE } });
    assert_eq!(json!(answer), expected);
    let item = services.item("identities", FRIDGE);
    let certificate = &item["certificates"][id("ab").as_str()];
    assert_eq!((&certificate["state"], &certificate["how"]), (&json!("ISSUED"), &json!("PROVISIONED")));
    assert_eq!((&certificate["broker"], &item["serialNumber"]), (&json!("ACTIVE"), &json!("SN-1")));
    // AWS IoT calls again because it lost the answer.
    let again = check_fridge_provisioning(&dependencies, now(), event(&json!(FRIDGE), Some("SN-1"))).await.unwrap();
    assert_eq!(again, answer);
    assert_eq!(services.audited(), [("PROVISIONED".into(), NAME.into(), None)]);
}

#[rstest]
#[case::another_type_of_location(json!("WHOLESALE_1"))]
#[case::no_location(json!("NOWHERE"))]
#[case::no_id(json!("a b"))]
#[case::a_number(json!(7))]
#[case::nothing(Value::Null)]
#[tokio::test]
async fn only_fridges_are_provisioned(#[case] location: Value) {
    let (dependencies, services) = connected::<ProvisioningDependencies>().await;
    let answer = check_fridge_provisioning(&dependencies, now(), event(&location, None)).await.unwrap();
    assert_eq!(json!(answer), json!({ "allowProvisioning": false, "parameterOverrides": {} }));
    assert!(services.audited().is_empty());
}

#[tokio::test]
async fn the_default_of_the_template_is_no_serial_number() {
    let (dependencies, services) = connected::<ProvisioningDependencies>().await;
    let answer = check_fridge_provisioning(&dependencies, now(), event(&json!(FRIDGE), Some("unknown"))).await.unwrap();
    assert!(answer.allow_provisioning);
    assert_eq!(services.item("identities", FRIDGE).get("serialNumber"), None);
}

#[tokio::test]
async fn a_revoked_certificate_is_not_provisioned_again() {
    let (dependencies, services) = connected::<ProvisioningDependencies>().await;
    let certificate = Certificate {
        state: super::super::model::CertificateState::Revoked,
        ..Certificate::new(CertificateSource::Provisioned, NAME, now())
    };
    let identity = Identity { certificates: [(id("ab"), certificate)].into(), version: 2, ..identity(0) };
    services.put("identities", FRIDGE, json!(identity));
    let answer = check_fridge_provisioning(&dependencies, now(), event(&json!(FRIDGE), Some("SN-1"))).await.unwrap();
    assert!(!answer.allow_provisioning);
}
