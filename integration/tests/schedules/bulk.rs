//! Tests of requests with many changes.

use integration::{NewLocation, Stack, field_errors, in_seconds, stack_test};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

#[stack_test]
async fn stores_1000_changes_in_one_request_within_the_appsync_timeout(stack: Stack) {
    let admin = stack.person("admin").await;
    let mut ids = Vec::new();
    for _ in 0..5 {
        ids.push(NewLocation::default().create(&admin).await);
    }
    let ahead: Vec<_> = (1..=200).map(|number| in_seconds(3600 + number)).collect();
    let change = |id: &String, at| json!({ "location": id, "attribute": "stop", "value": "7", "dateTime": at });
    let input: Value = ids.iter().flat_map(|id| ahead.iter().map(move |at| change(id, at))).collect();
    let started = Instant::now();
    let first = admin.schedule(input.clone()).await.unwrap();
    let elapsed = started.elapsed();
    assert_eq!(first.len(), 1000);
    assert!(elapsed < Duration::from_secs(25), "{elapsed:?}");
    // The response is in the order of the input. A repeated request returns the same changes.
    let keys = first.iter().map(|change| (&change["id"], &change["actionTime"]));
    let expected: Vec<_> = ids.iter().flat_map(|id| ahead.iter().map(move |at| (json!(id), json!(at)))).collect();
    assert!(keys.eq(expected.iter().map(|(id, at)| (id, at))));
    assert_eq!(admin.schedule(input).await.unwrap(), first);
}

#[stack_test]
async fn one_unknown_location_rejects_the_entire_request(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let change = |id: &str, number: i64| json!({ "location": id, "attribute": "stop", "value": "7", "dateTime": in_seconds(3600 + number) });
    let mut input: Vec<Value> = (0..150).map(|number| change(&id, number)).collect();
    input.insert(77, change("TEST_UNKNOWN", 0));
    let rejection = admin.schedule(json!(input)).await.unwrap_err();
    let expected = ("input.77.location".into(), "There is no location TEST_UNKNOWN".into());
    assert_eq!(field_errors(&rejection.info), [expected]);
    assert_eq!(admin.scheduled(&id).await, [Value::Null; 0]);
}
