//! `locations`, `opsLocations` and `location`.

use serde_json::{Value, json};
use std::collections::BTreeSet;
use testkit::{NewLocation, Person, Stack, wrong_fields};

const LOCATIONS: &str = "query ($filter: LocationFilter, $nextToken: String) {
    locations(filter: $filter, nextToken: $nextToken) {
        items {
            id type prettyName route stop status publicStatus prod market timeZone latitude longitude lastModified
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

/// All pages that the query with that filter answers, to the end; `list` is the field with the lines.
async fn pages(person: &Person<'_>, query: &str, filter: Value, list: &str) -> Vec<Vec<Value>> {
    let (mut pages, mut next) = (Vec::new(), Value::Null);
    loop {
        let mut page = person.ask(query, json!({ "filter": filter, "nextToken": next })).await;
        pages.push(page[list].as_array_mut().map(std::mem::take).unwrap_or_default());
        next = page["nextToken"].take();
        if next.is_null() {
            return pages;
        }
    }
}

/// The ids of the lines; the test ends where one comes twice.
fn ids(lines: &[Value]) -> BTreeSet<&str> {
    let ids: BTreeSet<_> = lines.iter().filter_map(|line| line["id"].as_str()).collect();
    assert_eq!(ids.len(), lines.len(), "a location comes twice");
    ids
}

/// The ids of the locations that came with the stack, by what their items hold: other tests make and edit only theirs.
async fn stored(stack: &Stack, attribute: &str, value: &str) -> BTreeSet<String> {
    let text = |item: &std::collections::HashMap<_, _>, name: &str| -> String {
        let value: Option<&aws_sdk_dynamodb::types::AttributeValue> = item.get(name);
        value.and_then(|value| value.as_s().ok()).cloned().unwrap_or_default()
    };
    let items = stack.aws().items("Locations").await;
    let wanted = items.iter().filter(|item| text(item, attribute) == value).map(|item| text(item, "id"));
    wanted.filter(|id| !id.starts_with("TEST_")).collect()
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn pages_to_the_end_have_each_live_location_once_and_no_other() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let stored = stored(&stack, "status", "LIVE").await;
    let mine = NewLocation::default().with("status", "LIVE").create(&admin).await;

    let count = (stored.len() / 10).max(1);
    let pages = pages(&admin, LOCATIONS, json!({ "status": "LIVE", "count": count }), "items").await;
    assert!(pages.len() >= 10 && pages.iter().all(|page| page.len() <= count));
    let lines = pages.concat();
    assert!(lines.iter().all(|line| line["status"] == "LIVE"));
    let listed = ids(&lines);
    assert!(listed.contains(mine.as_str()));
    let missing: Vec<_> = stored.iter().filter(|id| !listed.contains(id.as_str())).collect();
    assert!(missing.is_empty() && !stored.is_empty(), "{missing:?}");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_page_has_no_more_lines_than_were_asked_for() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    for count in [1, 3, 8, 9, 30] {
        let page = admin.ask(LOCATIONS, json!({ "filter": { "status": "LIVE", "count": count } })).await;
        let lines = page["items"].as_array().map_or(0, Vec::len);
        assert!(lines <= count, "{lines} of {count}");
        assert!(page["nextToken"].is_string(), "{count}");
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn the_list_is_of_live_locations_where_nothing_else_is_asked_for() {
    let stack = Stack::load().await;
    let reader = stack.person("read-only").await;
    let page = reader.ask("{ locations { items { status } nextToken } }", json!({})).await;
    let lines = page["items"].as_array().unwrap();
    assert!(!lines.is_empty() && lines.iter().all(|line| line["status"] == "LIVE"));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_location_moves_to_the_list_of_its_new_status() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let listed = async |status: &str| {
        let pages = pages(&admin, LOCATIONS, json!({ "status": status }), "items").await;
        pages.concat().iter().any(|line| line["id"] == *id)
    };
    assert!(listed("OFFLINE").await && !listed("LIVE").await);
    admin.edit(&id, json!({ "version": 1, "status": "LIVE" })).await;
    assert!(listed("LIVE").await && !listed("OFFLINE").await);
    admin.edit(&id, json!({ "version": 2, "status": "OFFLINE" })).await;
    assert!(listed("OFFLINE").await && !listed("LIVE").await);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_filter_by_id_answers_the_one_location_or_none() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().with("route", "chi-04").with("stop", 7).create(&admin).await;
    let found = async |filter: Value| pages(&admin, LOCATIONS, filter, "items").await.concat();

    let lines = found(json!({ "id": id })).await;
    let [line] = lines.as_slice() else { panic!("{lines:?}") };
    let expected = json!({
        "id": id, "type": "FRIDGE", "prettyName": "Willis Tower", "route": "chi-04", "stop": 7, "status": "OFFLINE",
        "publicStatus": "OFFLINE", "prod": 0, "market": null, "timeZone": "CHICAGO", "latitude": "41.8781",
        "longitude": "-87.6298", "lastModified": line["lastModified"],
    });
    assert_eq!(*line, expected);
    assert_eq!(found(json!({ "id": id, "status": "OFFLINE" })).await.len(), 1);
    assert_eq!(found(json!({ "id": id, "status": "LIVE" })).await, [json!(null); 0]);
    assert_eq!(found(json!({ "id": "TEST_NOBODY_HAS_THIS_ID" })).await, [json!(null); 0]);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_count_out_of_range_is_refused() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    for count in [-1, 0, 2501] {
        let refusal = admin.refused(LOCATIONS, json!({ "filter": { "count": count } })).await;
        assert_eq!(refusal.kind, "Invalid", "{count}");
        let message = "count should be a number in the range of 1 to 2500!".to_owned();
        assert_eq!(wrong_fields(&refusal.info), [("filter.count".to_owned(), message)], "{count}");
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_token_that_the_list_did_not_give_out_is_refused() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let page = admin.ask(LOCATIONS, json!({ "filter": { "status": "LIVE", "count": 1 } })).await;
    let of_the_live = page["nextToken"].as_str().unwrap();
    // No base64; JSON of another list; no shard at all; a shard that there is not; the token of another status.
    for token in ["!", "WyJhIiwiYiJd", "e30", "eyI5OSI6IiJ9", of_the_live] {
        let asked = json!({ "filter": { "status": "OFFLINE" }, "nextToken": token });
        let refusal = admin.refused(LOCATIONS, asked).await;
        assert_eq!(
            (refusal.kind.as_str(), wrong_fields(&refusal.info)[0].0.as_str()),
            ("Invalid", "nextToken"),
            "{token}"
        );
    }
    for token in ["!", "WyJhIiwiYiJd", "e30", "eyI5OSI6IiJ9"] {
        let refusal = admin.refused(OPS_LOCATIONS, json!({ "nextToken": token })).await;
        assert_eq!(
            (refusal.kind.as_str(), wrong_fields(&refusal.info)[0].0.as_str()),
            ("Invalid", "nextToken"),
            "{token}"
        );
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn ops_locations_to_the_end_have_each_location_once_whatever_its_status() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let mine = NewLocation::default().create(&admin).await;
    for kind in ["FRIDGE", "WHOLESALE"] {
        let stored = stored(&stack, "type", kind).await;
        let lines = pages(&admin, OPS_LOCATIONS, json!({ "type": kind }), "locations").await.concat();
        assert!(lines.iter().all(|line| line["type"] == kind));
        let listed = ids(&lines);
        let missing: Vec<_> = stored.iter().filter(|id| !listed.contains(id.as_str())).collect();
        assert!(missing.is_empty() && !stored.is_empty(), "{kind} {missing:?}");
        assert_eq!(listed.contains(mine.as_str()), kind == "FRIDGE");
    }
    let all = pages(&admin, OPS_LOCATIONS, json!({}), "locations").await.concat();
    assert!(ids(&all).contains(mine.as_str()));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_location_that_is_not_there_is_null_and_an_id_that_cannot_be_is_refused() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    assert_eq!(admin.location("TEST_NOBODY_HAS_THIS_ID").await, Value::Null);
    let refusal = admin.refused("{ location(id: \"no where\") { id } }", json!({})).await;
    let message = "id can only contain letters, digits and underscores".to_owned();
    assert_eq!((refusal.kind, wrong_fields(&refusal.info)), ("Invalid".into(), vec![("id".into(), message)]));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn locations_are_read_by_id_and_those_that_are_not_there_left_out() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let query = "query ($ids: [ID!]!) { locationsById(ids: $ids) { id version address { city } } }";
    let found = admin.ask(query, json!({ "ids": [id, "TEST_NOBODY", "no id", id] })).await;
    assert_eq!(found, json!([{ "id": id, "version": 1, "address": { "city": "Chicago" } }]));
    let refusal = admin.graphql(query, json!({ "ids": vec!["F"; 101] })).await.unwrap_err();
    assert_eq!(wrong_fields(&refusal.info), [("ids".into(), "One call answers at most 100 locations".into())]);
}
