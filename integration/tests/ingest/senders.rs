//! The identity of a fridge's message is that of its connection.

use crate::message;
use integration::{NewLocation, Stack, in_seconds, stack_test, take_dead_letter, take_dead_letters, wait_until};
use serde_json::{Value, json};

fn identity(location: &str, hostname: &str) -> Value {
    message("FridgeIdentity", location, in_seconds(-1), &json!({"hostname": hostname, "fridgeModel": "VISION_E5"}))
}

fn with(message: &Value, field: &str, value: Value) -> Value {
    let mut message = message.clone();
    message[field] = value;
    message
}

#[stack_test]
async fn rejects_messages_whose_sender_is_not_the_fridge_and_writes_the_others(stack: Stack) {
    let (aws, admin) = (stack.aws(), stack.person("admin").await);
    let (id, other) = (NewLocation::default().create(&admin).await, NewLocation::default().create(&admin).await);
    let (sender, other_sender) = (aws.sender(&id).await, aws.sender(&other).await);
    let unknown = with(&sender, "certificate", json!("0".repeat(64)));
    let year = 365 * 86_400;
    let rejected = [
        // The payload names the other fridge.
        (&sender, identity(&other, "stolen.local"), "locationId"),
        // The certificate is none of this fridge.
        (&unknown, identity(&id, "unknown.local"), "certificate"),
        // An upstream system sends this type.
        (&sender, message("Order", &id, in_seconds(-1), &json!({})), "type"),
        // Receipts have a separate topic.
        (&with(&sender, "topic", json!("receipts")), identity(&id, "topic.local"), "type"),
        (&json!({}), identity(&id, "anonymous.local"), "sender"),
        (&sender, message("FridgeIdentity", &id, in_seconds(year), &json!({})), "occurredAt"),
        (&sender, message("FridgeIdentity", &id, in_seconds(-year), &json!({})), "occurredAt"),
    ];
    for (sender, message, _) in &rejected {
        aws.send_from(sender, &[message.to_string()]).await;
    }
    // A message without its location is about the sender.
    let mut own = identity(&other, "own.local");
    own.as_object_mut().unwrap().remove("locationId");
    aws.send_from(&other_sender, &[own.to_string()]).await;

    let messages: Vec<String> = rejected.iter().map(|(_, message, _)| message.to_string()).collect();
    let dead = take_dead_letters(&stack, "telemetryDeadLetter", &messages).await;
    for ((_, _, expected), message) in rejected.iter().zip(&messages) {
        let letter = &dead[message];
        assert_eq!((letter["kind"].as_str(), letter["field"].as_str()), ("Invalid", *expected), "{letter:?}");
    }
    assert_eq!(dead[&messages[0]]["reason"], format!("{id} sent a message about {other}"));
    // The sender stays with the dead letter, so that it can be sent again.
    assert_eq!(dead[&messages[0]]["sender"], sender.to_string());
    let stored = async || Some(admin.location(&other).await).filter(|location| location["hostname"] == "own.local");
    wait_until("the message without a location", stored).await;
    assert_eq!(admin.location(&id).await["hostname"], Value::Null);
}

#[stack_test]
async fn the_upstream_queue_rejects_messages_of_fridges(stack: Stack) {
    let (aws, admin) = (stack.aws(), stack.person("admin").await);
    let id = NewLocation::default().create(&admin).await;
    let message = identity(&id, "upstream.local").to_string();
    aws.send("upstream", std::slice::from_ref(&message), 0).await;
    let letter = take_dead_letter(&stack, "upstreamDeadLetter", &message).await;
    assert_eq!(letter["field"], "type", "{letter:?}");
    assert_eq!(admin.location(&id).await["hostname"], Value::Null);
}
