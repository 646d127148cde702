//! `readQueueMessages`.

use crate::helpers::{READ, messages, send};
use integration::{NewLocation, Stack, stack_test};
use serde_json::{Value, json};

#[stack_test]
async fn lists_commands_of_all_queues_or_of_one_newest_first_by_pages(stack: Stack) {
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
        let page = reader.call(READ, json!({ "id": id, "count": 3, "version": 1, "nextToken": token })).await;
        assert!(page["items"].as_array().unwrap().len() <= 3);
        read.extend(page["items"].as_array().unwrap().clone());
        token = page["nextToken"].clone();
        if token.is_null() {
            break;
        }
    }
    assert_eq!(read, all);
}

#[stack_test]
async fn rejects_an_invalid_queue_count_version_or_token(stack: Stack) {
    let reader = stack.person("read-only").await;
    for wrong in [
        json!({ "id": "FRIDGE_1#Weather" }),
        json!({ "id": "FRIDGE_1", "count": 1001 }),
        json!({ "id": "FRIDGE_1", "version": 2 }),
        json!({ "id": "FRIDGE_1", "nextToken": "invalid" }),
    ] {
        assert_eq!(reader.call_rejected(READ, wrong).await.kind, "Invalid");
    }
    assert!(messages(&reader, "NO_SUCH_FRIDGE").await.is_empty());
}
