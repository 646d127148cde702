//! The sweep that finds silent fridges.

use crate::helpers::{alerts, fridge, report, send, wait_for_open_alerts, wait_for_report};
use serde_json::{Value, json};
use testkit::{Person, Stack, in_seconds, stack_test};

/// Creates a fridge whose last report was received `minutes` ago and whose check is due.
async fn fridge_last_reported(stack: &Stack, person: &Person<'_>, minutes: i64) -> String {
    let id = fridge(person).await;
    send(stack, &[report(&id, minutes, json!({ "serverVersion": "once", "temperature": 38.0 }))]).await;
    wait_for_report(person, &id, "once").await;
    let (received, due) = (in_seconds(-60 * minutes).to_string(), in_seconds(-1).to_string());
    let attributes = [("receivedAt", received.as_str()), ("checkAt", due.as_str())];
    stack.aws().set_attributes("FridgeHealth", ("locationId", &id), &attributes).await;
    id
}

#[stack_test]
async fn a_fridge_without_a_report_for_30_minutes_is_silent_until_the_next_report(stack: Stack) {
    let admin = stack.person("admin").await;
    let silent = fridge_last_reported(&stack, &admin, 31).await;
    let recently_active = fridge_last_reported(&stack, &admin, 29).await;
    // Two sweeps run in parallel, and the scheduled sweep may run as well.
    tokio::join!(stack.aws().invoke("sweep-fridge-alerts"), stack.aws().invoke("sweep-fridge-alerts"));
    let open = wait_for_open_alerts(&admin, &silent, &["SILENT"]).await;
    let since: shared::Instant = open[0]["since"].as_str().unwrap().parse().unwrap();
    assert_eq!(in_seconds(0).since(since).num_minutes(), 31);
    assert_eq!(alerts(&admin, &recently_active, "OPEN").await, Vec::<Value>::new());

    send(&stack, &[report(&silent, 0, json!({ "temperature": 38.0 }))]).await;
    wait_for_open_alerts(&admin, &silent, &[]).await;
    assert_eq!(alerts(&admin, &silent, "CLEARED").await.len(), 1);
}

#[stack_test]
async fn clears_the_silent_alert_of_a_fridge_out_of_service(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = fridge_last_reported(&stack, &admin, 40).await;
    stack.aws().invoke("sweep-fridge-alerts").await;
    wait_for_open_alerts(&admin, &id, &["SILENT"]).await;
    admin.edit(&id, json!({ "version": 1, "status": "OFFLINE" })).await;
    let due = in_seconds(-1).to_string();
    stack.aws().set_attributes("FridgeHealth", ("locationId", &id), &[("checkAt", due.as_str())]).await;
    stack.aws().invoke("sweep-fridge-alerts").await;
    wait_for_open_alerts(&admin, &id, &[]).await;
}
