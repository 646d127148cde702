//! Messages that the broker or Larder rejects.

use crate::helpers::{connection, dead_letter, hostname, wait_for_hostname};
use integration::{
    NewLocation, Stack,
    fridge::{DisconnectReasonCode, Fridge, Identity, SubscribeReasonCode, publish_oversized},
    stack_test,
};
use serde_json::{Value, json};
use shared::fridge_topics::{Down, FridgeTopics, Up};

#[stack_test]
async fn rejects_the_topics_of_another_fridge_and_keeps_the_connection(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let other = NewLocation::default().create(&admin).await;
    let topics = FridgeTopics::new(stack.environment());
    let mut fridge = Fridge::connect(&stack, &id).await;
    for topic in [topics.up(&other, Up::Telemetry), topics.down(&id, Down::Commands), "larder/anything".into()] {
        let published = fridge.publish(&topic, hostname("stolen.local").to_string()).await;
        assert_eq!(published, Err("NotAuthorized".into()), "{topic}");
    }
    for topic in [topics.down(&other, Down::Commands), topics.down("+", Down::Commands), "#".into()] {
        assert_eq!(
            fridge.subscribe(std::slice::from_ref(&topic)).await,
            [SubscribeReasonCode::NotAuthorized],
            "{topic}"
        );
    }
    fridge.send(Up::Telemetry, &hostname("own.local")).await;
    wait_for_hostname(&admin, &id, "own.local").await;
    assert_eq!(admin.location(&other).await["hostname"], Value::Null);
}

#[stack_test]
async fn a_message_that_names_another_fridge_is_a_dead_letter(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let other = NewLocation::default().create(&admin).await;
    let mut fridge = Fridge::connect(&stack, &id).await;
    let mut message = hostname("stolen.local");
    message["locationId"] = json!(other);
    fridge.send(Up::Telemetry, &message).await;
    let dead = dead_letter(&stack, &message.to_string()).await;
    assert_eq!(dead["reason"], format!("{id} sent a message about {other}"));
    assert_eq!(admin.location(&other).await["hostname"], Value::Null);
}

#[stack_test]
async fn disconnects_a_client_that_sends_a_message_of_more_than_128_kib(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let identity = Identity::new(&stack, &id).await;
    let topic = FridgeTopics::new(stack.environment()).up(&id, Up::Telemetry);
    let code = publish_oversized(&stack, &identity, &topic, 128 * 1024 + 1).await;
    assert_eq!(code, Some(DisconnectReasonCode::PacketTooLarge as u8));
    assert_ne!(connection(&admin, &id).await["state"], "NEVER");
}

#[stack_test]
async fn a_malformed_payload_is_a_dead_letter_with_its_reason_and_sender(stack: Stack) {
    let id = NewLocation::default().create(&stack.person("admin").await).await;
    let identity = Identity::new(&stack, &id).await;
    let mut fridge = identity.connect(&stack).await;
    let text = format!("{id} is not JSON");
    let topic = fridge.topic(Up::Telemetry);
    // The bytes are not UTF-8. SQS accepts only texts.
    let binary = [b"\xff\x00", id.as_bytes()].concat();
    let encoded = base64::Engine::encode(&base64::prelude::BASE64_STANDARD, &binary);
    for (payload, body, is_encoded) in [(text.clone().into_bytes(), text, false), (binary, encoded, true)] {
        fridge.publish(&topic, payload).await.unwrap();
        let dead = dead_letter(&stack, &body).await;
        assert_eq!((dead["kind"].as_str(), dead["field"].as_str()), ("Invalid", "body"), "{dead:?}");
        assert!(!dead["reason"].is_empty());
        let sender: Value = serde_json::from_str(&dead["sender"]).unwrap();
        assert_eq!((&sender["fridge"], &sender["topic"]), (&json!(id), &json!("telemetry")));
        assert_eq!(sender["certificate"], identity.certificate());
        assert_eq!(sender["base64"].as_bool().unwrap_or_default(), is_encoded);
    }
}
