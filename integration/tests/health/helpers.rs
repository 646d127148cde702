//! Helpers of the health tests: fridges, their telemetry messages, and reading their alerts.

use integration::{NewLocation, Person, Stack, in_seconds, wait_until};
use serde_json::{Value, json};
use uuid::Uuid;

/// Creates a `LIVE` fridge for one test and returns its id.
pub(crate) async fn fridge(person: &Person<'_>) -> String {
    NewLocation::default().with("status", "LIVE").create(person).await
}

/// A message of type `kind` that occurred `minutes_ago`.
pub(crate) fn message(kind: &str, fridge: &str, minutes_ago: i64, fields: Value) -> Value {
    let mut message = json!({
        "schemaVersion": 1, "messageId": Uuid::now_v7(), "type": kind, "locationId": fridge,
        "occurredAt": in_seconds(-60 * minutes_ago),
    });
    if let (Some(message), Value::Object(fields)) = (message.as_object_mut(), fields) {
        message.extend(fields);
    }
    message
}

/// A health report that was made `minutes_ago`.
pub(crate) fn report(fridge: &str, minutes_ago: i64, fields: Value) -> Value {
    message("HealthReport", fridge, minutes_ago, fields)
}

/// Sends messages of fridges.
pub(crate) async fn send(stack: &Stack, messages: &[Value]) {
    stack.aws().send_telemetry(messages).await;
}

const HEALTH: &str = "query ($ids: [ID!]!) { fridgeHealth(filter: { locationIds: $ids }) { fridgeData {
    locationId timestamp receivedAt jofemarState safetyHold safetyHoldTs outOfOrder outOfOrderTs inaccessible hdmi elo
    cardReader electricalLayout activeTicket temperature temperatureSetpoint timezone networkSpeed { previousSpeed }
    serverVersion allReasons connectedLayout { x y } recycleDoorState { doorState lockState }
    sundryDoorState { doorState lockState }
    liteFridgeState { topShellLatchState bottomShellLatchState shellLockState status } software { artifactType version }
} } }";

/// The latest reports of the fridges.
pub(crate) async fn health(person: &Person<'_>, fridges: &[&str]) -> Vec<Value> {
    let mut result = person.call(HEALTH, json!({ "ids": fridges })).await;
    result["fridgeData"].as_array_mut().map(std::mem::take).unwrap_or_default()
}

/// Waits until the latest report of the fridge has this server version. Earlier messages in the queue may still be
/// unprocessed.
pub(crate) async fn wait_for_report(person: &Person<'_>, fridge: &str, server_version: &str) -> Value {
    wait_until(server_version, async || {
        health(person, &[fridge]).await.pop().filter(|health| health["serverVersion"] == server_version)
    })
    .await
}

const ALERTS: &str = "query ($filter: FridgeAlertFilter!, $nextToken: String) {
    fridgeAlerts(filter: $filter, nextToken: $nextToken) {
        items {
            id location kind state since openedAt detail clearedAt acknowledgedAt acknowledgedBy note
        }
        nextToken
    }
}";

/// All alerts of a fridge in this state, newest first.
pub(crate) async fn alerts(person: &Person<'_>, fridge: &str, state: &str) -> Vec<Value> {
    let page = person.call(ALERTS, json!({ "filter": { "state": state, "location": fridge } })).await;
    assert_eq!(page["nextToken"], Value::Null);
    page["items"].as_array().cloned().unwrap_or_default()
}

/// All alerts of the fleet in this state from all pages, newest first.
pub(crate) async fn fleet_alerts(person: &Person<'_>, state: &str) -> Vec<Value> {
    let (mut all, mut next) = (Vec::new(), Value::Null);
    loop {
        let mut page = person.call(ALERTS, json!({ "filter": { "state": state }, "nextToken": next })).await;
        all.extend(page["items"].as_array_mut().into_iter().flat_map(std::mem::take));
        next = page["nextToken"].take();
        if next.is_null() {
            return all;
        }
    }
}

/// Waits until the kinds of the fridge's open alerts are exactly `kinds`.
pub(crate) async fn wait_for_open_alerts(person: &Person<'_>, fridge: &str, kinds: &[&str]) -> Vec<Value> {
    wait_until(&format!("open alerts: {kinds:?}"), async || {
        let open = alerts(person, fridge, "OPEN").await;
        let mut found: Vec<&str> = open.iter().filter_map(|alert| alert["kind"].as_str()).collect();
        found.sort_unstable();
        (found == kinds).then_some(open)
    })
    .await
}
