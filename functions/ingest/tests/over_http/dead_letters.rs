use crate::{message, nowhere};
use aws_sdk_sqs::types::Message;
use serde_json::{Value, json};
use std::{collections::BTreeMap, sync::Mutex};
use stocking::driver_action::{DriverActionStore, DriverActionType};
use testkit::{NewLocation, Stack, in_seconds, wait_until};
use uuid::Uuid;

/// What was said of a message that is dead: kind, field and reason.
type Said = (String, String, String);

/// Takes each of the messages out of the dead-letter queue, whatever else lies there; answers what is said of it, by what
/// was sent.
async fn take(stack: &Stack, messages: &[String]) -> BTreeMap<String, Said> {
    let found = Mutex::new(BTreeMap::new());
    let look = async || {
        let taken = take_some(stack, messages).await;
        let mut found = found.lock().unwrap();
        found.extend(taken);
        (found.len() == messages.len()).then_some(())
    };
    wait_until("the dead-letter queue has them", look).await;
    found.into_inner().unwrap()
}

/// Takes those of the messages that the next look into the dead-letter queue finds. A look finds ten at most: the others
/// that it found are hidden for a moment, so that the next one finds what lies behind them.
async fn take_some(stack: &Stack, messages: &[String]) -> Vec<(String, Said)> {
    let (sqs, queue) = (stack.aws().sqs(), stack.aws().queue("telemetryDeadLetter"));
    let receive = sqs.receive_message().queue_url(queue).message_attribute_names("All");
    let received = receive.max_number_of_messages(10).visibility_timeout(2).send().await.unwrap();
    let mut taken = Vec::new();
    for letter in received.messages.unwrap_or_default() {
        let Some(sent) = messages.iter().find(|sent| letter.body.as_ref() == Some(sent)) else { continue };
        let said = |name: &str| attribute(&letter, name);
        taken.push((sent.clone(), (said("kind"), said("field"), said("reason"))));
        let receipt = letter.receipt_handle.unwrap_or_default();
        sqs.delete_message().queue_url(queue).receipt_handle(receipt).send().await.unwrap();
    }
    taken
}

fn attribute(letter: &Message, name: &str) -> String {
    let attribute = letter.message_attributes.as_ref().and_then(|all| all.get(name));
    attribute.and_then(|attribute| attribute.string_value.clone()).unwrap_or_default()
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn what_can_never_be_written_is_a_dead_letter_at_once_says_why_and_holds_nothing_up() {
    let stack = Stack::load().await;
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
        (record(&nowhere(), &json!({})), "locationId"),
        (record(&nowhere(), &json!({"locationType": "WHOLESALE"})), "site"),
        (record(&id, &json!({"locationType": "WHOLESALE"})), "locationType"),
        (record(&id, &json!({"market": "ALL"})), "market"),
        (format!("{mark} is no JSON"), "body"),
        (with("schemaVersion", json!(2)), "schemaVersion"),
        (with("type", json!("Weather")), "type"),
        (with("eventType", json!("DropOverride")), "eventType"),
        (with("occurredAt", json!("2199-01-01T00:00:00Z")), "occurredAt"),
        (with("locationId", json!(nowhere())), "locationId"),
        (with("note", json!("x".repeat(210_000))), "body"),
    ];
    let messages: Vec<String> = malformed.iter().map(|(message, _)| message.clone()).collect();
    let good = [action().to_string(), action().to_string()];
    for call in [&good[..1], &messages[..], &good[1..]].concat().chunks(10) {
        aws.send("telemetry", call, 0).await;
    }

    // A message that came back would be hidden for minutes first: what is there now was refused at its first delivery.
    let dead = take(&stack, &messages).await;
    for (message, field) in &malformed {
        let (kind, named, reason) = &dead[message];
        assert_eq!((kind.as_str(), named.as_str()), ("Invalid", *field), "{reason}");
        assert!(!reason.is_empty());
    }
    let store: DriverActionStore = aws.store(&[("DRIVER_ACTIONS_TABLE", "DriverActions")]);
    let written = async || {
        let range = in_seconds(-600)..in_seconds(1);
        let page = store.of_type(DriverActionType::InventoryRemoval, range, 1000, None).await.unwrap();
        let ours = page.items.into_iter().filter(|action| action.location_id.as_str() == id).count();
        (ours == good.len()).then_some(())
    };
    wait_until("the others of the batch", written).await;
}

/// Invokes the function as the queue's mapping does; answers the messages that go back.
async fn handled(stack: &Stack, messages: &[(&str, &str, u32)]) -> Value {
    let record = |(id, body, count): &(&str, &str, u32)| {
        json!({
            "messageId": id, "receiptHandle": id, "body": body, "messageAttributes": {}, "md5OfBody": "",
            "attributes": {"ApproximateReceiveCount": count.to_string()}, "eventSource": "aws:sqs",
            "eventSourceARN": "arn:aws:sqs:us-east-1:000000000000:TelemetryQueue", "awsRegion": "us-east-1",
        })
    };
    let event = json!({"Records": messages.iter().map(record).collect::<Vec<_>>()}).to_string();
    let function = stack.aws().function("ingest-telemetry");
    let answer = stack.aws().lambda().invoke().function_name(function).payload(event.into_bytes().into());
    let payload = answer.send().await.unwrap().payload.unwrap();
    serde_json::from_slice::<Value>(payload.as_ref()).unwrap()["batchItemFailures"].take()
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn what_a_failure_kept_from_being_written_comes_back_alone_and_says_why_when_it_is_given_up() {
    let stack = Stack::load().await;
    let (aws, admin) = (stack.aws(), stack.person("admin").await);
    let (sound, broken) = (NewLocation::default().create(&admin).await, NewLocation::default().create(&admin).await);
    // What is stored of the location cannot be read: a failure of ours, which somebody may mend.
    aws.set("Locations", ("id", &broken), &[("address", "NONSENSE")]).await;
    let identity = |id: &str| {
        let fields = json!({"hostname": "f1.local", "fridgeModel": "VISION_E5"});
        message("FridgeIdentity", id, in_seconds(-1), &fields).to_string()
    };
    let (good, bad) = (identity(&sound), identity(&broken));
    let back = handled(&stack, &[("good", &good, 1), ("bad", &bad, 4)]).await;
    assert_eq!(back, json!([{"itemIdentifier": "bad"}]));
    assert_eq!(admin.location(&sound).await["hostname"], "f1.local");

    assert_eq!(handled(&stack, &[("good", &good, 1), ("bad", &bad, 5)]).await, json!([]));
    let (kind, field, reason) = take(&stack, std::slice::from_ref(&bad)).await.remove(&bad).unwrap();
    assert_eq!((kind.as_str(), field.as_str()), ("Unavailable", "-"));
    assert!(reason.contains(&broken), "{reason}");
}
