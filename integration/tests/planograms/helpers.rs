//! Helpers: layouts that other tests do not use, rows, and reads of planograms.

use integration::Person;
use serde_json::{Value, json};
use std::collections::BTreeMap;
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

/// Returns a unique layout name.
pub(crate) fn unique_layout() -> String {
    format!("TEST_{}", Uuid::now_v7().simple())
}

/// Returns a row of an update.
pub(crate) fn update_row(layout: &str, slot: &str, item: &str, hour: &str) -> Value {
    json!({
        "requestType": "UPDATE", "layoutName": layout, "slot": slot, "vendItemName": item, "activeHour": hour,
    })
}

/// Returns a row of a creation.
pub(crate) fn creation_row(layout: &str, slot: &str, item: &str) -> Value {
    json!({
        "requestType": "CREATE", "layoutName": layout, "slot": slot, "vendItemName": item,
        "physicalFridgeConfig": "6x8",
    })
}

/// Schedules rows. Returns the number of stored rows and the errors.
pub(crate) async fn schedule(person: &Person<'_>, rows: &[Value]) -> (u64, Vec<String>) {
    let response = person.call(SCHEDULE, json!({ "input": rows })).await;
    assert_eq!(response["totalCount"], rows.len());
    (response["successCount"].as_u64().unwrap(), serde_json::from_value(response["errors"].clone()).unwrap())
}

/// Creates a layout with the slots and returns its name.
pub(crate) async fn create_layout(person: &Person<'_>, slots: &[(&str, &str)]) -> String {
    let layout = unique_layout();
    let rows: Vec<Value> = slots.iter().map(|(slot, item)| creation_row(&layout, slot, item)).collect();
    assert_eq!(schedule(person, &rows).await, (slots.len() as u64, vec![]));
    layout
}

/// Returns the pages of a layout's planogram at an instant, or now.
pub(crate) async fn planogram_pages(person: &Person<'_>, layout: &str, at: Option<&str>) -> Vec<Value> {
    let mut pages = vec![person.call(PLANOGRAM, json!({ "layoutName": layout, "at": at })).await];
    while let Some(last) = pages.last().filter(|last| last["nextToken"].is_string()) {
        let request = json!({ "layoutName": layout, "at": at, "nextToken": last["nextToken"] });
        pages.push(person.call(PLANOGRAM, request).await);
    }
    pages
}

/// Merges the pages of a layout's planogram. For each slot, the entry of the last page is valid.
pub(crate) async fn planogram(person: &Person<'_>, layout: &str, at: Option<&str>) -> Value {
    let mut pages = planogram_pages(person, layout, at).await.into_iter();
    let mut merged = pages.next().unwrap_or_default();
    for page in pages {
        let effective = entries(&merged["effective"]).into_iter().chain(entries(&page["effective"]));
        let by_slot: BTreeMap<_, _> = effective.map(|entry| (coordinates(&entry), entry)).collect();
        let scheduled = [entries(&merged["scheduled"]), entries(&page["scheduled"])].concat();
        merged["effective"] = by_slot.into_values().collect();
        merged["scheduled"] = scheduled.into();
    }
    merged
}

fn entries(page: &Value) -> Vec<Value> {
    page.as_array().cloned().unwrap_or_default()
}

/// Returns row and column of an entry.
fn coordinates(entry: &Value) -> Vec<u32> {
    entry["slot"].as_str().unwrap().split(':').map(|part| part.parse().unwrap()).collect()
}

/// Returns slot and item of each entry.
pub(crate) fn items(entries: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    entries.as_array().unwrap().iter().map(|entry| (text(&entry["slot"]), text(&entry["vendItemName"]))).collect()
}

/// Converts expected slots and items for comparison with [`items`].
pub(crate) fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(slot, item)| ((*slot).to_owned(), (*item).to_owned())).collect()
}

/// Returns the events of a layout's history with their number of changed slots, newest first.
pub(crate) async fn events(person: &Person<'_>, layout: &str) -> Vec<(String, usize)> {
    let history = person.call(HISTORY, json!({ "layoutName": layout })).await;
    let event =
        |entry: &Value| (entry["event"].as_str().unwrap().to_owned(), entry["changes"].as_array().unwrap().len());
    history["items"].as_array().unwrap().iter().map(event).collect()
}
