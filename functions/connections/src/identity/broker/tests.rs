//! Tests of the client of AWS IoT.

use super::*;
use crate::testing::{FRIDGE, connected, request};
use rstest::rstest;

fn fridge() -> LocationId {
    FRIDGE.parse().unwrap()
}

fn id() -> CertificateId {
    "ab".repeat(32).parse().unwrap()
}

#[tokio::test]
async fn a_certificate_is_created_inactive() {
    let (client, services) = connected::<BrokerClient>().await;
    let request = CertificateRequest::parse(&request()).unwrap();
    let (id, issued) = client.create(&request).await.unwrap();
    assert!(issued.arn.ends_with(&format!(":cert/{id}")));
    assert_eq!((issued.pem.as_str(), services.calls()), ("PEM", vec!["POST /certificates?setAsActive=false".into()]));
}

#[tokio::test]
async fn an_active_certificate_has_a_policy_and_a_thing() {
    let (client, services) = connected::<BrokerClient>().await;
    client.activate(&fridge(), &id(), "arn").await.unwrap();
    let expected = [
        "POST /things/CHI_0001",
        "PUT /target-policies/larder-test-fridge",
        "PUT /things/CHI_0001/principals",
        &format!("PUT /certificates/{}?newStatus=ACTIVE", id()),
    ];
    assert_eq!(services.calls(), expected);
}

#[rstest]
#[case::retired(BrokerStatus::Inactive, &[])]
#[case::revoked(BrokerStatus::Revoked, &["DELETE /connections/CHI_0001?cleanSession=true"])]
#[tokio::test]
async fn only_a_revocation_closes_the_connection(#[case] status: BrokerStatus, #[case] closes: &[&str]) {
    let (client, services) = connected::<BrokerClient>().await;
    client.end(&fridge(), &id(), status).await.unwrap();
    let update = format!("PUT /certificates/{}?newStatus={status}", id());
    let ended = [update.as_str(), "GET /things/CHI_0001/principals", "DELETE /things/CHI_0001/principals"];
    assert_eq!(services.calls(), [&ended, closes].concat());
}

#[tokio::test]
async fn the_certificates_of_other_computers_stay_attached() {
    let (client, services) = connected::<BrokerClient>().await;
    client.end(&fridge(), &"cd".repeat(32).parse().unwrap(), BrokerStatus::Inactive).await.unwrap();
    assert!(services.calls().iter().all(|call| !call.starts_with("DELETE")));
}

#[rstest]
#[case::unavailable(503, true)]
#[case::throttled(429, true)]
#[case::changed_by_another_call(409, true)]
#[case::forbidden(403, false)]
#[tokio::test]
async fn a_failure_is_retryable_if_the_service_is_unavailable(#[case] status: u16, #[case] expected: bool) {
    let (client, services) = connected::<BrokerClient>().await;
    services.respond_with(Some(status));
    let created = client.create(&CertificateRequest::parse(&request()).unwrap()).await;
    assert!(matches!(created, Err(Error::Unavailable { retryable, .. }) if retryable == expected), "{created:?}");
    assert!(client.end(&fridge(), &id(), BrokerStatus::Revoked).await.is_err());
}

#[tokio::test]
async fn a_request_that_aws_iot_rejects_is_invalid() {
    let (client, services) = connected::<BrokerClient>().await;
    services.respond_with(Some(400));
    let created = client.create(&CertificateRequest::parse(&request()).unwrap()).await;
    assert!(matches!(created, Err(Error::Invalid(_))));
}

#[tokio::test]
async fn a_certificate_that_does_not_exist_has_ended() {
    let (client, services) = connected::<BrokerClient>().await;
    services.respond_with(Some(404));
    client.end(&fridge(), &id(), BrokerStatus::Revoked).await.unwrap();
    assert!(client.activate(&fridge(), &id(), "arn").await.is_err());
}
