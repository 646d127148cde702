use crate::{message, nowhere};
use aws_sdk_sqs::types::Message;
use serde_json::{Value, json};
use std::{collections::BTreeMap, time::Duration};
use stocking::driver_action::{DriverActionStore, DriverActionType};
use testkit::{NewLocation, Stack, in_seconds, wait_until_within};
use uuid::Uuid;

/// What is said of those of the messages that the dead-letter queue holds, by what was sent. Nothing is hidden from
/// others who look.
async fn dead(stack: &Stack, messages: &[String]) -> BTreeMap<String, (String, String, String)> {
    let queue = stack.aws().queue("telemetryDeadLetter");
    let receive = stack.aws().sqs().receive_message().queue_url(queue).message_attribute_names("All");
    let received = receive.max_number_of_messages(10).visibility_timeout(0).send().await.unwrap();
    let ours = received.messages.unwrap_or_default().into_iter().filter_map(|letter| {
        let sent = messages.iter().find(|sent| letter.body.as_ref() == Some(sent))?.clone();
        let said = |name: &str| attribute(&letter, name);
        Some((sent, (said("kind")?, said("field")?, said("reason")?)))
    });
    ours.collect()
}

fn attribute(letter: &Message, name: &str) -> Option<String> {
    letter.message_attributes.as_ref()?.get(name)?.string_value.clone()
}

/// Removes those of the messages that the dead-letter queue holds.
async fn clear(stack: &Stack, messages: &[String]) {
    let (sqs, queue) = (stack.aws().sqs(), stack.aws().queue("telemetryDeadLetter"));
    let receive = sqs.receive_message().queue_url(queue).max_number_of_messages(10).visibility_timeout(0);
    for letter in receive.send().await.unwrap().messages.unwrap_or_default() {
        if messages.iter().any(|ours| letter.body.as_ref() == Some(ours)) {
            let receipt = letter.receipt_handle.unwrap_or_default();
            sqs.delete_message().queue_url(queue).receipt_handle(receipt).send().await.unwrap();
        }
    }
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
    let malformed = [
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
    aws.send("telemetry", &[&good[..1], &messages[..], &good[1..]].concat(), 0).await;

    // A message that came back would be hidden for minutes first: what is there now was refused at its first delivery.
    let all = async || Some(dead(&stack, &messages).await).filter(|dead| dead.len() == malformed.len());
    let dead = wait_until_within(Duration::from_mins(1), "the dead-letter queue has them", all).await;
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
    wait_until_within(Duration::from_mins(1), "the others of the batch", written).await;
    clear(&stack, &messages).await;
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
    let sent = [bad];
    let letter = async || dead(&stack, &sent).await.remove(&sent[0]);
    let (kind, field, reason) = wait_until_within(Duration::from_secs(10), "the dead letter", letter).await;
    assert_eq!((kind.as_str(), field.as_str()), ("Unavailable", "-"));
    assert!(reason.contains(&broken), "{reason}");
    clear(&stack, &sent).await;
}
