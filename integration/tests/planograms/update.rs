//! `schedulePlanogramUpdate` with requestType UPDATE, `planogram` and `planogramHistory`.

use crate::helpers::{
    HISTORY, SCHEDULE, create_layout, events, items, pairs, planogram, planogram_pages, schedule, unique_layout,
    update_row,
};
use integration::{Stack, stack_test};
use serde_json::{Value, json};
use std::time::Duration;

const PAST: &str = "2020-01-06T11:00:00.000Z";
const SOON: &str = "2098-01-06T11:00:00.000Z";
const LATER: &str = "2099-01-05T11:00:00.000Z";

#[stack_test]
async fn scheduled_rows_become_effective_at_their_hour(stack: Stack) {
    let person = stack.person("operations").await;
    let layout = create_layout(&person, &[("0:0", "SOUP"), ("0:1", "SALAD")]).await;
    let rows = [
        update_row(&layout, "0:1", "WRAP", LATER),
        update_row(&layout, "0:1", "TEA", SOON),
        // The same instant, with another UTC offset.
        update_row(&layout, "10:0", "JUICE", "2098-01-06T05:00:00-06:00"),
        update_row(&layout, "0:0", "NOODLES", PAST),
    ];
    assert_eq!(schedule(&person, &rows).await, (4, vec![]));
    let shown = planogram(&person, &layout, None).await;
    // The row of the past is older than the creation, so the creation's row is effective.
    assert_eq!(items(&shown["effective"]), pairs(&[("0:0", "SOUP"), ("0:1", "SALAD")]));
    assert_eq!(items(&shown["scheduled"]), pairs(&[("0:1", "TEA"), ("10:0", "JUICE"), ("0:1", "WRAP")]));
    let expected: [(&str, &[(&str, &str)]); 4] = [
        ("2019-01-01T00:00:00Z", &[]),
        (PAST, &[("0:0", "NOODLES")]),
        (SOON, &[("0:0", "SOUP"), ("0:1", "TEA"), ("10:0", "JUICE")]),
        (LATER, &[("0:0", "SOUP"), ("0:1", "WRAP"), ("10:0", "JUICE")]),
    ];
    for (at, effective) in expected {
        assert_eq!(items(&planogram(&person, &layout, Some(at)).await["effective"]), pairs(effective), "{at}");
    }
    assert_eq!(events(&person, &layout).await, [("SCHEDULED".to_owned(), 4), ("CREATED".to_owned(), 2)]);
}

#[stack_test]
async fn ignores_repeated_rows_and_replaces_items_at_the_same_hour(stack: Stack) {
    let (person, other) = (stack.person("operations").await, stack.person("admin").await);
    let layout = create_layout(&person, &[("0:0", "SOUP")]).await;
    let rows = [update_row(&layout, "0:0", "TEA", SOON), update_row(&layout, "0:1", "WRAP", SOON)];
    assert_eq!(schedule(&person, &rows).await, (2, vec![]));
    let before = planogram(&person, &layout, Some(SOON)).await;
    assert_eq!(schedule(&other, &rows).await, (2, vec![]));
    assert_eq!(planogram(&person, &layout, Some(SOON)).await, before);
    assert_eq!(events(&person, &layout).await.len(), 2);
    assert_eq!(schedule(&other, &[update_row(&layout, "0:0", "JUICE", SOON)]).await, (1, vec![]));
    let history = person.call(HISTORY, json!({ "layoutName": layout })).await;
    let newest = &history["items"][0];
    assert_eq!(newest["event"], "SCHEDULED");
    assert_eq!(newest["user"], "admin@larder.example");
    let changes = json!([{ "slot": "0:0", "activeHour": SOON, "from": "TEA", "to": "JUICE" }]);
    assert_eq!(newest["changes"], changes);
}

#[stack_test]
async fn rejects_rows_of_unknown_layouts_and_stores_the_others(stack: Stack) {
    let person = stack.person("operations").await;
    let (layout, unknown) = (create_layout(&person, &[("0:0", "SOUP")]).await, unique_layout());
    let rows = [
        update_row(&unknown, "0:0", "TEA", SOON),
        update_row(&layout, "0:0", "TEA", SOON),
        update_row(&unknown, "01:2", "TEA", SOON),
    ];
    let error = |slot: &str| format!("{unknown} {slot}: There is no planogram {unknown}. Create it first.");
    assert_eq!(schedule(&person, &rows).await, (1, vec![error("0:0"), error("1:2")]));
    assert_eq!(items(&planogram(&person, &layout, Some(SOON)).await["effective"]), pairs(&[("0:0", "TEA")]));
    assert_eq!(planogram(&person, &unknown, None).await, Value::Null);
    assert_eq!(events(&person, &unknown).await, []);
}

#[stack_test]
async fn accepts_100_rows_of_one_hour_or_of_100_hours(stack: Stack) {
    let person = stack.person("operations").await;
    let layout = create_layout(&person, &[("0:0", "SOUP")]).await;
    let same_hour: Vec<Value> =
        (0..100).map(|column| update_row(&layout, &format!("1:{column}"), "TEA", SOON)).collect();
    assert_eq!(schedule(&person, &same_hour).await, (100, vec![]));
    let hour = |minute: u32| format!("2097-01-06T{:02}:{:02}:00Z", minute / 60, minute % 60);
    let different_hours: Vec<Value> =
        (0..100).map(|minute| update_row(&layout, "0:0", &format!("I{minute}"), &hour(minute))).collect();
    assert_eq!(schedule(&person, &different_hours).await, (100, vec![]));
    assert_eq!(planogram(&person, &layout, None).await["scheduled"].as_array().unwrap().len(), 200);
    let shown = planogram(&person, &layout, Some("2097-01-06T01:00:30Z")).await;
    assert_eq!(items(&shown["effective"]), pairs(&[("0:0", "I60")]));
    let too_many: Vec<Value> =
        (0..101).map(|column| update_row(&layout, &format!("2:{column}"), "TEA", SOON)).collect();
    let rejection = person.call_rejected(SCHEDULE, json!({ "input": too_many })).await;
    assert_eq!(rejection.message, "Update 1 to 100 rows at a time");
}

