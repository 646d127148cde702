//! `fridgeAlerts`, and what raises and clears them.

use crate::told::{alerts, fleets_alerts, fridge, heard, open_alerts, report, tell};
use serde_json::json;
use testkit::{NewLocation, Stack, wait_until};

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_fridge_above_41_degrees_for_more_than_30_minutes_is_too_warm_until_it_is_not() {
    let stack = Stack::load().await;
    let (admin, stranger) = (stack.person("admin").await, stack.person("no-permissions").await);
    let id = fridge(&admin).await;
    let told = |minutes: i64, temperature: f64, version: &str| {
        report(&id, minutes, json!({ "temperature": temperature, "serverVersion": version }))
    };
    let versions = ["cool", "warm", "warmer"];
    let warm = [told(50, 40.0, versions[0]), told(45, 42.0, versions[1]), told(20, 43.0, versions[2])];
    // Each by itself, so that no two of them are one batch.
    for (message, version) in warm.iter().zip(versions) {
        tell(&stack, std::slice::from_ref(message)).await;
        heard(&admin, &id, version).await;
    }
    assert_eq!(alerts(&stranger, &id, "OPEN").await, Vec::<serde_json::Value>::new());
    let hot = told(10, 44.6, "hot");
    tell(&stack, std::slice::from_ref(&hot)).await;
    let [alert] = &open_alerts(&stranger, &id, &["TOO_WARM"]).await[..] else { panic!("not one alert") };
    assert_eq!(alert["detail"], "44.6 °F");
    // Since the first report that was warm, not since the one that raised it.
    let since: shared::Instant = alert["since"].as_str().unwrap().parse().unwrap();
    assert_eq!(testkit::in_seconds(0).since(since).num_minutes(), 45);
    assert!(fleets_alerts(&stranger, "OPEN").await.contains(alert));

    // All of it again, and another that is as warm: still one.
    tell(&stack, &[&warm[..], &[hot]].concat()).await;
    tell(&stack, &[told(5, 45.0, "still")]).await;
    heard(&admin, &id, "still").await;
    assert_eq!(alerts(&stranger, &id, "OPEN").await.as_slice(), std::slice::from_ref(alert));

    tell(&stack, &[told(0, 41.0, "cool again")]).await;
    open_alerts(&stranger, &id, &[]).await;
    let [cleared] = &alerts(&stranger, &id, "CLEARED").await[..] else { panic!("not one alert") };
    assert_eq!((&cleared["id"], &cleared["state"]), (&alert["id"], &json!("CLEARED")));
    assert!(cleared["clearedAt"].is_string());
    assert!(fleets_alerts(&stranger, "CLEARED").await.contains(cleared));
    assert!(fleets_alerts(&stranger, "OPEN").await.iter().all(|open| open["location"] != *id));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn warm_reports_that_are_delivered_newest_first_raise_the_alert() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = fridge(&admin).await;
    let told = |minutes: i64, temperature: f64, version: &str| {
        report(&id, minutes, json!({ "temperature": temperature, "serverVersion": version }))
    };
    tell(&stack, &[told(5, 44.0, "newest")]).await;
    heard(&admin, &id, "newest").await;
    for minutes in [15, 25, 40] {
        tell(&stack, &[told(minutes, 43.0, "late")]).await;
    }
    let minutes = |alert: &serde_json::Value| {
        let since: shared::Instant = alert["since"].as_str().unwrap().parse().unwrap();
        testkit::in_seconds(0).since(since).num_minutes()
    };
    wait_until("an alert since the report before", async || {
        open_alerts(&admin, &id, &["TOO_WARM"]).await.first().filter(|alert| minutes(alert) == 40).cloned()
    })
    .await;
    // One more that is older corrects since when, and one in between that was cool clears it.
    tell(&stack, &[told(45, 43.0, "late")]).await;
    wait_until("an alert since the oldest report", async || {
        open_alerts(&admin, &id, &["TOO_WARM"]).await.first().filter(|alert| minutes(alert) == 45).cloned()
    })
    .await;
    tell(&stack, &[told(20, 38.0, "late")]).await;
    open_alerts(&admin, &id, &[]).await;
    assert_eq!(alerts(&admin, &id, "CLEARED").await.len(), 1);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_fridge_out_of_order_raises_an_alert_at_once_and_another_the_next_time() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = fridge(&admin).await;
    let told = |minutes: i64, out_of_order: bool| {
        report(&id, minutes, json!({ "outOfOrder": out_of_order, "allReasons": ["MOTOR_FAULT"] }))
    };
    tell(&stack, &[told(4, true)]).await;
    let first = open_alerts(&admin, &id, &["OUT_OF_ORDER"]).await;
    assert_eq!(first[0]["detail"], "MOTOR_FAULT");
    tell(&stack, &[told(3, false)]).await;
    open_alerts(&admin, &id, &[]).await;
    // What was before the fridge was well raises nothing.
    tell(&stack, &[told(5, true), report(&id, 2, json!({ "serverVersion": "after" }))]).await;
    heard(&admin, &id, "after").await;
    open_alerts(&admin, &id, &[]).await;
    tell(&stack, &[told(0, true)]).await;
    let second = open_alerts(&admin, &id, &["OUT_OF_ORDER"]).await;
    assert_ne!(first[0]["id"], second[0]["id"]);
    assert_eq!(alerts(&admin, &id, "CLEARED").await.len(), 1);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_fridge_that_is_being_set_up_raises_no_alert_until_it_is_in_service() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let told =
        |minutes: i64, version: &str| report(&id, minutes, json!({ "outOfOrder": true, "serverVersion": version }));
    tell(&stack, &[told(5, "set up")]).await;
    heard(&admin, &id, "set up").await;
    assert_eq!(alerts(&admin, &id, "OPEN").await, Vec::<serde_json::Value>::new());
    admin.edit(&id, json!({ "version": 1, "status": "LIVE" })).await;
    tell(&stack, &[told(0, "in service")]).await;
    let open = open_alerts(&admin, &id, &["OUT_OF_ORDER"]).await;
    let since: shared::Instant = open[0]["since"].as_str().unwrap().parse().unwrap();
    assert_eq!(testkit::in_seconds(0).since(since).num_minutes(), 5);
}
