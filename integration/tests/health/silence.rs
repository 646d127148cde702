//! The sweep that finds silent fridges.

use crate::helpers::{alerts, fridge, report, send, wait_for_open_alerts, wait_for_report};
use integration::{Person, Stack, in_seconds, stack_test};
use serde_json::{Value, json};
use std::time::Duration;

/// The limit of silence, in seconds.
const SILENT_AFTER: i64 = 30 * 60;
/// How long after its creation a fridge is silent, in seconds. The sweep of every minute must not check it before.
const SOON: i64 = 3;

/// Creates a fridge whose last report was received this many seconds ago.
async fn fridge_last_reported(stack: &Stack, person: &Person<'_>, seconds: i64) -> String {
    let id = fridge(person).await;
    send(stack, &[report(&id, seconds / 60, json!({ "serverVersion": "once", "temperature": 38.0 }))]).await;
    wait_for_report(person, &id, "once").await;
    set_received(stack, &id, seconds).await;
    id
}

async fn set_received(stack: &Stack, id: &str, seconds: i64) {
    let received = in_seconds(-seconds).to_string();
    stack.aws().set_attributes("FridgeHealth", ("locationId", id), &[("receivedAt", received.as_str())]).await;
}

async fn wait_until_silent() {
    tokio::time::sleep(Duration::from_secs(SOON.unsigned_abs() + 1)).await;
}

#[stack_test]
async fn a_fridge_without_a_report_for_30_minutes_is_silent_until_the_next_report(stack: Stack) {
    let admin = stack.person("admin").await;
    let recently_active = fridge_last_reported(&stack, &admin, 29 * 60).await;
    let silent = fridge_last_reported(&stack, &admin, SILENT_AFTER - SOON).await;
    wait_until_silent().await;
    // Two sweeps run in parallel, and the scheduled sweep may run as well.
    tokio::join!(stack.aws().invoke("sweep-fridge-alerts"), stack.aws().invoke("sweep-fridge-alerts"));
    let open = wait_for_open_alerts(&admin, &silent, &["SILENT"]).await;
    let since: shared::Instant = open[0]["since"].as_str().unwrap().parse().unwrap();
    assert_eq!(in_seconds(0).since(since).num_minutes(), 30);
    assert_eq!(alerts(&admin, &recently_active, "OPEN").await, Vec::<Value>::new());

    send(&stack, &[report(&silent, 0, json!({ "temperature": 38.0 }))]).await;
    wait_for_open_alerts(&admin, &silent, &[]).await;
    assert_eq!(alerts(&admin, &silent, "CLEARED").await.len(), 1);
}

#[stack_test]
async fn clears_the_silent_alert_of_a_fridge_out_of_service(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = fridge_last_reported(&stack, &admin, SILENT_AFTER - SOON).await;
    wait_until_silent().await;
    stack.aws().invoke("sweep-fridge-alerts").await;
    wait_for_open_alerts(&admin, &id, &["SILENT"]).await;
    admin.edit(&id, json!({ "version": 1, "status": "OFFLINE" })).await;
    // A silent fridge is checked every half hour.
    set_received(&stack, &id, 2 * SILENT_AFTER - SOON).await;
    wait_until_silent().await;
    stack.aws().invoke("sweep-fridge-alerts").await;
    wait_for_open_alerts(&admin, &id, &[]).await;
}
