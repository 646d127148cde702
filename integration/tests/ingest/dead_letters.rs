use crate::{message, unknown_location_id};
use integration::{NewLocation, Stack, in_seconds, stack_test, take_dead_letter, take_dead_letters, wait_until};
use serde_json::{Value, json};
use stocking::driver_action::{DriverActionStore, DriverActionType};
use uuid::Uuid;

#[stack_test]
async fn invalid_messages_are_dead_letters_immediately_and_do_not_block_others(stack: Stack) {
    let (aws, admin) = (stack.aws(), stack.person("admin").await);
    let id = NewLocation::default().create(&admin).await;
    let mark = Uuid::now_v7().to_string();
    let action = || {
        let fields = json!({"eventType": "InventoryRemoval", "user": "driver@larder.example", "data": {"mark": mark}});
        message("DriverAction", &id, in_seconds(-1), &fields)
    };
    let with = |field: &str, value: Value| {
        let mut message = action();
        message[field] = value;
        message.to_string()
    };
    let record = |location: &str, more: &Value| {
        let facts = json!({"directions": "Dock", "prettyName": "Market"});
        let mut record = message("CustomerRecord", location, in_seconds(-1), &facts);
        record.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        record.to_string()
    };
    let malformed = [
        (record(&unknown_location_id(), &json!({})), "locationId"),
        (record(&unknown_location_id(), &json!({"locationType": "WHOLESALE"})), "site"),
        (record(&id, &json!({"locationType": "WHOLESALE"})), "locationType"),
        (record(&id, &json!({"market": "ALL"})), "market"),
        (format!("{mark} is not JSON"), "body"),
        (with("schemaVersion", json!(2)), "schemaVersion"),
        (with("type", json!("Weather")), "type"),
        (with("eventType", json!("DropOverride")), "eventType"),
        (with("occurredAt", json!("2199-01-01T00:00:00Z")), "occurredAt"),
        (with("locationId", json!(unknown_location_id())), "locationId"),
        (with("note", json!("x".repeat(210_000))), "body"),
    ];
    let messages: Vec<String> = malformed.iter().map(|(message, _)| message.clone()).collect();
    let good = [action().to_string(), action().to_string()];
    for call in [&good[..1], &messages[..], &good[1..]].concat().chunks(10) {
        aws.send("upstream", call, 0).await;
    }

    // A redelivered message would be hidden for minutes first: these dead letters were rejected at their first
    // delivery.
    let dead = take_dead_letters(&stack, "upstreamDeadLetter", &messages).await;
    for (message, field) in &malformed {
        let letter = &dead[message];
        assert_eq!((letter["kind"].as_str(), letter["field"].as_str()), ("Invalid", *field), "{letter:?}");
        assert!(!letter["reason"].is_empty());
    }
    let store: DriverActionStore = aws.store(&[("DRIVER_ACTIONS_TABLE", "DriverActions")]);
    let written = async || {
        let range = in_seconds(-600)..in_seconds(1);
        let page = store.list_by_type(DriverActionType::InventoryRemoval, range, 1000, None).await.unwrap();
        let ours = page.items.into_iter().filter(|action| action.location_id.as_str() == id).count();
        (ours == good.len()).then_some(())
    };
    wait_until("the valid messages of the batch", written).await;
}

/// Invokes the function as the queue's event source mapping does, and returns the messages to deliver again.
async fn invoke(stack: &Stack, messages: &[(&str, &str, &Value, u32)]) -> Value {
    let record = |(id, body, sender, count): &(&str, &str, &Value, u32)| {
        let attribute = json!({"stringValue": sender.to_string(), "dataType": "String"});
        json!({
            "messageId": id, "receiptHandle": id, "body": body, "messageAttributes": {"sender": attribute},
            "md5OfBody": "",
            "attributes": {"ApproximateReceiveCount": count.to_string()}, "eventSource": "aws:sqs",
            "eventSourceARN": "arn:aws:sqs:us-east-1:000000000000:TelemetryQueue", "awsRegion": "us-east-1",
        })
    };
    let event = json!({"Records": messages.iter().map(record).collect::<Vec<_>>()}).to_string();
    let function = stack.aws().function("ingest-telemetry");
    let invocation = stack.aws().lambda().invoke().function_name(function).payload(event.into_bytes().into());
    let payload = invocation.send().await.unwrap().payload.unwrap();
    serde_json::from_slice::<Value>(payload.as_ref()).unwrap()["batchItemFailures"].take()
}

#[stack_test]
async fn a_failed_message_is_redelivered_alone_and_becomes_a_dead_letter_with_the_reason(stack: Stack) {
    let (aws, admin) = (stack.aws(), stack.person("admin").await);
    let (valid, broken) = (NewLocation::default().create(&admin).await, NewLocation::default().create(&admin).await);
    // The stored location cannot be read: an internal error that an operator can fix.
    aws.set_attributes("Locations", ("id", &broken), &[("stockingSchedule", "NONSENSE")]).await;
    let identity = |id: &str| {
        let fields = json!({"hostname": "f1.local", "fridgeModel": "VISION_E5"});
        message("FridgeIdentity", id, in_seconds(-1), &fields).to_string()
    };
    let (good, bad) = (identity(&valid), identity(&broken));
    let (valid_sender, broken_sender) = (aws.sender(&valid).await, aws.sender(&broken).await);
    let deliver =
        async |count| invoke(&stack, &[("good", &good, &valid_sender, 1), ("bad", &bad, &broken_sender, count)]).await;
    let redelivered = deliver(4).await;
    assert_eq!(redelivered, json!([{"itemIdentifier": "bad"}]));
    assert_eq!(admin.location(&valid).await["hostname"], "f1.local");

    assert_eq!(deliver(5).await, json!([]));
    let letter = take_dead_letter(&stack, "telemetryDeadLetter", &bad).await;
    assert_eq!((letter["kind"].as_str(), letter["field"].as_str()), ("Unavailable", "-"));
    assert!(letter["reason"].contains(&broken), "{letter:?}");
}
