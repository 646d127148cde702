//! `createQueueMessage`.

use crate::fridge::{command, messages, queued, send};
use serde_json::{Value, json};
use testkit::{NewLocation, Stack, wrong_fields};

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
    // The other way round is another command.
    assert_ne!(send(&operations, &id, "OutOfOrder", "DISABLE").await["id"], ids[0]);
    assert_eq!(messages(&operations, &id).await.len(), 2);

    let items = stack.aws().items("Audit").await;
    let subject = format!("COMMANDS#{id}");
    let entries = items.iter().filter(|item| item["subject"].as_s().unwrap() == &subject).count();
    assert_eq!(entries, 2);
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
