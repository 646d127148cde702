//! `fleetHealth`.

use crate::helpers::{fridge, report, send, wait_for_report};
use integration::{Person, Stack, field_errors, stack_test, wait_until};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const FLEET: &str = "query ($nextToken: String) { fleetHealth(nextToken: $nextToken) { items {
    locationId timestamp receivedAt jofemarState safetyHold safetyHoldTs outOfOrder outOfOrderTs inaccessible hdmi elo
    cardReader electricalLayout activeTicket temperature networkSpeed { previousSpeed }
} nextToken } }";

/// All fridges of all pages.
async fn fleet(person: &Person<'_>) -> Vec<Value> {
    let (mut all, mut next) = (Vec::new(), Value::Null);
    loop {
        let mut page = person.call(FLEET, json!({ "nextToken": next })).await;
        all.extend(page["items"].as_array_mut().into_iter().flat_map(std::mem::take));
        next = page["nextToken"].take();
        if next.is_null() {
            return all;
        }
    }
}

#[stack_test]
async fn lists_each_fridge_once_with_the_values_of_its_latest_report(stack: Stack) {
    let admin = stack.person("admin").await;
    let (id, silent) = (fridge(&admin).await, fridge(&admin).await);
    let values = json!({
        "jofemarState": "STATUS_0_READY", "safetyHold": true, "safetyHoldTs": "2026-11-20T10:00:00.000Z", "hdmi": true,
        "cardReader": false, "temperature": 38.4, "networkSpeed": { "previousSpeed": 0.25 }, "serverVersion": "9.9",
    });
    send(&stack, &[report(&id, 1, json!({ "temperature": 50.0, "elo": true })), report(&id, 0, values.clone())]).await;
    let latest = wait_for_report(&admin, &id, "9.9").await;
    let all = wait_until("the fridge in the list of the fleet", async || {
        let all = fleet(&admin).await;
        all.iter().any(|fridge| fridge["locationId"] == id && fridge["temperature"] == 38.4).then_some(all)
    })
    .await;
    let ids: BTreeSet<_> = all.iter().filter_map(|fridge| fridge["locationId"].as_str()).collect();
    assert_eq!(ids.len(), all.len(), "a fridge is listed twice");
    assert!(!ids.contains(silent.as_str()), "a fridge without a report is listed");
    let listed = all.iter().find(|fridge| fridge["locationId"] == id).unwrap().as_object().unwrap();
    for (name, value) in listed {
        assert_eq!(value, &latest[name], "{name}");
    }
    // An attribute that the latest report leaves out is unknown.
    assert_eq!(listed["elo"], Value::Null);
}

#[stack_test]
async fn every_signed_in_user_can_read_the_fleet_and_an_invalid_token_is_rejected(stack: Stack) {
    let user_without_permissions = stack.person("no-permissions").await;
    fleet(&user_without_permissions).await;
    let rejection = user_without_permissions.call_rejected(FLEET, json!({ "nextToken": "x" })).await;
    assert_eq!(field_errors(&rejection.info)[0].0, "nextToken");
}
