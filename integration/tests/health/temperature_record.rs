//! `temperatureReadings` and `safetyHoldChanges`.

use crate::helpers::{fridge, health, report, send};
use integration::{Stack, field_errors, in_seconds, stack_test, wait_until};
use serde_json::{Value, json};

const READINGS: &str = "query ($id: ID!, $from: AWSDateTime!, $to: AWSDateTime!) {
    temperatureReadings(location: $id, from: $from, to: $to) { items { timestamp temperature } nextToken }
}";
const HOLDS: &str = "query ($id: ID!, $from: AWSDateTime!) {
    safetyHoldChanges(location: $id, from: $from) { items { at before after } nextToken }
}";
const DAY: i64 = 24 * 60 * 60;

#[stack_test]
async fn lists_the_readings_of_a_period_oldest_first(stack: Stack) {
    let (admin, reader) = (stack.person("admin").await, stack.person("no-permissions").await);
    let id = fridge(&admin).await;
    let readings = [(50, 36.5), (3, 42.0), (1, 39.0)];
    let messages = readings.map(|(hours, temperature)| report(&id, 60 * hours, json!({ "temperature": temperature })));
    send(&stack, &messages).await;
    let listed = async |from: i64, to: i64| {
        let period = json!({ "id": id, "from": in_seconds(from), "to": in_seconds(to) });
        let page = reader.call(READINGS, period).await;
        assert_eq!(page["nextToken"], Value::Null);
        let temperature = |reading: &Value| reading["temperature"].as_f64().unwrap_or_default();
        page["items"].as_array().unwrap().iter().map(temperature).collect::<Vec<_>>()
    };
    let all = wait_until("all temperatures", async || {
        Some(listed(-7 * DAY, 0).await).filter(|listed| listed.len() >= readings.len())
    })
    .await;
    assert_eq!(all, [36.5, 42.0, 39.0]);
    assert_eq!(listed(-DAY, -2 * 3600).await, [42.0]);
    // The instants refer to slightly different times, so that 90 days without this second can exceed the limit.
    assert_eq!(listed(-90 * DAY + 1, 0).await.len(), 3);
}

#[stack_test]
async fn rejects_a_period_that_is_too_long_or_ends_before_it_starts(stack: Stack) {
    let reader = stack.person("no-permissions").await;
    for (from, to, field) in [(-91 * DAY, 0, "from"), (0, -60, "to")] {
        let period = json!({ "id": "ANY", "from": in_seconds(from), "to": in_seconds(to) });
        let rejection = reader.call_rejected(READINGS, period).await;
        assert_eq!(field_errors(&rejection.info)[0].0, field);
    }
}

#[stack_test]
async fn lists_the_changes_of_the_safety_hold(stack: Stack) {
    let (admin, reader) = (stack.person("admin").await, stack.person("no-permissions").await);
    let id = fridge(&admin).await;
    for (minutes, hold) in [(30, true), (20, false)] {
        send(&stack, &[report(&id, minutes, json!({ "safetyHold": hold }))]).await;
        // An older report does not replace a newer one, so each report is stored before the next one is sent.
        wait_until("the report", async || {
            let reports = health(&reader, &[&id]).await;
            reports.into_iter().next().filter(|report| report["safetyHold"] == json!(hold))
        })
        .await;
    }
    let end = wait_until("the end of the hold", async || {
        let page = reader.call(HOLDS, json!({ "id": id, "from": in_seconds(-DAY) })).await;
        page["items"].as_array()?.iter().find(|change| change["after"] == json!(false)).cloned()
    })
    .await;
    assert_eq!(end["before"], true);
}
