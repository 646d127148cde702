//! `fridgeHealth`.

use crate::helpers::{fridge, health, report, send, wait_for_report};
use integration::{NewLocation, Stack, field_errors, stack_test};
use serde_json::{Value, json};

/// A report with every attribute.
fn full_report() -> Value {
    json!({
        "jofemarState": "STATUS_0_READY", "safetyHold": false, "safetyHoldTs": "2026-11-20T10:00:00.000Z",
        "outOfOrder": false, "outOfOrderTs": "2026-11-19T10:00:00.000Z", "inaccessible": false, "hdmi": true,
        "elo": true, "cardReader": false, "electricalLayout": true, "activeTicket": false, "temperature": 38.4,
        "temperatureSetpoint": 37.0, "networkSpeed": { "previousSpeed": 0.25 }, "serverVersion": "4.2.1",
        "allReasons": ["CARD_READER"], "connectedLayout": [[{ "x": 1, "y": 1 }, { "x": 2, "y": 1 }], []],
        "recycleDoorState": { "doorState": "CLOSED", "lockState": "LOCKED" },
        "sundryDoorState": { "doorState": "OPEN", "lockState": null },
        "liteFridgeState": {
            "topShellLatchState": "A", "bottomShellLatchState": "B", "shellLockState": "C", "status": "D",
        },
        "software": [{ "artifactType": "FRIDGE_AGENT", "version": "1.10" }],
    })
}

#[stack_test]
async fn returns_the_latest_report_with_the_time_zone(stack: Stack) {
    let admin = stack.person("admin").await;
    let (id, silent) = (fridge(&admin).await, fridge(&admin).await);
    send(&stack, &[report(&id, 0, full_report())]).await;
    let stored = wait_for_report(&admin, &id, "4.2.1").await;
    for (name, value) in full_report().as_object().into_iter().flatten() {
        assert_eq!(&stored[name], value, "{name}");
    }
    let zone = admin.location(&id).await["timeZone"].clone();
    assert!(zone.is_string() && stored["timezone"] == zone, "{stored}");
    // Fridges without a report and unknown ids are left out, and a duplicate id is returned once.
    let all = health(&admin, &[&silent, &id, "TEST_NOWHERE", &id]).await;
    assert_eq!(all.iter().map(|health| &health["locationId"]).collect::<Vec<_>>(), [&json!(id)]);
}

#[stack_test]
async fn keeps_the_newest_report_in_any_order_and_with_duplicates(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = fridge(&admin).await;
    let newer = report(&id, 1, json!({ "serverVersion": "newer", "temperature": 38.0, "hdmi": true }));
    let older = report(&id, 5, json!({ "serverVersion": "older", "temperature": 50.0, "outOfOrder": true }));
    send(&stack, &vec![newer.clone(); 3]).await;
    let first = wait_for_report(&admin, &id, "newer").await;
    send(&stack, &[older, newer]).await;
    // A report of another fridge in the same queue: when it is visible, all earlier messages were processed.
    let other = fridge(&admin).await;
    stack.aws().send_telemetry_after(&[report(&other, 0, json!({ "serverVersion": "last" }))], 2).await;
    wait_for_report(&admin, &other, "last").await;
    assert_eq!(health(&admin, &[&id]).await, [first]);
    // Each report is complete: an attribute that the next report leaves out is unknown.
    send(&stack, &[report(&id, 0, json!({ "serverVersion": "newest" }))]).await;
    let newest = wait_for_report(&admin, &id, "newest").await;
    assert_eq!(newest["hdmi"], Value::Null);
    assert_eq!(newest["temperature"], Value::Null);
    assert_eq!(newest["allReasons"], json!([]));
}

#[stack_test]
async fn every_signed_in_user_can_read_1_to_200_fridges(stack: Stack) {
    let user_without_permissions = stack.person("no-permissions").await;
    let query = "query ($ids: [ID!]!) { fridgeHealth(filter: { locationIds: $ids }) { fridgeData { locationId } } }";
    let ids = |count: usize| (0..count).map(|number| format!("TEST_{number}")).collect::<Vec<_>>();
    assert_eq!(user_without_permissions.call(query, json!({ "ids": ids(200) })).await["fridgeData"], json!([]));
    for count in [0, 201] {
        let rejection = user_without_permissions.call_rejected(query, json!({ "ids": ids(count) })).await;
        let message = "locationIds should name 1 to 200 locations".to_owned();
        assert_eq!(field_errors(&rejection.info), [("filter.locationIds".to_owned(), message)]);
    }
    assert_eq!(user_without_permissions.call_rejected(query, json!({ "ids": ["no where"] })).await.kind, "Invalid");
}

#[stack_test]
async fn ignores_a_report_out_of_bounds(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let out_of_bounds = report(&id, 0, json!({ "temperature": 1e9 }));
    send(&stack, &[out_of_bounds, report(&id, 1, json!({ "serverVersion": "valid" }))]).await;
    let stored = wait_for_report(&admin, &id, "valid").await;
    assert_eq!(stored["temperature"], Value::Null);
}
