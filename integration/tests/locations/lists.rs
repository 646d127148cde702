//! Tests of `locations`, `locationsById`, `opsLocations` and `location`.

use integration::{NewLocation, Person, Stack, field_errors, stack_test};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const LOCATIONS: &str = "query ($filter: LocationFilter, $nextToken: String) {
    locations(filter: $filter, nextToken: $nextToken) {
        items {
            id type prettyName address { street city state zipCode } route stop status publicStatus prod market timeZone
            latitude longitude lastModified
        }
        nextToken
    }
}";

const OPS_LOCATIONS: &str = "query ($filter: OpsLocationFilter, $nextToken: String) {
    opsLocations(filter: $filter, nextToken: $nextToken) {
        locations {
            id type accountTier onlineDate fulfillmentCenter opportunityName routingTag parkToFridgeInstructions route
            stop
        }
        nextToken
    }
}";

/// All pages of the query with this filter. `list` is the field with the items.
async fn pages(person: &Person<'_>, query: &str, filter: Value, list: &str) -> Vec<Vec<Value>> {
    let (mut pages, mut next) = (Vec::new(), Value::Null);
    loop {
        let mut page = person.call(query, json!({ "filter": filter, "nextToken": next })).await;
        pages.push(page[list].as_array_mut().map(std::mem::take).unwrap_or_default());
        next = page["nextToken"].take();
        if next.is_null() {
            return pages;
        }
    }
}

/// Asserts that each of these locations is listed exactly once. Locations of other tests can be listed twice, because their
/// status changes between two pages.
fn assert_listed_once(items: &[Value], ids: &BTreeSet<String>) {
    let mut counts = BTreeMap::<&str, u32>::new();
    for id in items.iter().filter_map(|item| item["id"].as_str()) {
        *counts.entry(id).or_default() += 1;
    }
    let count = |id: &str| counts.get(id).copied().unwrap_or_default();
    let others: Vec<_> = ids.iter().map(|id| (id, count(id))).filter(|(_, count)| *count != 1).collect();
    assert!(others.is_empty(), "not listed once: {others:?}");
}

/// The ids of the seeded locations with this attribute value. Other tests change only locations that they create.
async fn seeded(stack: &Stack, attribute: &str, value: &str) -> BTreeSet<String> {
    let text = |item: &std::collections::HashMap<_, _>, name: &str| -> String {
        let value: Option<&shared::table::AttributeValue> = item.get(name);
        value.and_then(|value| value.as_s().ok()).cloned().unwrap_or_default()
    };
    let items = stack.aws().items("Locations").await;
    let matching = items.iter().filter(|item| text(item, attribute) == value).map(|item| text(item, "id"));
    let ids: BTreeSet<_> = matching.filter(|id| !id.starts_with("TEST_")).collect();
    assert!(!ids.is_empty(), "no seeded location has the {attribute} {value}");
    ids
}

#[stack_test]
async fn lists_each_live_location_exactly_once_over_all_pages(stack: Stack) {
    let admin = stack.person("admin").await;
    let mut expected = seeded(&stack, "status", "LIVE").await;
    let count = (expected.len() / 10).max(1);
    expected.insert(NewLocation::default().with("status", "LIVE").create(&admin).await);

    let pages = pages(&admin, LOCATIONS, json!({ "status": "LIVE", "count": count }), "items").await;
    assert!(pages.len() >= 10 && pages.iter().all(|page| page.len() <= count));
    let items = pages.concat();
    assert!(items.iter().all(|item| item["status"] == "LIVE"));
    // The list includes locations of other tests. None of them can be on two pages, because the status is the same.
    let ids: BTreeSet<_> = items.iter().map(|item| item["id"].as_str()).collect();
    assert_eq!(ids.len(), items.len(), "a location is listed twice");
    assert_listed_once(&items, &expected);
}

#[stack_test]
async fn a_page_has_at_most_the_requested_number_of_locations(stack: Stack) {
    let admin = stack.person("admin").await;
    for count in [1, 3, 8, 9, 30] {
        let page = admin.call(LOCATIONS, json!({ "filter": { "status": "LIVE", "count": count } })).await;
        let items = page["items"].as_array().map_or(0, Vec::len);
        assert!(items <= count, "{items} of {count}");
        assert!(page["nextToken"].is_string(), "{count}");
    }
}

#[stack_test]
async fn lists_live_locations_by_default(stack: Stack) {
    let reader = stack.person("read-only").await;
    let page = reader.call("{ locations { items { status } nextToken } }", json!({})).await;
    let items = page["items"].as_array().unwrap();
    assert!(!items.is_empty() && items.iter().all(|item| item["status"] == "LIVE"));
}

#[stack_test]
async fn moves_a_location_to_the_list_of_its_new_status(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let listed = async |status: &str| {
        let pages = pages(&admin, LOCATIONS, json!({ "status": status }), "items").await;
        pages.concat().iter().any(|item| item["id"] == *id)
    };
    assert!(listed("OFFLINE").await && !listed("LIVE").await);
    admin.edit(&id, json!({ "version": 1, "status": "LIVE" })).await;
    assert!(listed("LIVE").await && !listed("OFFLINE").await);
    admin.edit(&id, json!({ "version": 2, "status": "OFFLINE" })).await;
    assert!(listed("OFFLINE").await && !listed("LIVE").await);
}

