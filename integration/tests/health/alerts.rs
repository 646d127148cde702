//! `fridgeAlerts`, and the reports that raise and clear alerts.

use crate::helpers::{alerts, fleet_alerts, fridge, report, send, wait_for_open_alerts, wait_for_report};
use integration::{NewLocation, Stack, stack_test, wait_until};
use serde_json::json;

#[stack_test]
async fn raises_too_warm_after_30_minutes_above_41_degrees_and_clears_it_when_cool(stack: Stack) {
    let (admin, user_without_permissions) = (stack.person("admin").await, stack.person("no-permissions").await);
    let id = fridge(&admin).await;
    let health_report = |minutes: i64, temperature: f64, version: &str| {
        report(&id, minutes, json!({ "temperature": temperature, "serverVersion": version }))
    };
    let versions = ["cool", "warm", "warmer"];
    let warm = [
        health_report(50, 40.0, versions[0]),
        health_report(45, 42.0, versions[1]),
        health_report(20, 43.0, versions[2]),
    ];
    // Sent one by one, so that no two are in the same batch.
    for (message, version) in warm.iter().zip(versions) {
        send(&stack, std::slice::from_ref(message)).await;
        wait_for_report(&admin, &id, version).await;
    }
    assert_eq!(alerts(&user_without_permissions, &id, "OPEN").await, Vec::<serde_json::Value>::new());
    let hot = health_report(10, 44.6, "hot");
    send(&stack, std::slice::from_ref(&hot)).await;
    let [alert] = &wait_for_open_alerts(&user_without_permissions, &id, &["TOO_WARM"]).await[..] else {
        panic!("expected exactly one alert")
    };
    assert_eq!(alert["detail"], "44.6 °F");
    // The alert starts at the first warm report, not at the report that raised it.
    let since: shared::Instant = alert["since"].as_str().unwrap().parse().unwrap();
    assert_eq!(integration::in_seconds(0).since(since).num_minutes(), 45);
    assert!(fleet_alerts(&user_without_permissions, "OPEN").await.contains(alert));

    // Duplicates and another warm report raise no second alert.
    send(&stack, &[&warm[..], &[hot]].concat()).await;
    send(&stack, &[health_report(5, 45.0, "still")]).await;
    wait_for_report(&admin, &id, "still").await;
    assert_eq!(alerts(&user_without_permissions, &id, "OPEN").await.as_slice(), std::slice::from_ref(alert));

    send(&stack, &[health_report(0, 41.0, "cool again")]).await;
    wait_for_open_alerts(&user_without_permissions, &id, &[]).await;
    let [cleared] = &alerts(&user_without_permissions, &id, "CLEARED").await[..] else {
        panic!("expected exactly one alert")
    };
    assert_eq!(cleared["id"], alert["id"]);
    assert_eq!(cleared["state"], "CLEARED");
    assert!(cleared["clearedAt"].is_string());
    assert!(fleet_alerts(&user_without_permissions, "CLEARED").await.contains(cleared));
    assert!(fleet_alerts(&user_without_permissions, "OPEN").await.iter().all(|open| open["location"] != *id));
}

#[stack_test]
async fn raises_too_warm_when_warm_reports_are_delivered_newest_first(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = fridge(&admin).await;
    let health_report = |minutes: i64, temperature: f64, version: &str| {
        report(&id, minutes, json!({ "temperature": temperature, "serverVersion": version }))
    };
    send(&stack, &[health_report(5, 44.0, "newest")]).await;
    wait_for_report(&admin, &id, "newest").await;
    for minutes in [15, 25, 40] {
        send(&stack, &[health_report(minutes, 43.0, "late")]).await;
    }
    let minutes = |alert: &serde_json::Value| {
        let since: shared::Instant = alert["since"].as_str().unwrap().parse().unwrap();
        integration::in_seconds(0).since(since).num_minutes()
    };
    wait_until("an alert that starts 40 minutes ago", async || {
        wait_for_open_alerts(&admin, &id, &["TOO_WARM"]).await.first().filter(|alert| minutes(alert) == 40).cloned()
    })
    .await;
    // An older warm report corrects the start of the alert, and a cool report in between clears it.
    send(&stack, &[health_report(45, 43.0, "late")]).await;
    wait_until("an alert that starts at the oldest report", async || {
        wait_for_open_alerts(&admin, &id, &["TOO_WARM"]).await.first().filter(|alert| minutes(alert) == 45).cloned()
    })
    .await;
    send(&stack, &[health_report(20, 38.0, "late")]).await;
    wait_for_open_alerts(&admin, &id, &[]).await;
    assert_eq!(alerts(&admin, &id, "CLEARED").await.len(), 1);
}

#[stack_test]
async fn raises_out_of_order_immediately_and_again_the_next_time(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = fridge(&admin).await;
    let health_report = |minutes: i64, out_of_order: bool| {
        report(&id, minutes, json!({ "outOfOrder": out_of_order, "allReasons": ["MOTOR_FAULT"] }))
    };
    send(&stack, &[health_report(4, true)]).await;
    let first = wait_for_open_alerts(&admin, &id, &["OUT_OF_ORDER"]).await;
    assert_eq!(first[0]["detail"], "MOTOR_FAULT");
    send(&stack, &[health_report(3, false)]).await;
    wait_for_open_alerts(&admin, &id, &[]).await;
    // A late report from before the fridge was healthy raises no alert.
    send(&stack, &[health_report(5, true), report(&id, 2, json!({ "serverVersion": "after" }))]).await;
    wait_for_report(&admin, &id, "after").await;
    wait_for_open_alerts(&admin, &id, &[]).await;
    send(&stack, &[health_report(0, true)]).await;
    let second = wait_for_open_alerts(&admin, &id, &["OUT_OF_ORDER"]).await;
    assert_ne!(first[0]["id"], second[0]["id"]);
    assert_eq!(alerts(&admin, &id, "CLEARED").await.len(), 1);
}

#[stack_test]
async fn a_fridge_raises_no_alert_before_it_is_live(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let health_report =
        |minutes: i64, version: &str| report(&id, minutes, json!({ "outOfOrder": true, "serverVersion": version }));
    send(&stack, &[health_report(5, "set up")]).await;
    wait_for_report(&admin, &id, "set up").await;
    assert_eq!(alerts(&admin, &id, "OPEN").await, Vec::<serde_json::Value>::new());
    admin.edit(&id, json!({ "version": 1, "status": "LIVE" })).await;
    send(&stack, &[health_report(0, "in service")]).await;
    let open = wait_for_open_alerts(&admin, &id, &["OUT_OF_ORDER"]).await;
    let since: shared::Instant = open[0]["since"].as_str().unwrap().parse().unwrap();
    assert_eq!(integration::in_seconds(0).since(since).num_minutes(), 5);
}
