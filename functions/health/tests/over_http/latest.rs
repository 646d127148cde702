//! `fridgeHealth`.

use crate::told::{fridge, health, heard, report, tell};
use serde_json::{Value, json};
use testkit::{NewLocation, Stack, wrong_fields};

/// Everything that a fridge can tell.
fn everything() -> Value {
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

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_fridge_is_shown_as_it_told_last_with_its_zone() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let (id, silent) = (fridge(&admin).await, fridge(&admin).await);
    tell(&stack, &[report(&id, 0, everything())]).await;
    let stored = heard(&admin, &id, "4.2.1").await;
    for (name, value) in everything().as_object().into_iter().flatten() {
        assert_eq!(&stored[name], value, "{name}");
    }
    let zone = admin.location(&id).await["timeZone"].clone();
    assert!(zone.is_string() && stored["timezone"] == zone, "{stored}");
    // One that never told anything is not there, nor is one that does not exist; each is there once.
    let all = health(&admin, &[&silent, &id, "TEST_NOWHERE", &id]).await;
    assert_eq!(all.iter().map(|health| &health["locationId"]).collect::<Vec<_>>(), [&json!(id)]);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn the_newest_report_counts_whatever_comes_when_and_however_often() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = fridge(&admin).await;
    let newer = report(&id, 1, json!({ "serverVersion": "newer", "temperature": 38.0, "hdmi": true }));
    let older = report(&id, 5, json!({ "serverVersion": "older", "temperature": 50.0, "outOfOrder": true }));
    tell(&stack, &vec![newer.clone(); 3]).await;
    let first = heard(&admin, &id, "newer").await;
    tell(&stack, &[older, newer]).await;
    // The last one is of another fridge in the same queue, so that all before it has been handled when it shows.
    let other = fridge(&admin).await;
    stack.aws().send("telemetry", &[report(&other, 0, json!({ "serverVersion": "last" }))], 2).await;
    heard(&admin, &other, "last").await;
    assert_eq!(health(&admin, &[&id]).await, [first]);
    // A report tells everything: what the next one leaves out is unknown.
    tell(&stack, &[report(&id, 0, json!({ "serverVersion": "newest" }))]).await;
    let newest = heard(&admin, &id, "newest").await;
    assert_eq!(
        (&newest["hdmi"], &newest["temperature"], &newest["allReasons"]),
        (&Value::Null, &Value::Null, &json!([]))
    );
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn one_to_200_fridges_are_asked_for_by_anybody_who_is_signed_in() {
    let stack = Stack::load().await;
    let stranger = stack.person("no-permissions").await;
    let query = "query ($ids: [ID!]!) { fridgeHealth(filter: { locationIds: $ids }) { fridgeData { locationId } } }";
    let ids = |count: usize| (0..count).map(|number| format!("TEST_{number}")).collect::<Vec<_>>();
    assert_eq!(stranger.ask(query, json!({ "ids": ids(200) })).await["fridgeData"], json!([]));
    for count in [0, 201] {
        let refusal = stranger.refused(query, json!({ "ids": ids(count) })).await;
        let message = "locationIds should name 1 to 200 locations".to_owned();
        assert_eq!(wrong_fields(&refusal.info), [("filter.locationIds".to_owned(), message)]);
    }
    assert_eq!(stranger.refused(query, json!({ "ids": ["no where"] })).await.kind, "Invalid");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_report_that_no_fridge_can_mean_changes_nothing() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let wrong = report(&id, 0, json!({ "temperature": 1e9 }));
    tell(&stack, &[wrong, report(&id, 1, json!({ "serverVersion": "right" }))]).await;
    let stored = heard(&admin, &id, "right").await;
    assert_eq!(stored["temperature"], Value::Null);
}
