//! A thousand changes in one call.

use serde_json::{Value, json};
use std::time::{Duration, Instant};
use testkit::{NewLocation, Stack, in_seconds, wrong_fields};

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_thousand_changes_are_written_in_one_call_within_appsyncs_time() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let mut ids = Vec::new();
    for _ in 0..5 {
        ids.push(NewLocation::default().create(&admin).await);
    }
    let ahead: Vec<_> = (1..=200).map(|number| in_seconds(3600 + number)).collect();
    let change = |id: &String, at| json!({ "location": id, "attribute": "stop", "value": "7", "dateTime": at });
    let input: Value = ids.iter().flat_map(|id| ahead.iter().map(move |at| change(id, at))).collect();
    let begun = Instant::now();
    let first = admin.schedule(input.clone()).await.unwrap();
    let took = begun.elapsed();
    assert_eq!(first.len(), 1000);
    assert!(took < Duration::from_secs(25), "{took:?}");
    // In the order of the input, and the same when the call is made again.
    let places = first.iter().map(|change| (&change["id"], &change["actionTime"]));
    let expected: Vec<_> = ids.iter().flat_map(|id| ahead.iter().map(move |at| (json!(id), json!(at)))).collect();
    assert!(places.eq(expected.iter().map(|(id, at)| (id, at))));
    assert_eq!(admin.schedule(input).await.unwrap(), first);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn one_unknown_id_among_many_blocks_them_all() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let change = |id: &str, number: i64| json!({ "location": id, "attribute": "stop", "value": "7", "dateTime": in_seconds(3600 + number) });
    let mut input: Vec<Value> = (0..150).map(|number| change(&id, number)).collect();
    input.insert(77, change("TEST_NOBODY", 0));
    let refusal = admin.schedule(json!(input)).await.unwrap_err();
    let expected = ("input.77.location".into(), "There is no location TEST_NOBODY".into());
    assert_eq!(wrong_fields(&refusal.info), [expected]);
    assert_eq!(admin.scheduled(&id).await, [Value::Null; 0]);
}
