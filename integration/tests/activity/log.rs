//! `activityLog`.

use crate::helpers::{ADD, LOG, entries, new_route, note, recent, today, wait_for_entries};
use chrono::Days;
use integration::{NewLocation, Stack, field_errors, stack_test};
use serde_json::{Value, json};

const STOPS: &str = "mutation ($input: [RouteStopInput!]!) { createRouteStops(input: $input) { outcome } }";
const COMMAND: &str = "mutation ($location: ID!, $message: QueueMessageInput!) {
    createQueueMessage(location: $location, message: $message) { id }
}";

fn events(entries: &[Value]) -> Vec<(&str, &str)> {
    entries.iter().map(|entry| (entry["kind"].as_str().unwrap(), entry["event"].as_str().unwrap())).collect()
}

#[stack_test]
async fn changes_of_five_areas_are_in_the_log_with_who_and_what(stack: Stack) {
    let (admin, operations) = (stack.person("admin").await, stack.person("operations").await);
    let (user, author) = (&stack.user("operations").email, &stack.user("admin").email);
    let id = NewLocation::default().create(&operations).await;
    operations.edit(&id, json!({ "version": 1, "status": "LIVE" })).await;
    let message = json!({
        "messageType": "Resource", "payload": { "resource": "ServiceRestart", "operation": "REACT_UI" },
    });
    operations.call(COMMAND, json!({ "location": id, "message": message })).await;

    // The object's index has the changes of all areas of a fridge, also for an id in lower case.
    let of_fridge = wait_for_entries(&admin, json!({ "object": id.to_lowercase() }), 3).await;
    let expected = [("FRIDGE_COMMANDS", "SENT"), ("LOCATION", "UPDATED"), ("LOCATION", "CREATED")];
    assert_eq!(events(&of_fridge), expected);
    assert!(of_fridge.iter().all(|entry| entry["user"] == **user && entry["objectId"] == *id), "{of_fridge:?}");
    let changes = of_fridge[1]["changes"].as_array().unwrap();
    let status = changes.iter().find(|change| change["attribute"] == "status").unwrap();
    assert_eq!(status["to"], "\"LIVE\"");
    let commands = json!({ "object": id, "area": "COMMANDS" });
    assert_eq!(events(&wait_for_entries(&admin, commands, 1).await), [("FRIDGE_COMMANDS", "SENT")]);

    let route = new_route();
    let stop = json!({
        "stockingDate": "2021-03-15", "market": "MW", "id": id, "route": route, "stop": 1, "stockingIndex": 1,
        "stopType": "STOCK",
    });
    admin.call(STOPS, json!({ "input": [stop] })).await;
    admin.call(ADD, json!({ "input": note(&route, "Use the rear entrance") })).await;
    let of_route = wait_for_entries(&admin, json!({ "object": route }), 2).await;
    assert_eq!(events(&of_route), [("ROUTE_NOTE", "NOTE_ADDED"), ("ROUTE_DAY", "CREATED")]);
    assert_eq!(of_route[1]["day"], "2021-03-15");
    assert!(of_route.iter().all(|entry| entry["user"] == **author), "{of_route:?}");

    let coupon = admin
        .post(
            "/coupons",
            json!({
                "imageName": "Fridge Issue - Door did not unlock", "type": "AMOUNT", "value": 5,
                "startDate": today() + Days::new(2), "endDate": today() + Days::new(9),
            }),
        )
        .await
        .expect(200);
    let of_coupon = wait_for_entries(&admin, json!({ "object": coupon["couponCode"] }), 1).await;
    assert_eq!(events(&of_coupon), [("COUPON", "ISSUED")]);
    // An entry of another user does not match.
    let others = json!({ "object": coupon["couponCode"], "user": user });
    assert_eq!(entries(&admin, &others).await, Vec::<Value>::new());
}

#[stack_test]
async fn the_days_and_the_user_contain_a_change_newest_first(stack: Stack) {
    let admin = stack.person("admin").await;
    let (earlier, later) = (new_route(), new_route());
    for route in [&earlier, &later] {
        admin.call(ADD, json!({ "input": note(route, "Use the rear entrance") })).await;
        wait_for_entries(&admin, json!({ "object": route }), 1).await;
    }
    let author = stack.user("admin").email.to_uppercase();
    for filter in [json!({ "area": "HANDOVER" }), json!({ "area": "HANDOVER", "user": author })] {
        let found = entries(&admin, &filter).await;
        let position = |route: &str| found.iter().position(|entry| entry["objectId"] == *route).unwrap();
        assert!(position(&later) < position(&earlier), "{filter}");
        assert!(found.iter().all(|entry| entry["area"] == "HANDOVER"), "{filter}");
    }
}

#[stack_test]
async fn a_range_before_the_change_does_not_contain_it(stack: Stack) {
    let admin = stack.person("admin").await;
    let route = new_route();
    admin.call(ADD, json!({ "input": note(&route, "Use the rear entrance") })).await;
    wait_for_entries(&admin, json!({ "object": route }), 1).await;
    let (from, to) = (today() - Days::new(9), today() - Days::new(2));
    let page = admin.call(LOG, json!({ "from": from, "to": to, "filter": { "object": route } })).await;
    assert_eq!(page, json!({ "items": [], "nextToken": null }));
}

#[stack_test]
async fn rejects_a_reversed_range_and_more_than_366_days(stack: Stack) {
    let admin = stack.person("admin").await;
    let error = async |from: &str, to: &str| {
        let rejection = admin.call_rejected(LOG, json!({ "from": from, "to": to })).await;
        field_errors(&rejection.info).remove(0)
    };
    let field = |message: &str| ("to".to_owned(), message.to_owned());
    assert_eq!(error("2026-11-23", "2026-11-22").await, field("The last day cannot be before the first day"));
    assert_eq!(error("2025-01-01", "2026-01-02").await, field("The range can have at most 366 days"));
}

#[stack_test]
async fn rejects_a_caller_without_the_permission(stack: Stack) {
    for profile in ["operations", "read-only", "no-permissions"] {
        let rejection = stack.person(profile).await.call_rejected(LOG, recent(&Value::Null)).await;
        assert_eq!(rejection.kind, "Forbidden", "{profile}");
    }
}
