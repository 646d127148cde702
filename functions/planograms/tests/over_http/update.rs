//! `schedulePlanogramUpdate` with requestType UPDATE, `planogram` and `planogramHistory`.

use crate::planograms::{
    HISTORY, SCHEDULE, created, events, items, new_layout, pages, pairs, planogram, row, schedule,
};
use serde_json::{Value, json};
use std::time::Duration;
use testkit::Stack;

const PAST: &str = "2020-01-06T11:00:00.000Z";
const SOON: &str = "2098-01-06T11:00:00.000Z";
const LATER: &str = "2099-01-05T11:00:00.000Z";

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn what_is_scheduled_takes_effect_by_time() {
    let stack = Stack::load().await;
    let person = stack.person("operations").await;
    let layout = created(&person, &[("0:0", "SOUP"), ("0:1", "SALAD")]).await;
    let rows = [
        row(&layout, "0:1", "WRAP", LATER),
        row(&layout, "0:1", "TEA", SOON),
        // The same instant, written in another zone.
        row(&layout, "10:0", "JUICE", "2098-01-06T05:00:00-06:00"),
        row(&layout, "0:0", "NOODLES", PAST),
    ];
    assert_eq!(schedule(&person, &rows).await, (4, vec![]));
    let shown = planogram(&person, &layout, None).await;
    // What was scheduled for a time before the creation is older than what the creation brought.
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

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn the_same_rows_again_change_nothing_and_another_item_takes_the_place_of_the_one_before() {
    let stack = Stack::load().await;
    let (person, other) = (stack.person("operations").await, stack.person("admin").await);
    let layout = created(&person, &[("0:0", "SOUP")]).await;
    let rows = [row(&layout, "0:0", "TEA", SOON), row(&layout, "0:1", "WRAP", SOON)];
    assert_eq!(schedule(&person, &rows).await, (2, vec![]));
    let before = planogram(&person, &layout, Some(SOON)).await;
    assert_eq!(schedule(&other, &rows).await, (2, vec![]));
    assert_eq!(planogram(&person, &layout, Some(SOON)).await, before);
    assert_eq!(events(&person, &layout).await.len(), 2);
    assert_eq!(schedule(&other, &[row(&layout, "0:0", "JUICE", SOON)]).await, (1, vec![]));
    let history = person.ask(HISTORY, json!({ "layoutName": layout })).await;
    let newest = &history["items"][0];
    assert_eq!((&newest["event"], &newest["user"]), (&json!("SCHEDULED"), &json!("admin@larder.example")));
    let changes = json!([{ "slot": "0:0", "activeHour": SOON, "from": "TEA", "to": "JUICE" }]);
    assert_eq!(newest["changes"], changes);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn rows_of_a_layout_that_does_not_exist_are_named_and_the_others_are_stored() {
    let stack = Stack::load().await;
    let person = stack.person("operations").await;
    let (layout, nowhere) = (created(&person, &[("0:0", "SOUP")]).await, new_layout());
    let rows =
        [row(&nowhere, "0:0", "TEA", SOON), row(&layout, "0:0", "TEA", SOON), row(&nowhere, "01:2", "TEA", SOON)];
    let error = |slot: &str| format!("{nowhere} {slot}: There is no planogram {nowhere}. Create it first.");
    assert_eq!(schedule(&person, &rows).await, (1, vec![error("0:0"), error("1:2")]));
    assert_eq!(items(&planogram(&person, &layout, Some(SOON)).await["effective"]), pairs(&[("0:0", "TEA")]));
    assert_eq!(planogram(&person, &nowhere, None).await, Value::Null);
    assert_eq!(events(&person, &nowhere).await, []);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_batch_is_100_rows_whether_of_one_hour_or_of_as_many() {
    let stack = Stack::load().await;
    let person = stack.person("operations").await;
    let layout = created(&person, &[("0:0", "SOUP")]).await;
    let of_one: Vec<Value> = (0..100).map(|column| row(&layout, &format!("1:{column}"), "TEA", SOON)).collect();
    assert_eq!(schedule(&person, &of_one).await, (100, vec![]));
    let hour = |minute: u32| format!("2097-01-06T{:02}:{:02}:00Z", minute / 60, minute % 60);
    let of_many: Vec<Value> =
        (0..100).map(|minute| row(&layout, "0:0", &format!("I{minute}"), &hour(minute))).collect();
    assert_eq!(schedule(&person, &of_many).await, (100, vec![]));
    assert_eq!(planogram(&person, &layout, None).await["scheduled"].as_array().unwrap().len(), 200);
    let shown = planogram(&person, &layout, Some("2097-01-06T01:00:30Z")).await;
    assert_eq!(items(&shown["effective"]), pairs(&[("0:0", "I60")]));
    let too_many: Vec<Value> = (0..101).map(|column| row(&layout, &format!("2:{column}"), "TEA", SOON)).collect();
    let refusal = person.refused(SCHEDULE, json!({ "input": too_many })).await;
    assert_eq!(refusal.message, "One call updates 1 to 100 rows");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_long_history_comes_in_pages_and_each_slot_shows_its_newest_entry_all_the_same() {
    let stack = Stack::load().await;
    let person = stack.person("operations").await;
    let layout = created(&person, &[("0:0", "SOUP"), ("0:1", "SALAD")]).await;
    let hour = |number: u32| format!("2097-01-{:02}T{:02}:00:00.000Z", 1 + number / 24, number % 24);
    for first in [0, 80] {
        let rows: Vec<Value> =
            (first..first + 80).map(|number| row(&layout, "0:0", &format!("I{number}"), &hour(number))).collect();
        assert_eq!(schedule(&person, &rows).await, (80, vec![]));
    }
    let expected: Vec<_> = (0..160).map(|number| ("0:0".to_owned(), format!("I{number}"))).collect();
    let pages = pages(&person, &layout, None).await;
    assert_eq!(pages.iter().flat_map(|page| items(&page["scheduled"])).collect::<Vec<_>>(), expected);
    assert!(pages.len() >= 2 && pages.iter().all(|page| page["at"] == pages[0]["at"]));
    for (at, item) in [(&hour(20), "I20"), (&hour(120), "I120"), (&LATER.to_owned(), "I159")] {
        let shown = planogram(&person, &layout, Some(at)).await;
        assert_eq!(items(&shown["effective"]), pairs(&[("0:0", item), ("0:1", "SALAD")]), "{at}");
    }
    for token in ["", "walk", "e30"] {
        let asked = format!("{{ planogram(layoutName: \"{layout}\", nextToken: \"{token}\") {{ at }} }}");
        let refusal = person.refused(&asked, json!({})).await;
        assert_eq!(refusal.message, "nextToken is not valid for this list. Load the list again from its first page.");
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn two_who_schedule_for_the_same_hour_at_once_lose_nothing() {
    let stack = Stack::load().await;
    let (one, other) = (stack.person("operations").await, stack.person("admin").await);
    let layout = created(&one, &[("0:0", "SOUP")]).await;
    let ours = [row(&layout, "0:1", "TEA", SOON), row(&layout, "0:2", "TEA", SOON)];
    let theirs = [row(&layout, "0:3", "WRAP", SOON), row(&layout, "0:4", "WRAP", SOON)];
    let (first, second) = tokio::join!(schedule(&one, &ours), schedule(&other, &theirs));
    assert_eq!((first.0, second.0), (2, 2), "{first:?} {second:?}");
    let stored = planogram(&one, &layout, Some(SOON)).await;
    let expected = [("0:0", "SOUP"), ("0:1", "TEA"), ("0:2", "TEA"), ("0:3", "WRAP"), ("0:4", "WRAP")];
    assert_eq!(items(&stored["effective"]), pairs(&expected));
    assert_eq!(events(&one, &layout).await.len(), 3);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_call_that_was_cut_off_is_made_again_and_its_rows_are_stored_once() {
    let stack = Stack::load().await;
    let person = stack.person("operations").await;
    for milliseconds in (0..40).step_by(10) {
        let layout = created(&person, &[("0:0", "SOUP")]).await;
        let rows = [row(&layout, "0:0", "TEA", SOON), row(&layout, "0:1", "WRAP", LATER)];
        let call = person.graphql(SCHEDULE, json!({ "input": rows }));
        drop(tokio::time::timeout(Duration::from_millis(milliseconds), call).await);
        assert_eq!(schedule(&person, &rows).await, (2, vec![]));
        assert_eq!(events(&person, &layout).await, [("SCHEDULED".to_owned(), 2), ("CREATED".to_owned(), 1)]);
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn scheduling_needs_schedule_planogram_and_reading_get_unique_layout_names() {
    let stack = Stack::load().await;
    let reader = stack.person("read-only").await;
    let refusal = reader.refused(SCHEDULE, json!({ "input": [row("dummy", "0:0", "TEA", SOON)] })).await;
    assert_eq!((refusal.kind.as_str(), refusal.message.as_str()), ("Forbidden", "Error! User Action Prohibited!"));
    assert_eq!(planogram(&reader, "dummy", None).await["layoutName"], "dummy");
    let stranger = stack.person("no-permissions").await;
    for query in
        ["{ planogram(layoutName: \"dummy\") { at } }", "{ planogramHistory(layoutName: \"dummy\") { nextToken } }"]
    {
        assert_eq!(stranger.refused(query, json!({})).await.kind, "Forbidden");
    }
    let refusal = reader.refused("{ planogram(layoutName: \"dummy\", at: \"noon\") { at } }", json!({})).await;
    assert_eq!(refusal.kind, "Invalid");
}
