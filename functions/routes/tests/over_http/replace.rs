//! `createRouteStops`.

use crate::stops::{CREATE, DAY, new_route, stop, stops_of, store};
use aws_sdk_dynamodb::types::AttributeValue;
use serde_json::{Value, json};
use std::time::Duration;
use testkit::{NewLocation, Person, Stack, wrong_fields};

async fn two_locations(person: &Person<'_>) -> (String, String) {
    (NewLocation::default().create(person).await, NewLocation::default().create(person).await)
}

/// The entries of the audit table for a route on [`DAY`], oldest first.
async fn history(stack: &Stack, route: &str) -> Vec<std::collections::HashMap<String, AttributeValue>> {
    let asked = stack
        .aws()
        .dynamodb()
        .query()
        .table_name(stack.aws().table("Audit"))
        .key_condition_expression("subject = :subject")
        .expression_attribute_values(":subject", AttributeValue::S(format!("ROUTE#{DAY}#{route}")));
    asked.send().await.unwrap().items.unwrap_or_default()
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn stops_of_a_route_replace_those_before_and_the_same_list_again_changes_nothing() {
    let stack = Stack::load().await;
    let person = stack.person("logistics").await;
    let (one, other) = two_locations(&stack.person("admin").await).await;
    let route = new_route();

    let mut shouted = stop(&route.to_uppercase(), &other, 2);
    shouted["stopType"] = json!("removal");
    let input = json!({ "input": [shouted, stop(&route, &one, 1)] });
    let created = person.ask(CREATE, input).await;
    assert_eq!(created, json!({ "stockingDate": DAY, "route": route, "stops": 2, "outcome": "CREATED" }));
    let stored = stops_of(&person, &route).await;
    let told = |stop: &Value| (stop["id"].clone(), stop["stop"].clone(), stop["stopType"].clone());
    let expected = [(json!(one), json!(1), json!("STOCK")), (json!(other), json!(2), json!("REMOVAL"))];
    assert_eq!(stored.iter().map(told).collect::<Vec<_>>(), expected);

    let mut again = stop(&route, &other, 2);
    again["stopType"] = json!("REMOVAL");
    assert_eq!(store(&person, &[stop(&route, &one, 1), again]).await, "UNCHANGED");
    assert_eq!(store(&person, &[stop(&route, &one, 7)]).await, "REPLACED");
    assert_eq!(store(&person, &[stop(&route, &one, 7)]).await, "UNCHANGED");
    let stored = stops_of(&person, &route).await;
    assert_eq!(stored.iter().map(told).collect::<Vec<_>>(), [(json!(one), json!(7), json!("STOCK"))]);

    let entries = history(&stack, &route).await;
    let event = |position: usize| entries[position]["event"].as_s().unwrap().as_str();
    assert_eq!((entries.len(), event(0), event(1)), (2, "CREATED", "REPLACED"));
    assert!(entries.iter().all(|entry| entry["user"].as_s().unwrap() == "logistics@larder.example"));
    let changed: Vec<_> = entries[1]["changes"].as_l().unwrap().iter().map(|change| change.as_m().unwrap()).collect();
    let named: Vec<_> = changed.iter().map(|change| change["attribute"].as_s().unwrap().clone()).collect();
    let mut expected = vec![format!("{one}#1"), format!("{other}#1")];
    expected.sort();
    assert_eq!(named, expected);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn everything_wrong_is_named_and_nothing_is_stored() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let (one, other) = two_locations(&admin).await;
    let route = new_route();
    let mut third = stop(&route, &other, 1001);
    third["stopType"] = json!("NOT A TYPE");
    third["stockingIndex"] = json!(-1);
    let input = [stop(&route, &one, 1), stop(&route, "TEST_NOBODY_HAS_THIS_ID", 2), third, stop(&route, &one, 3)];
    let refusal = admin.refused(CREATE, json!({ "input": input })).await;
    let wrong = |field: &str, message: &str| (format!("input.{field}"), message.to_owned());
    let expected = [
        wrong("1.id", "There is no location TEST_NOBODY_HAS_THIS_ID"),
        wrong("2.stop", "stop should be a number in the range of 0 to 1000!"),
        wrong("2.stockingIndex", "stockingIndex should be a number in the range of 0 to 1000!"),
        wrong("2.stopType", "stopType can only contain letters, digits and underscores"),
        wrong("3.id", &format!("{one} with stockingIndex 1 is on route {route} twice")),
    ];
    assert_eq!((refusal.kind.as_str(), wrong_fields(&refusal.info)), ("Invalid", expected.to_vec()));
    assert!(stops_of(&admin, &route).await.is_empty());
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn one_call_is_of_one_route_on_one_day() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let (one, other) = two_locations(&admin).await;
    let route = new_route();
    let mut tomorrow = stop(&route, &other, 2);
    tomorrow["stockingDate"] = json!("2021-03-16");
    for second in [tomorrow, stop(&new_route(), &other, 2)] {
        let refusal = admin.refused(CREATE, json!({ "input": [stop(&route, &one, 1), second] })).await;
        assert_eq!(refusal.message, "All stops of one call are of one stockingDate and one route");
    }
    let refusal = admin.refused(CREATE, json!({ "input": [] })).await;
    assert_eq!(refusal.message, "One call stores 1 to 500 stops");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_route_of_500_stops_is_stored_in_one_call() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let route = new_route();
    let visit = |number: u32| {
        let mut visit = stop(&route, &id, number);
        visit["stockingIndex"] = json!(number);
        visit
    };
    let input: Vec<Value> = (0..500).map(visit).collect();
    assert_eq!(store(&admin, &input).await, "CREATED");
    assert_eq!(stops_of(&admin, &route).await.len(), 500);
    let refusal = admin.refused(CREATE, json!({ "input": (0..501).map(visit).collect::<Vec<_>>() })).await;
    assert_eq!(refusal.message, "One call stores 1 to 500 stops");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn two_who_store_the_same_route_at_once_are_one_after_the_other() {
    let stack = Stack::load().await;
    let (admin, logistics) = (stack.person("admin").await, stack.person("logistics").await);
    let (one, other) = two_locations(&admin).await;
    let route = new_route();
    for round in 0..5 {
        let (ours, theirs) = ([stop(&route, &one, round)], [stop(&route, &other, round)]);
        let first = admin.graphql(CREATE, json!({ "input": ours }));
        let second = logistics.graphql(CREATE, json!({ "input": theirs }));
        for ended in <[_; 2]>::from(tokio::join!(first, second)) {
            assert!(ended.as_ref().err().is_none_or(|refusal| refusal.kind == "Conflict"), "{ended:?}");
        }
        // All of one of them, never a mixture.
        let stored = stops_of(&admin, &route).await;
        assert!(stored.len() == 1 && stored[0]["stop"] == round, "{stored:?}");
    }
    // Each write left its entry, and as many as the version tells.
    let entries = history(&stack, &route).await;
    let items = stack.aws().items("RouteStops").await;
    let item = items.iter().find(|item| item["route"].as_s().unwrap() == &route).unwrap();
    assert_eq!(item["version"].as_n().unwrap(), &entries.len().to_string());
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_call_that_was_cut_off_is_made_again_and_the_list_is_stored_once() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let (one, other) = two_locations(&admin).await;
    // Cut off before it was sent, while it was handled, while it was answered, and not at all.
    for milliseconds in (0..40).step_by(4) {
        let route = new_route();
        let input = [stop(&route, &one, 1), stop(&route, &other, 2)];
        let call = admin.graphql(CREATE, json!({ "input": input }));
        drop(tokio::time::timeout(Duration::from_millis(milliseconds), call).await);
        let outcome = store(&admin, &input).await;
        assert!(["CREATED", "UNCHANGED"].contains(&outcome.as_str().unwrap()), "{outcome}");
        assert_eq!(stops_of(&admin, &route).await.len(), 2);
        assert_eq!(history(&stack, &route).await.len(), 1);
        assert_eq!(store(&admin, &input).await, "UNCHANGED");
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn storing_routes_needs_upload_routes_and_reading_them_get_unique_routes() {
    let stack = Stack::load().await;
    let reader = stack.person("read-only").await;
    let refusal = reader.refused(CREATE, json!({ "input": [stop("r", "A", 1)] })).await;
    assert_eq!((refusal.kind.as_str(), refusal.message.as_str()), ("Forbidden", "Error! User Action Prohibited!"));
    assert!(stops_of(&reader, "no such route").await.is_empty());
    let stranger = stack.person("no-permissions").await;
    let query = "{ locationRoutes(filter: {stockingDate: \"2021-03-15\"}) { nextToken } }";
    assert_eq!(stranger.refused(query, json!({})).await.kind, "Forbidden");
}
