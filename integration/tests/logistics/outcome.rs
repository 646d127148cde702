//! Tests of the requests to LogiNext and of the outcome of a sync.

use crate::helpers::{
    center, find_sync, is_outside_blackout, received_requests, route, sync, unique_day, wait_for_end,
};
use integration::{Stack, stack_test};
use serde_json::{Value, json};

#[stack_test]
async fn sends_the_stops_of_each_center_in_one_request() {
    if !is_outside_blackout() {
        return;
    }
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let (one, at_one) = center(&stack, &admin).await;
    let (other, at_other) = center(&stack, &admin).await;
    let first = unique_day();
    let second = first.succ_opt().unwrap();
    let mixed = route(&admin, first, &[&at_one, &at_other]).await;
    let next_day = route(&admin, second, &[&at_one]).await;
    // This route is after the synced days.
    route(&admin, second.succ_opt().unwrap(), &[&at_one]).await;

    let dispatcher = stack.person("logistics").await;
    let sync = sync(&dispatcher, [first, second], &[&one, &other]).await.unwrap();
    assert_eq!(sync["user"], json!(stack.user("logistics").email));
    wait_for_end(&dispatcher, &sync["id"]).await;
    let response = find_sync(&dispatcher, &sync["id"]).await;
    for (center, routes) in [(&one, 2), (&other, 1)] {
        let centers = response["centers"].as_array().unwrap();
        let outcome = centers.iter().find(|outcome| outcome["fulfillmentCenter"] == **center).unwrap();
        assert_eq!(outcome["state"], "SYNCED", "{outcome}");
        assert_eq!(outcome["routes"], json!(routes));
        assert_eq!(outcome["stops"], json!(routes));
        assert!(outcome["reference"].is_string() && outcome["endedAt"].is_string());
    }

    let [of_one] = &received_requests(&stack, &one).await[..] else { panic!("not exactly one request for {one}") };
    let body = &of_one["body"];
    assert_eq!(body["startDate"], json!(first));
    assert_eq!(body["endDate"], json!(second));
    let stops: Vec<Value> = body["routes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|each| json!([each["stockingDate"], each["route"], each["market"], each["stops"]]))
        .collect();
    let stop = |id: &str| json!([{ "id": id, "stop": 1, "stockingIndex": 1, "stopType": "STOCK" }]);
    let expected = [json!([first, mixed, "MW", stop(&at_one)]), json!([second, next_day, "MW", stop(&at_one)])];
    assert_eq!(stops, expected);
    let [of_other] = &received_requests(&stack, &other).await[..] else {
        panic!("not exactly one request for {other}")
    };
    assert_eq!(of_other["body"]["routes"][0]["stops"][0]["id"], json!(at_other));
    assert_eq!(of_other["body"]["routes"][0]["stops"][0]["stop"], 2);
}

#[stack_test]
async fn reports_a_center_without_routes() {
    if !is_outside_blackout() {
        return;
    }
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let (center, _) = center(&stack, &admin).await;
    let day = unique_day();
    let sync = sync(&admin, [day, day], &[&center]).await.unwrap();
    let outcome = &wait_for_end(&admin, &sync["id"]).await[0];
    let message = json!("No routes on these days. LogiNext was sent an empty list.");
    assert_eq!(outcome["routes"], json!(0));
    assert_eq!(outcome["message"], message);
}
