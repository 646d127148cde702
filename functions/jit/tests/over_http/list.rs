//! `jitLocations`.

use crate::stockings::{a_past_day, day_of_own, listed, report_stocked, store};
use serde_json::{Value, json};
use testkit::{NewLocation, Stack, wait_until, wrong_fields};

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_days_stockings_are_listed_with_their_jit() {
    let stack = Stack::load().await;
    let day = day_of_own();
    let ids = store(day, &[("A_1", Some(true)), ("A_2", Some(false)), ("A_3", None)]).await;
    let rows = listed(&stack.person("read-only").await, day).await;
    let told: Vec<Value> = rows.iter().map(|row| json!([row["stockingId"], row["location"], row["jit"]])).collect();
    let expected = [json!([ids[0], "A_1", true]), json!([ids[1], "A_2", false]), json!([ids[2], "A_3", Value::Null])];
    assert_eq!(told, expected);
    assert!(rows.iter().all(|row| row["email"].is_null() && row["stockedTimeUTC"].is_null()));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_stocking_that_a_driver_reported_says_since_when() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let location = NewLocation::default().create(&admin).await;
    let (day, at) = a_past_day();
    let ids = store(day, &[(&location, Some(true))]).await;
    report_stocked(&stack, &location, &at).await;
    wait_until("the stocking", async || {
        let row = listed(&admin, day).await.into_iter().find(|row| row["stockingId"] == ids[0])?;
        (row["stockedTimeUTC"] == at).then_some(())
    })
    .await;
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn the_seeded_stockings_of_today_or_tomorrow_are_there() {
    let stack = Stack::load().await;
    let reader = stack.person("read-only").await;
    let today = testkit::in_seconds(0).central_date();
    let (one, other) = (listed(&reader, today).await, listed(&reader, today.succ_opt().unwrap()).await);
    assert!(one.len() + other.len() > 0, "no stockings from {today} on");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn what_is_no_day_and_a_token_of_nobodys_are_refused_and_who_may_not_see_routes_sees_none() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let query =
        "query ($input: JITLocationsInput!, $t: String) { jitLocations(input: $input, nextToken: $t) { nextToken } }";
    let refusal = admin.refused(query, json!({ "input": { "dropOffDate": "2026-11-21Z" } })).await;
    assert_eq!(wrong_fields(&refusal.info)[0].0, "input.dropOffDate");
    for token in ["!", "e30"] {
        let refusal = admin.refused(query, json!({ "input": { "dropOffDate": "2026-11-21" }, "t": token })).await;
        assert_eq!((refusal.kind.as_str(), wrong_fields(&refusal.info)[0].0.as_str()), ("Invalid", "nextToken"));
    }
    let nobody = stack.person("no-permissions").await;
    let refusal = nobody.refused(query, json!({ "input": { "dropOffDate": "2026-11-21" } })).await;
    assert_eq!(refusal.kind, "Forbidden");
}
