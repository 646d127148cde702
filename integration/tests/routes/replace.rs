//! Tests of `createRouteStops`.

use crate::helpers::{CREATE, DAY, new_route, stop, stops_of, store};
use integration::{NewLocation, Person, Stack, field_errors, stack_test};
use serde_json::{Value, json};
use shared::table::AttributeValue;
use std::time::Duration;

/// Creates two locations and returns their ids.
async fn create_two_locations(person: &Person<'_>) -> (String, String) {
    (NewLocation::default().create(person).await, NewLocation::default().create(person).await)
}

/// The audit entries of a route on [`DAY`], oldest first.
async fn history(stack: &Stack, route: &str) -> Vec<std::collections::HashMap<String, AttributeValue>> {
    let query = stack
        .aws()
        .dynamodb()
        .query()
        .table_name(stack.aws().table("Audit"))
        .key_condition_expression("subject = :subject")
        .expression_attribute_values(":subject", AttributeValue::S(format!("ROUTE#{DAY}#{route}")));
    query.send().await.unwrap().items.unwrap_or_default()
}

#[stack_test]
async fn replaces_the_stops_of_a_route_and_ignores_an_unchanged_list(stack: Stack) {
    let person = stack.person("logistics").await;
    let (one, other) = create_two_locations(&stack.person("admin").await).await;
    let route = new_route();

    let mut uppercase = stop(&route.to_uppercase(), &other, 2);
    uppercase["stopType"] = json!("removal");
    let input = json!({ "input": [uppercase, stop(&route, &one, 1)] });
    let created = person.call(CREATE, input).await;
    assert_eq!(created, json!({ "stockingDate": DAY, "route": route, "stops": 2, "outcome": "CREATED" }));
    let stored = stops_of(&person, &route).await;
    let summary = |stop: &Value| (stop["id"].clone(), stop["stop"].clone(), stop["stopType"].clone());
    let expected = [(json!(one), json!(1), json!("STOCK")), (json!(other), json!(2), json!("REMOVAL"))];
    assert_eq!(stored.iter().map(summary).collect::<Vec<_>>(), expected);

    let mut unchanged = stop(&route, &other, 2);
    unchanged["stopType"] = json!("REMOVAL");
    assert_eq!(store(&person, &[stop(&route, &one, 1), unchanged]).await, "UNCHANGED");
    assert_eq!(store(&person, &[stop(&route, &one, 7)]).await, "REPLACED");
    assert_eq!(store(&person, &[stop(&route, &one, 7)]).await, "UNCHANGED");
    let stored = stops_of(&person, &route).await;
    assert_eq!(stored.iter().map(summary).collect::<Vec<_>>(), [(json!(one), json!(7), json!("STOCK"))]);

    let entries = history(&stack, &route).await;
    let event = |position: usize| entries[position]["event"].as_s().unwrap().as_str();
    assert_eq!(entries.len(), 2);
    assert_eq!(event(0), "CREATED");
    assert_eq!(event(1), "REPLACED");
    assert!(entries.iter().all(|entry| entry["user"].as_s().unwrap() == "logistics@larder.example"));
    let changed: Vec<_> = entries[1]["changes"].as_l().unwrap().iter().map(|change| change.as_m().unwrap()).collect();
    let attributes: Vec<_> = changed.iter().map(|change| change["attribute"].as_s().unwrap().clone()).collect();
    let mut expected = vec![format!("{one}#1"), format!("{other}#1")];
    expected.sort();
    assert_eq!(attributes, expected);
}