#[stack_test]
async fn filters_by_id_and_status(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().with("route", "chi-04").with("stop", 7).create(&admin).await;
    let found = async |filter: Value| pages(&admin, LOCATIONS, filter, "items").await.concat();

    let items = found(json!({ "id": id })).await;
    let [item] = items.as_slice() else { panic!("{items:?}") };
    let expected = json!({
        "id": id, "type": "FRIDGE", "prettyName": "Willis Tower",
        "address": { "street": "233 S Wacker Dr", "city": "Chicago", "state": "IL", "zipCode": "60606" },
        "route": "chi-04", "stop": 7, "status": "OFFLINE",
        "publicStatus": "OFFLINE", "prod": 0, "market": null, "timeZone": "CHICAGO", "latitude": "41.8781",
        "longitude": "-87.6298", "lastModified": item["lastModified"],
    });
    assert_eq!(*item, expected);
    assert_eq!(found(json!({ "id": id, "status": "OFFLINE" })).await.len(), 1);
    assert_eq!(found(json!({ "id": id, "status": "LIVE" })).await, [json!(null); 0]);
    assert_eq!(found(json!({ "id": "TEST_UNKNOWN_ID" })).await, [json!(null); 0]);
}

#[stack_test]
async fn rejects_a_count_out_of_range(stack: Stack) {
    let admin = stack.person("admin").await;
    for count in [-1, 0, 2501] {
        let rejection = admin.call_rejected(LOCATIONS, json!({ "filter": { "count": count } })).await;
        assert_eq!(rejection.kind, "Invalid", "{count}");
        let message = "count should be a number in the range of 1 to 2500!".to_owned();
        assert_eq!(field_errors(&rejection.info), [("filter.count".to_owned(), message)], "{count}");
    }
}

#[stack_test]
async fn rejects_a_token_that_the_list_did_not_issue(stack: Stack) {
    let admin = stack.person("admin").await;
    let page = admin.call(LOCATIONS, json!({ "filter": { "status": "LIVE", "count": 1 } })).await;
    let token_of_live_list = page["nextToken"].as_str().unwrap();
    // Not base64, JSON of another shape, no shard, an unknown shard, and a token of another status.
    for token in ["!", "WyJhIiwiYiJd", "e30", "eyI5OSI6IiJ9", token_of_live_list] {
        let variables = json!({ "filter": { "status": "OFFLINE" }, "nextToken": token });
        let rejection = admin.call_rejected(LOCATIONS, variables).await;
        assert_eq!(rejection.kind.as_str(), "Invalid", "{token}");
        assert_eq!(field_errors(&rejection.info)[0].0.as_str(), "nextToken", "{token}");
    }
    for token in ["!", "WyJhIiwiYiJd", "e30", "eyI5OSI6IiJ9"] {
        let rejection = admin.call_rejected(OPS_LOCATIONS, json!({ "nextToken": token })).await;
        assert_eq!(rejection.kind.as_str(), "Invalid", "{token}");
        assert_eq!(field_errors(&rejection.info)[0].0.as_str(), "nextToken", "{token}");
    }
}

#[stack_test]
async fn ops_locations_lists_each_location_of_every_status_exactly_once(stack: Stack) {
    let admin = stack.person("admin").await;
    let own_id = NewLocation::default().create(&admin).await;
    let mut all = BTreeSet::from([own_id.clone()]);
    for kind in ["FRIDGE", "WHOLESALE"] {
        let mut expected = seeded(&stack, "type", kind).await;
        all.extend(expected.iter().cloned());
        if kind == "FRIDGE" {
            expected.insert(own_id.clone());
        }
        let items = pages(&admin, OPS_LOCATIONS, json!({ "type": kind }), "locations").await.concat();
        assert!(items.iter().all(|item| item["type"] == kind));
        assert_listed_once(&items, &expected);
    }
    assert_listed_once(&pages(&admin, OPS_LOCATIONS, json!({}), "locations").await.concat(), &all);
}

#[stack_test]
async fn returns_null_for_an_unknown_location_and_rejects_an_invalid_id(stack: Stack) {
    let admin = stack.person("admin").await;
    assert_eq!(admin.location("TEST_UNKNOWN_ID").await, Value::Null);
    let rejection = admin.call_rejected("{ location(id: \"no where\") { id } }", json!({})).await;
    let message = "id can only contain letters, digits and underscores".to_owned();
    assert_eq!(rejection.kind, "Invalid");
    assert_eq!(field_errors(&rejection.info), [("id".into(), message)]);
}

#[stack_test]
async fn locations_by_id_returns_existing_locations_and_ignores_unknown_ids(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let query = "query ($ids: [ID!]!) { locationsById(ids: $ids) { id version address { city } } }";
    let found = admin.call(query, json!({ "ids": [id, "TEST_UNKNOWN", "no id", id] })).await;
    assert_eq!(found, json!([{ "id": id, "version": 1, "address": { "city": "Chicago" } }]));
    let rejection = admin.graphql(query, json!({ "ids": vec!["F"; 101] })).await.unwrap_err();
    assert_eq!(field_errors(&rejection.info), [("ids".into(), "Request at most 100 locations at a time".into())]);
}
