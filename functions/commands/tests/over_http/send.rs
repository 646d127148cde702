//! `createQueueMessage`.

use crate::fridge::{answer, command, messages, newest_in, queued, send};
use serde_json::{Value, json};
use testkit::{NewLocation, Stack, wait_until, wrong_fields};

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_command_is_queued_for_five_minutes_in_the_name_of_who_sent_it() {
    let stack = Stack::load().await;
    let operations = stack.person("operations").await;
    let id = NewLocation::default().create(&operations).await;
    let sent = send(&operations, &id, "ServiceRestart", "REACT_UI").await;
    let told = ["state", "user", "resource", "operation", "location", "messageType"].map(|field| sent[field].clone());
    let expected = json!(["QUEUED", "operations@larder.example", "ServiceRestart", "REACT_UI", id, "Resource"]);
    assert_eq!(json!(told), expected);
    let at = |field: &str| sent[field].as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>().unwrap();
    assert_eq!((at("expiresAt") - at("timestamp")).num_minutes(), 5);

    let [waiting] = &queued(&stack, &id).await[..] else { panic!("not queued once") };
    let expected = json!({
        "schemaVersion": 1, "commandId": sent["id"], "locationId": id, "resource": "ServiceRestart",
        "operation": "REACT_UI", "expiresAt": sent["expiresAt"],
    });
    assert_eq!(*waiting, expected);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn the_same_command_while_it_waits_is_that_command_and_leaves_one_entry_in_history() {
    let stack = Stack::load().await;
    let operations = stack.person("operations").await;
    let id = NewLocation::default().create(&operations).await;
    let ask = async || send(&operations, &id, "OutOfOrder", "ENABLE").await["id"].clone();
    let ids = <[Value; 4]>::from(tokio::join!(ask(), ask(), ask(), ask()));
    assert!(ids.iter().all(|each| *each == ids[0]), "{ids:?}");
    assert_eq!(history(&stack, &id).await, ["SENT"]);
    // The other way round is another command.
    assert_ne!(send(&operations, &id, "OutOfOrder", "DISABLE").await["id"], ids[0]);
    assert_eq!(messages(&operations, &id).await.len(), 2);
    assert_eq!(history(&stack, &id).await, ["SENT", "SENT", "SUPERSEDED"]);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn the_newest_safety_command_wins_while_earlier_ones_are_queued() {
    let stack = Stack::load().await;
    let operations = stack.person("operations").await;
    let id = NewLocation::default().create(&operations).await;
    let mut sent = Vec::new();
    for operation in ["ENABLE", "DISABLE", "ENABLE"] {
        sent.push(send(&operations, &id, "SafetyHold", operation).await);
    }
    let ids = [&sent[0]["id"], &sent[1]["id"], &sent[2]["id"]].map(|id| id.as_str().unwrap());
    assert!(ids[0] < ids[1] && ids[1] < ids[2], "{ids:?}");
    assert!(sent[0]["expiresAt"].as_str() < sent[2]["expiresAt"].as_str());
    assert_eq!(sent[2]["state"], "QUEUED");
    let states = messages(&operations, &id).await.into_iter().map(|message| message["state"].clone());
    assert_eq!(states.collect::<Vec<_>>(), ["QUEUED", "SUPERSEDED", "SUPERSEDED"]);
    // All three are in the queue: a fridge compares their ids.
    let mut queued: Vec<Value> = queued(&stack, &id).await.into_iter().map(|body| body["commandId"].clone()).collect();
    queued.sort_by_key(|id| id.as_str().map(ToOwned::to_owned));
    assert_eq!(queued, ids);
    // A command about another resource leaves it alone.
    send(&operations, &id, "OutOfOrder", "ENABLE").await;
    assert_eq!(messages(&operations, &format!("{id}#SafetyHold")).await[0]["state"], "QUEUED");

    // Receipts of superseded commands neither revive them nor change the newest.
    let receipts = [
        answer(&id, &sent[1], "ACKNOWLEDGED", Some("Off hold"), 0),
        answer(&id, &sent[0], "DELIVERED", None, 0),
        answer(&id, &sent[2], "ACKNOWLEDGED", Some("On hold"), 0),
    ];
    stack.aws().send("telemetry", &receipts, 0).await;
    let hold = format!("{id}#SafetyHold");
    newest_in(&operations, &hold, "ACKNOWLEDGED").await;
    let received = async || {
        let messages = messages(&operations, &hold).await;
        (messages[2]["deliveredAt"].is_string() && messages[1]["result"].is_string()).then_some(messages)
    };
    let states = wait_until("both receipts", received).await.into_iter().map(|message| message["state"].clone());
    assert_eq!(states.collect::<Vec<_>>(), ["ACKNOWLEDGED", "SUPERSEDED", "SUPERSEDED"]);
}

/// The events in the history of a fridge's commands, sorted.
async fn history(stack: &Stack, location: &str) -> Vec<String> {
    let subject = format!("COMMANDS#{location}");
    let items = stack.aws().items("Audit").await.into_iter();
    let items = items.filter(|item| item["subject"].as_s().unwrap() == &subject);
    let mut events: Vec<String> = items.map(|item| item["event"].as_s().unwrap().clone()).collect();
    events.sort();
    events
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn what_is_no_command_no_fridge_or_nowhere_is_refused_and_nothing_is_queued() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let (query, variables) = command(&id, "SafetyHold", "RESET");
    let refusal = admin.refused(query, variables).await;
    let expected = [(
        "message.payload.operation".to_owned(),
        "operation of SafetyHold should be one of ENABLE, DISABLE".to_owned(),
    )];
    assert_eq!((refusal.kind.as_str(), wrong_fields(&refusal.info)), ("Invalid", expected.to_vec()));
    let (query, variables) = command("NO_SUCH_FRIDGE", "SafetyHold", "ENABLE");
    assert_eq!(admin.refused(query, variables).await.kind, "NotFound");
    assert!(messages(&admin, &id).await.is_empty());
}