#[stack_test]
async fn rejects_a_request_with_all_errors_and_stores_nothing(stack: Stack) {
    let admin = stack.person("admin").await;
    let (one, other) = create_two_locations(&admin).await;
    let route = new_route();
    let mut third = stop(&route, &other, 1001);
    third["stopType"] = json!("NOT A TYPE");
    third["stockingIndex"] = json!(-1);
    let input = [stop(&route, &one, 1), stop(&route, "TEST_UNKNOWN_ID", 2), third, stop(&route, &one, 3)];
    let rejection = admin.call_rejected(CREATE, json!({ "input": input })).await;
    let error = |field: &str, message: &str| (format!("input.{field}"), message.to_owned());
    let expected = [
        error("1.id", "There is no location TEST_UNKNOWN_ID"),
        error("2.stop", "stop should be a number in the range of 0 to 1000!"),
        error("2.stockingIndex", "stockingIndex should be a number in the range of 0 to 1000!"),
        error("2.stopType", "stopType can only contain letters, digits and underscores"),
        error("3.id", &format!("{one} with stockingIndex 1 is on route {route} twice")),
    ];
    assert_eq!(rejection.kind.as_str(), "Invalid");
    assert_eq!(field_errors(&rejection.info), expected.to_vec());
    assert!(stops_of(&admin, &route).await.is_empty());
}

#[stack_test]
async fn rejects_stops_of_several_routes_or_days(stack: Stack) {
    let admin = stack.person("admin").await;
    let (one, other) = create_two_locations(&admin).await;
    let route = new_route();
    let mut tomorrow = stop(&route, &other, 2);
    tomorrow["stockingDate"] = json!("2021-03-16");
    for second in [tomorrow, stop(&new_route(), &other, 2)] {
        let rejection = admin.call_rejected(CREATE, json!({ "input": [stop(&route, &one, 1), second] })).await;
        assert_eq!(rejection.message, "All stops in a request must have the same stockingDate and route");
    }
    let rejection = admin.call_rejected(CREATE, json!({ "input": [] })).await;
    assert_eq!(rejection.message, "Upload 1 to 500 stops at a time");
}

#[stack_test]
async fn stores_500_stops_in_one_request_and_rejects_501(stack: Stack) {
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
    let rejection = admin.call_rejected(CREATE, json!({ "input": (0..501).map(visit).collect::<Vec<_>>() })).await;
    assert_eq!(rejection.message, "Upload 1 to 500 stops at a time");
}

#[stack_test]
async fn serializes_concurrent_writes_of_the_same_route(stack: Stack) {
    let (admin, logistics) = (stack.person("admin").await, stack.person("logistics").await);
    let (one, other) = create_two_locations(&admin).await;
    let route = new_route();
    for round in 0..5 {
        let (own_stops, other_stops) = ([stop(&route, &one, round)], [stop(&route, &other, round)]);
        let first = admin.graphql(CREATE, json!({ "input": own_stops }));
        let second = logistics.graphql(CREATE, json!({ "input": other_stops }));
        for result in <[_; 2]>::from(tokio::join!(first, second)) {
            assert!(result.as_ref().err().is_none_or(|rejection| rejection.kind == "Conflict"), "{result:?}");
        }
        // The stored stops are those of one request, never a mixture.
        let stored = stops_of(&admin, &route).await;
        assert!(stored.len() == 1 && stored[0]["stop"] == round, "{stored:?}");
    }
    // Each write has one history entry and increases the version by one.
    let entries = history(&stack, &route).await;
    let items = stack.aws().items("RouteStops").await;
    let item = items.iter().find(|item| item["route"].as_s().unwrap() == &route).unwrap();
    assert_eq!(item["version"].as_n().unwrap(), &entries.len().to_string());
}

#[stack_test]
async fn repeating_an_interrupted_request_stores_the_stops_once(stack: Stack) {
    let admin = stack.person("admin").await;
    let (one, other) = create_two_locations(&admin).await;
    // Interrupt the request before it is sent, while it is processed, while the response is sent, or not at all.
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

#[stack_test]
async fn writing_requires_upload_routes_and_reading_requires_get_unique_routes(stack: Stack) {
    let reader = stack.person("read-only").await;
    let rejection = reader.call_rejected(CREATE, json!({ "input": [stop("r", "A", 1)] })).await;
    assert_eq!(rejection.kind.as_str(), "Forbidden");
    assert_eq!(rejection.message.as_str(), "Error! User Action Prohibited!");
    assert!(stops_of(&reader, "no such route").await.is_empty());
    let unauthorized = stack.person("no-permissions").await;
    let query = "{ locationRoutes(filter: {stockingDate: \"2021-03-15\"}) { nextToken } }";
    assert_eq!(unauthorized.call_rejected(query, json!({})).await.kind, "Forbidden");
}
