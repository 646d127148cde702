//! `createQueueMessage`.

use crate::helpers::{acknowledgement, command, messages, send, wait_for_newest};
use integration::{NewLocation, Stack, field_errors, stack_test, wait_until};
use serde_json::{Value, json};

#[stack_test]
async fn queues_a_command_for_five_minutes_with_the_user_who_sent_it(stack: Stack) {
    let operations = stack.person("operations").await;
    let id = NewLocation::default().create(&operations).await;
    let sent = send(&operations, &id, "ServiceRestart", "REACT_UI").await;
    let expected = json!({
        "state": "QUEUED", "user": "operations@larder.example", "resource": "ServiceRestart", "operation": "REACT_UI",
        "location": id, "messageType": "Resource", "wasQueued": false,
    });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(sent[field], *value, "{field}");
    }
    let at = |field: &str| sent[field].as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>().unwrap();
    assert_eq!((at("expiresAt") - at("timestamp")).num_minutes(), 5);
}

#[stack_test]
async fn repeating_a_queued_command_returns_it_and_adds_no_audit_entry(stack: Stack) {
    let operations = stack.person("operations").await;
    let id = NewLocation::default().create(&operations).await;
    let send_enable = async || send(&operations, &id, "OutOfOrder", "ENABLE").await["id"].clone();
    let ids = <[Value; 4]>::from(tokio::join!(send_enable(), send_enable(), send_enable(), send_enable()));
    assert!(ids.iter().all(|each| *each == ids[0]), "{ids:?}");
    assert_eq!(history(&stack, &id).await, ["SENT"]);
    // The response states that the command was already queued, so that a screen does not report it as sent.
    assert_eq!(send(&operations, &id, "OutOfOrder", "ENABLE").await["wasQueued"], true);
    // The opposite operation is another command.
    assert_ne!(send(&operations, &id, "OutOfOrder", "DISABLE").await["id"], ids[0]);
    assert_eq!(messages(&operations, &id).await.len(), 2);
    assert_eq!(history(&stack, &id).await, ["SENT", "SENT", "SUPERSEDED"]);
}

#[stack_test]
async fn the_newest_safety_command_wins_while_earlier_ones_are_queued(stack: Stack) {
    let operations = stack.person("operations").await;
    let id = NewLocation::default().create(&operations).await;
    let mut sent = Vec::new();
    for operation in ["ENABLE", "DISABLE", "ENABLE"] {
        sent.push(send(&operations, &id, "SafetyHold", operation).await);
    }
    let ids = [&sent[0]["id"], &sent[1]["id"], &sent[2]["id"]].map(|id| id.as_str().unwrap());
    assert!(ids.is_sorted_by(|one, other| one < other), "{ids:?}");
    assert!(sent[0]["expiresAt"].as_str() < sent[2]["expiresAt"].as_str());
    assert_eq!(sent[2]["state"], "QUEUED");
    let states = messages(&operations, &id).await.into_iter().map(|message| message["state"].clone());
    assert_eq!(states.collect::<Vec<_>>(), ["QUEUED", "SUPERSEDED", "SUPERSEDED"]);
    // A command about another resource does not supersede it.
    send(&operations, &id, "OutOfOrder", "ENABLE").await;
    assert_eq!(messages(&operations, &format!("{id}#SafetyHold")).await[0]["state"], "QUEUED");

    // Receipts of superseded commands change neither their state nor the newest command.
    let receipts = [
        acknowledgement(&id, &sent[1], "ACKNOWLEDGED", Some("Off hold"), 0),
        acknowledgement(&id, &sent[0], "DELIVERED", None, 0),
        acknowledgement(&id, &sent[2], "ACKNOWLEDGED", Some("On hold"), 0),
    ];
    stack.aws().send_telemetry(&receipts).await;
    let hold = format!("{id}#SafetyHold");
    wait_for_newest(&operations, &hold, "ACKNOWLEDGED").await;
    let received = async || {
        let messages = messages(&operations, &hold).await;
        (messages[2]["deliveredAt"].is_string() && messages[1]["result"].is_string()).then_some(messages)
    };
    let states = wait_until("both receipts of superseded commands", received)
        .await
        .into_iter()
        .map(|message| message["state"].clone());
    assert_eq!(states.collect::<Vec<_>>(), ["ACKNOWLEDGED", "SUPERSEDED", "SUPERSEDED"]);
}

/// The audit events of a fridge's commands, sorted by name.
async fn history(stack: &Stack, location: &str) -> Vec<String> {
    let subject = format!("COMMANDS#{location}");
    let items = stack.aws().items("Audit").await.into_iter();
    let items = items.filter(|item| item["subject"].as_s().unwrap() == &subject);
    let mut events: Vec<String> = items.map(|item| item["event"].as_s().unwrap().clone()).collect();
    events.sort();
    events
}

#[stack_test]
async fn rejects_an_unknown_command_or_location_and_stores_nothing(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let (query, variables) = command(&id, "SafetyHold", "RESET");
    let rejection = admin.call_rejected(query, variables).await;
    let expected = [(
        "message.payload.operation".to_owned(),
        "operation of SafetyHold should be one of ENABLE, DISABLE".to_owned(),
    )];
    assert_eq!(rejection.kind, "Invalid");
    assert_eq!(field_errors(&rejection.info), expected);
    let (query, variables) = command("NO_SUCH_FRIDGE", "SafetyHold", "ENABLE");
    assert_eq!(admin.call_rejected(query, variables).await.kind, "NotFound");
    assert!(messages(&admin, &id).await.is_empty());
}
