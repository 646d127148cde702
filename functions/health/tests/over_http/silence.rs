//! The sweep that finds fridges which fell silent.

use crate::told::{alerts, fridge, heard, open_alerts, report, tell};
use serde_json::{Value, json};
use testkit::{Person, Stack, in_seconds};

/// A fridge that was heard last so many minutes ago, whose time to be looked at has come.
async fn heard_minutes_ago(stack: &Stack, person: &Person<'_>, minutes: i64) -> String {
    let id = fridge(person).await;
    tell(stack, &[report(&id, minutes, json!({ "serverVersion": "once", "temperature": 38.0 }))]).await;
    heard(person, &id, "once").await;
    let (received, due) = (in_seconds(-60 * minutes).to_string(), in_seconds(-1).to_string());
    let attributes = [("receivedAt", received.as_str()), ("checkAt", due.as_str())];
    stack.aws().set("FridgeHealth", ("locationId", &id), &attributes).await;
    id
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_fridge_that_said_nothing_for_more_than_30_minutes_is_silent_until_it_does() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let silent = heard_minutes_ago(&stack, &admin, 31).await;
    let quiet = heard_minutes_ago(&stack, &admin, 29).await;
    // The sweep may run by itself meanwhile, and twice at once.
    tokio::join!(stack.aws().invoke("sweep-fridge-alerts"), stack.aws().invoke("sweep-fridge-alerts"));
    let open = open_alerts(&admin, &silent, &["SILENT"]).await;
    let since: shared::Instant = open[0]["since"].as_str().unwrap().parse().unwrap();
    assert_eq!(in_seconds(0).since(since).num_minutes(), 31);
    assert_eq!(alerts(&admin, &quiet, "OPEN").await, Vec::<Value>::new());

    tell(&stack, &[report(&silent, 0, json!({ "temperature": 38.0 }))]).await;
    open_alerts(&admin, &silent, &[]).await;
    assert_eq!(alerts(&admin, &silent, "CLEARED").await.len(), 1);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_fridge_that_was_taken_out_of_service_is_not_silent() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = heard_minutes_ago(&stack, &admin, 40).await;
    stack.aws().invoke("sweep-fridge-alerts").await;
    open_alerts(&admin, &id, &["SILENT"]).await;
    admin.edit(&id, json!({ "version": 1, "status": "OFFLINE" })).await;
    let due = in_seconds(-1).to_string();
    stack.aws().set("FridgeHealth", ("locationId", &id), &[("checkAt", due.as_str())]).await;
    stack.aws().invoke("sweep-fridge-alerts").await;
    open_alerts(&admin, &id, &[]).await;
}
