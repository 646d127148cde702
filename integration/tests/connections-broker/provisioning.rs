//! A new computer requests its certificate with a claim certificate.

use crate::helpers::{connection, hostname, wait_for_hostname};
use integration::{
    NewLocation, Stack,
    fridge::{self, Broker, Credentials, Fridge, provisioning::Request},
    stack_test,
};
use serde_json::json;
use shared::fridge_topics::Up;

const REPLACE: &str = "mutation ($id: ID!, $version: Int!) {
    allowFridgeReplacement(id: $id, allow: true, reason: \"Broken computer\", version: $version) { version }
}";

/// Provisions the fridge with this id. Returns its client id and its credentials.
async fn provision(stack: &Stack, claim: &Credentials, id: &str) -> Result<(String, Credentials), String> {
    let (broker, id) = (Broker::of(stack.mqtt()).unwrap(), id.parse().unwrap());
    let request =
        Request { environment: stack.environment(), fridge: &id, serial_number: Some("S-1"), claim: claim.clone() };
    fridge::provisioning::provision(broker, request).await.map_err(|error| format!("{error:#}"))
}

#[stack_test]
async fn a_new_computer_gets_a_certificate_only_if_it_is_expected(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let claim = fridge::claim(&stack).await;
    assert!(provision(&stack, &claim, "UNKNOWN_1").await.is_err());

    // The computer gets the stored spelling of its id.
    let (client_id, credentials) = provision(&stack, &claim, &id.to_lowercase()).await.unwrap();
    assert_eq!(client_id, id);
    let mut first = Fridge::connect_as(&stack, &id, &credentials).await.unwrap();
    first.send(Up::Telemetry, &hostname("first.local")).await;
    wait_for_hostname(&admin, &id, "first.local").await;
    let shown = connection(&admin, &id).await;
    assert_eq!(shown["certificates"].as_array().map(Vec::len), Some(1));
    assert_eq!(shown["certificates"][0]["how"], "PROVISIONED");

    // The fridge has a computer. Another one is accepted when staff expect it.
    assert!(provision(&stack, &claim, &id).await.is_err());
    assert_eq!(connection(&admin, &id).await["certificates"].as_array().map(Vec::len), Some(1));
    admin.call(REPLACE, json!({ "id": id, "version": shown["version"] })).await;
    let (_, credentials) = provision(&stack, &claim, &id).await.unwrap();
    first.disconnect().await;
    let mut second = Fridge::connect_as(&stack, &id, &credentials).await.unwrap();
    second.send(Up::Telemetry, &hostname("second.local")).await;
    wait_for_hostname(&admin, &id, "second.local").await;
}

#[stack_test]
async fn a_claim_certificate_can_only_provision(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let claim = fridge::claim(&stack).await;
    assert!(Fridge::open(&stack, &id, &claim).await.is_err());
    let mut client = Fridge::open(&stack, &format!("claim-{id}"), &claim).await.unwrap();
    let topic = format!("larder/{}/fridges/{id}/up/telemetry", stack.environment());
    assert_eq!(client.publish(&topic, hostname("claim.local").to_string()).await, Err("NotAuthorized".into()));
}
