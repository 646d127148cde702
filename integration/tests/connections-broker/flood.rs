//! A fridge that sends many messages.

use crate::helpers::{hostname, wait_for_hostname};
use integration::{
    NewLocation, Stack,
    fridge::{Fridge, message},
    in_seconds, stack_test, wait_until_within,
};
use serde_json::json;
use shared::fridge_topics::Up;
use std::time::{Duration, Instant};

/// The number of messages of the flood.
const MESSAGES: usize = 10_000;
/// The maximum time until another fridge's message is stored during the flood.
const MAX_DELAY: Duration = Duration::from_secs(30);

#[stack_test]
async fn ten_thousand_messages_of_one_fridge_do_not_delay_another(stack: Stack) {
    let admin = stack.person("admin").await;
    let flooding_id = NewLocation::default().create(&admin).await;
    let id = NewLocation::default().create(&admin).await;
    let mut flooding = Fridge::connect(&stack, &flooding_id).await;
    let mut fridge = Fridge::connect(&stack, &id).await;
    let event = |number| {
        let fields = json!({ "name": "DOOR_OPENED", "data": { "number": number } });
        message("CheckpointEvent", in_seconds(-1), &fields).to_string()
    };
    flooding.send_all(Up::Telemetry, (0..MESSAGES).map(event)).await;
    // The flood waits in the functions and the queue. The last message of it shows that all were forwarded.
    flooding.send(Up::Telemetry, &hostname("last.local")).await;
    let sent = Instant::now();
    fridge.send(Up::Telemetry, &hostname("quiet.local")).await;
    wait_for_hostname(&admin, &id, "quiet.local").await;
    assert!(sent.elapsed() < MAX_DELAY, "{:?}", sent.elapsed());
    let last = async || (admin.location(&flooding_id).await["hostname"] == "last.local").then_some(());
    // The flood needs almost five minutes on a slow machine that runs other tests.
    wait_until_within(Duration::from_mins(10), "the last message of the flood", last).await;
}
