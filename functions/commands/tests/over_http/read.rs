//! `readQueueMessages`.

use crate::fridge::{READ, messages, send};
use serde_json::{Value, json};
use testkit::{NewLocation, Stack};

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn messages_come_newest_first_by_pages_of_all_queues_or_of_one() {
    let stack = Stack::load().await;
    let operations = stack.person("operations").await;
    let reader = stack.person("no-permissions").await;
    let id = NewLocation::default().create(&operations).await;
    for (resource, operation) in [
        ("ServiceRestart", "REACT_UI"),
        ("SafetyHold", "ENABLE"),
        ("ServiceRestart", "DISPLAY_SERVICES"),
        ("OutOfOrder", "ENABLE"),
    ] {
        send(&operations, &id, resource, operation).await;
    }
    let operations = |messages: &[Value]| -> Vec<String> {
        messages.iter().map(|message| message["operation"].as_str().unwrap().to_owned()).collect()
    };
    let all = messages(&reader, &id).await;
    assert_eq!(operations(&all), ["ENABLE", "DISPLAY_SERVICES", "ENABLE", "REACT_UI"]);
    let restarts = messages(&reader, &format!("{id}#ServiceRestart")).await;
    assert_eq!(operations(&restarts), ["DISPLAY_SERVICES", "REACT_UI"]);

    let (mut read, mut token) = (Vec::new(), Value::Null);
    loop {
        let page = reader.ask(READ, json!({ "id": id, "count": 3, "version": 1, "nextToken": token })).await;
        assert!(page["items"].as_array().unwrap().len() <= 3);
        read.extend(page["items"].as_array().unwrap().clone());
        token = page["nextToken"].clone();
        if token.is_null() {
            break;
        }
    }
    assert_eq!(read, all);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_queue_a_count_and_a_version_that_are_not_known_are_refused() {
    let stack = Stack::load().await;
    let reader = stack.person("read-only").await;
    for wrong in [
        json!({ "id": "FRIDGE_1#Weather" }),
        json!({ "id": "FRIDGE_1", "count": 1001 }),
        json!({ "id": "FRIDGE_1", "version": 2 }),
        json!({ "id": "FRIDGE_1", "nextToken": "made up" }),
    ] {
        assert_eq!(reader.refused(READ, wrong).await.kind, "Invalid");
    }
    assert!(messages(&reader, "NO_SUCH_FRIDGE").await.is_empty());
}