#[stack_test]
async fn pages_of_a_long_schedule_merge_to_the_newest_entries(stack: Stack) {
    let person = stack.person("operations").await;
    let layout = create_layout(&person, &[("0:0", "SOUP"), ("0:1", "SALAD")]).await;
    let hour = |number: u32| format!("2097-01-{:02}T{:02}:00:00.000Z", 1 + number / 24, number % 24);
    for first in [0, 80] {
        let rows: Vec<Value> = (first..first + 80)
            .map(|number| update_row(&layout, "0:0", &format!("I{number}"), &hour(number)))
            .collect();
        assert_eq!(schedule(&person, &rows).await, (80, vec![]));
    }
    let expected: Vec<_> = (0..160).map(|number| ("0:0".to_owned(), format!("I{number}"))).collect();
    let pages = planogram_pages(&person, &layout, None).await;
    assert_eq!(pages.iter().flat_map(|page| items(&page["scheduled"])).collect::<Vec<_>>(), expected);
    assert!(pages.len() >= 2 && pages.iter().all(|page| page["at"] == pages[0]["at"]));
    for (at, item) in [(&hour(20), "I20"), (&hour(120), "I120"), (&LATER.to_owned(), "I159")] {
        let shown = planogram(&person, &layout, Some(at)).await;
        assert_eq!(items(&shown["effective"]), pairs(&[("0:0", item), ("0:1", "SALAD")]), "{at}");
    }
    for token in ["", "invalid", "e30"] {
        let request = format!("{{ planogram(layoutName: \"{layout}\", nextToken: \"{token}\") {{ at }} }}");
        let rejection = person.call_rejected(&request, json!({})).await;
        assert_eq!(rejection.message, "nextToken is not valid for this list. Load the list again from its first page.");
    }
}

#[stack_test]
async fn concurrent_updates_of_the_same_hour_are_all_stored(stack: Stack) {
    let (one, other) = (stack.person("operations").await, stack.person("admin").await);
    let layout = create_layout(&one, &[("0:0", "SOUP")]).await;
    let ours = [update_row(&layout, "0:1", "TEA", SOON), update_row(&layout, "0:2", "TEA", SOON)];
    let theirs = [update_row(&layout, "0:3", "WRAP", SOON), update_row(&layout, "0:4", "WRAP", SOON)];
    let (first, second) = tokio::join!(schedule(&one, &ours), schedule(&other, &theirs));
    assert_eq!(first.0, 2, "{first:?} {second:?}");
    assert_eq!(second.0, 2, "{first:?} {second:?}");
    let stored = planogram(&one, &layout, Some(SOON)).await;
    let expected = [("0:0", "SOUP"), ("0:1", "TEA"), ("0:2", "TEA"), ("0:3", "WRAP"), ("0:4", "WRAP")];
    assert_eq!(items(&stored["effective"]), pairs(&expected));
    assert_eq!(events(&one, &layout).await.len(), 3);
}

#[stack_test]
async fn repeating_an_interrupted_call_stores_the_rows_once(stack: Stack) {
    let person = stack.person("operations").await;
    for milliseconds in (0..40).step_by(10) {
        let layout = create_layout(&person, &[("0:0", "SOUP")]).await;
        let rows = [update_row(&layout, "0:0", "TEA", SOON), update_row(&layout, "0:1", "WRAP", LATER)];
        let call = person.graphql(SCHEDULE, json!({ "input": rows }));
        drop(tokio::time::timeout(Duration::from_millis(milliseconds), call).await);
        assert_eq!(schedule(&person, &rows).await, (2, vec![]));
        assert_eq!(events(&person, &layout).await, [("SCHEDULED".to_owned(), 2), ("CREATED".to_owned(), 1)]);
    }
}

#[stack_test]
async fn rejects_scheduling_and_reading_without_permission(stack: Stack) {
    let reader = stack.person("read-only").await;
    let rejection = reader.call_rejected(SCHEDULE, json!({ "input": [update_row("dummy", "0:0", "TEA", SOON)] })).await;
    assert_eq!(rejection.kind.as_str(), "Forbidden");
    assert_eq!(rejection.message.as_str(), "Error! User Action Prohibited!");
    assert_eq!(planogram(&reader, "dummy", None).await["layoutName"], "dummy");
    let unauthorized = stack.person("no-permissions").await;
    for query in
        ["{ planogram(layoutName: \"dummy\") { at } }", "{ planogramHistory(layoutName: \"dummy\") { nextToken } }"]
    {
        assert_eq!(unauthorized.call_rejected(query, json!({})).await.kind, "Forbidden");
    }
    let rejection = reader.call_rejected("{ planogram(layoutName: \"dummy\", at: \"noon\") { at } }", json!({})).await;
    assert_eq!(rejection.kind, "Invalid");
}
