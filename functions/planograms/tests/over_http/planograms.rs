//! What the tests of this area share: layouts of their own, rows, and what is stored.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use testkit::Person;
use uuid::Uuid;

pub(crate) const SCHEDULE: &str = "mutation ($input: [PlanogramUpdateInput!]!) {
    schedulePlanogramUpdate(input: $input) { successCount errors totalCount rows { outcome errors } }
}";
const PLANOGRAM: &str = "query ($layoutName: ID!, $at: AWSDateTime, $nextToken: String) {
    planogram(layoutName: $layoutName, at: $at, nextToken: $nextToken) {
        layoutName at nextToken
        effective { slot vendItemName activeHour physicalFridgeConfig scheduledBy scheduledAt }
        scheduled { slot vendItemName activeHour physicalFridgeConfig scheduledBy scheduledAt }
    }
}";
pub(crate) const HISTORY: &str = "query ($layoutName: ID!, $nextToken: String) {
    planogramHistory(layoutName: $layoutName, nextToken: $nextToken) {
        items { id at user event changes { slot activeHour from to } } nextToken
    }
}";

/// A layout that no other test has.
pub(crate) fn new_layout() -> String {
    format!("TEST_{}", Uuid::now_v7().simple())
}

/// A row of an update.
pub(crate) fn row(layout: &str, slot: &str, item: &str, hour: &str) -> Value {
    json!({
        "requestType": "UPDATE", "layoutName": layout, "slot": slot, "vendItemName": item, "activeHour": hour,
    })
}

/// A row of a creation.
pub(crate) fn new_row(layout: &str, slot: &str, item: &str) -> Value {
    json!({
        "requestType": "CREATE", "layoutName": layout, "slot": slot, "vendItemName": item,
        "physicalFridgeConfig": "6x8",
    })
}

/// Schedules rows; answers how many are stored, and the errors.
pub(crate) async fn schedule(person: &Person<'_>, rows: &[Value]) -> (u64, Vec<String>) {
    let answer = person.ask(SCHEDULE, json!({ "input": rows })).await;
    assert_eq!(answer["totalCount"], rows.len());
    (answer["successCount"].as_u64().unwrap(), serde_json::from_value(answer["errors"].clone()).unwrap())
}

/// Makes a layout of its own with these slots.
pub(crate) async fn created(person: &Person<'_>, slots: &[(&str, &str)]) -> String {
    let layout = new_layout();
    let rows: Vec<Value> = slots.iter().map(|(slot, item)| new_row(&layout, slot, item)).collect();
    assert_eq!(schedule(person, &rows).await, (slots.len() as u64, vec![]));
    layout
}

/// The layout at an instant, or now, page by page.
pub(crate) async fn pages(person: &Person<'_>, layout: &str, at: Option<&str>) -> Vec<Value> {
    let mut pages = vec![person.ask(PLANOGRAM, json!({ "layoutName": layout, "at": at })).await];
    while let Some(last) = pages.last().filter(|last| last["nextToken"].is_string()) {
        let asked = json!({ "layoutName": layout, "at": at, "nextToken": last["nextToken"] });
        pages.push(person.ask(PLANOGRAM, asked).await);
    }
    pages
}

/// The layout at an instant, or now: what a later page says of a slot holds.
pub(crate) async fn planogram(person: &Person<'_>, layout: &str, at: Option<&str>) -> Value {
    let mut pages = pages(person, layout, at).await.into_iter();
    let mut whole = pages.next().unwrap_or_default();
    for page in pages {
        let effective = entries(&whole["effective"]).into_iter().chain(entries(&page["effective"]));
        let by_slot: BTreeMap<_, _> = effective.map(|entry| (place(&entry), entry)).collect();
        let scheduled = [entries(&whole["scheduled"]), entries(&page["scheduled"])].concat();
        whole["effective"] = by_slot.into_values().collect();
        whole["scheduled"] = scheduled.into();
    }
    whole
}

fn entries(page: &Value) -> Vec<Value> {
    page.as_array().cloned().unwrap_or_default()
}

/// Row and column of an entry.
fn place(entry: &Value) -> Vec<u32> {
    entry["slot"].as_str().unwrap().split(':').map(|part| part.parse().unwrap()).collect()
}

/// Slot and item of entries.
pub(crate) fn items(entries: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    entries.as_array().unwrap().iter().map(|entry| (text(&entry["slot"]), text(&entry["vendItemName"]))).collect()
}

/// The same as it should be.
pub(crate) fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(slot, item)| ((*slot).to_owned(), (*item).to_owned())).collect()
}

/// Events of a layout's history, newest first, each with how many slots it names.
pub(crate) async fn events(person: &Person<'_>, layout: &str) -> Vec<(String, usize)> {
    let history = person.ask(HISTORY, json!({ "layoutName": layout })).await;
    let event =
        |entry: &Value| (entry["event"].as_str().unwrap().to_owned(), entry["changes"].as_array().unwrap().len());
    history["items"].as_array().unwrap().iter().map(event).collect()
}
