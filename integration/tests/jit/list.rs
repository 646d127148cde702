//! `jitLocations`.

use crate::helpers::{list_rows, past_day, report_stocked, store_rows, unique_day};
use integration::{NewLocation, Stack, field_errors, stack_test, wait_until};
use serde_json::{Value, json};

#[stack_test]
async fn lists_a_days_stockings_with_their_jit_status(stack: Stack) {
    let day = unique_day();
    let ids = store_rows(day, &[("A_1", Some(true)), ("A_2", Some(false)), ("A_3", None)]).await;
    let rows = list_rows(&stack.person("read-only").await, day).await;
    let values: Vec<Value> = rows.iter().map(|row| json!([row["stockingId"], row["location"], row["jit"]])).collect();
    let expected = [json!([ids[0], "A_1", true]), json!([ids[1], "A_2", false]), json!([ids[2], "A_3", Value::Null])];
    assert_eq!(values, expected);
    assert!(rows.iter().all(|row| row["email"].is_null() && row["stockedTimeUTC"].is_null()));
}

#[stack_test]
async fn a_reported_stocking_has_its_time(stack: Stack) {
    let admin = stack.person("admin").await;
    let location = NewLocation::default().create(&admin).await;
    let (day, at) = past_day();
    let ids = store_rows(day, &[(&location, Some(true))]).await;
    let wait_for_time = async |at: &str| {
        wait_until(at, async || {
            let row = list_rows(&admin, day).await.into_iter().find(|row| row["stockingId"] == ids[0])?;
            (row["stockedTimeUTC"] == at).then_some(())
        })
        .await;
    };
    report_stocked(&stack, &location, &at).await;
    wait_for_time(&at).await;
    // The earliest report counts.
    let earlier = format!("{day}T14:00:00.000Z");
    report_stocked(&stack, &location, &earlier).await;
    wait_for_time(&earlier).await;
}

#[stack_test]
async fn lists_seeded_stockings_of_today_or_tomorrow(stack: Stack) {
    let reader = stack.person("read-only").await;
    let today = integration::in_seconds(0).central_date();
    let (one, other) = (list_rows(&reader, today).await, list_rows(&reader, today.succ_opt().unwrap()).await);
    assert!(one.len() + other.len() > 0, "no stockings from {today} on");
}

#[stack_test]
async fn rejects_invalid_dates_forged_tokens_and_callers_without_permission(stack: Stack) {
    let admin = stack.person("admin").await;
    let query =
        "query ($input: JITLocationsInput!, $t: String) { jitLocations(input: $input, nextToken: $t) { nextToken } }";
    let rejection = admin.call_rejected(query, json!({ "input": { "dropOffDate": "2026-11-21Z" } })).await;
    assert_eq!(field_errors(&rejection.info)[0].0, "input.dropOffDate");
    for token in ["!", "e30"] {
        let rejection =
            admin.call_rejected(query, json!({ "input": { "dropOffDate": "2026-11-21" }, "t": token })).await;
        assert_eq!(rejection.kind.as_str(), "Invalid");
        assert_eq!(field_errors(&rejection.info)[0].0.as_str(), "nextToken");
    }
    let unauthorized = stack.person("no-permissions").await;
    let rejection = unauthorized.call_rejected(query, json!({ "input": { "dropOffDate": "2026-11-21" } })).await;
    assert_eq!(rejection.kind, "Forbidden");
}
