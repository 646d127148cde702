//! What LogiNext is told, and how a sync's outcome is shown.

use crate::syncs::{arrived, center, day_of_own, ended, is_clear, route, standing, sync};
use serde_json::{Value, json};
use testkit::Stack;

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn each_center_gets_the_days_stops_at_its_own_locations_in_one_call() {
    if !is_clear() {
        return;
    }
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let (one, at_one) = center(&stack, &admin).await;
    let (other, at_other) = center(&stack, &admin).await;
    let first = day_of_own();
    let second = first.succ_opt().unwrap();
    let mixed = route(&admin, first, &[&at_one, &at_other]).await;
    let next_day = route(&admin, second, &[&at_one]).await;
    // Not of these days.
    route(&admin, second.succ_opt().unwrap(), &[&at_one]).await;

    let dispatcher = stack.person("logistics").await;
    let sync = sync(&dispatcher, [first, second], &[&one, &other]).await.unwrap();
    assert_eq!(sync["user"], json!(stack.user("logistics").email));
    ended(&dispatcher, &sync["id"]).await;
    let told = standing(&dispatcher, &sync["id"]).await;
    for (center, routes) in [(&one, 2), (&other, 1)] {
        let centers = told["centers"].as_array().unwrap();
        let outcome = centers.iter().find(|outcome| outcome["fulfillmentCenter"] == **center).unwrap();
        assert_eq!(outcome["state"], "SYNCED", "{outcome}");
        assert_eq!((&outcome["routes"], &outcome["stops"]), (&json!(routes), &json!(routes)));
        assert!(outcome["reference"].is_string() && outcome["endedAt"].is_string());
    }

    let [of_one] = &arrived(&stack, &one).await[..] else { panic!("not one call for {one}") };
    let body = &of_one["body"];
    assert_eq!((&body["startDate"], &body["endDate"]), (&json!(first), &json!(second)));
    let stops: Vec<Value> = body["routes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|each| json!([each["stockingDate"], each["route"], each["market"], each["stops"]]))
        .collect();
    let stop = |id: &str| json!([{ "id": id, "stop": 1, "stockingIndex": 1, "stopType": "STOCK" }]);
    let expected = [json!([first, mixed, "MW", stop(&at_one)]), json!([second, next_day, "MW", stop(&at_one)])];
    assert_eq!(stops, expected);
    let [of_other] = &arrived(&stack, &other).await[..] else { panic!("not one call for {other}") };
    assert_eq!(of_other["body"]["routes"][0]["stops"][0]["id"], json!(at_other));
    assert_eq!(of_other["body"]["routes"][0]["stops"][0]["stop"], 2);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_center_without_routes_says_so() {
    if !is_clear() {
        return;
    }
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let (center, _) = center(&stack, &admin).await;
    let day = day_of_own();
    let sync = sync(&admin, [day, day], &[&center]).await.unwrap();
    let outcome = &ended(&admin, &sync["id"]).await[0];
    let message = json!("No routes on these days. LogiNext was sent an empty list.");
    assert_eq!((&outcome["routes"], &outcome["message"]), (&json!(0), &message));
}
