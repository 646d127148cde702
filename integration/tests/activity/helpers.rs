//! Helpers of this area's tests: the log's entries, and handover notes.

use chrono::NaiveDate;
use integration::{Person, wait_until};
use serde_json::{Value, json};
use shared::Instant;
use uuid::Uuid;

pub(crate) const LOG: &str = "query ($from: AWSDate!, $to: AWSDate!, $filter: ActivityFilter, $nextToken: String) {
        activityLog(from: $from, to: $to, filter: $filter, nextToken: $nextToken) {
            items {
                id at user area kind objectId day part event changes { attribute from to } changeCount reason note
            }
            nextToken
        }
    }";

pub(crate) const ADD: &str = "mutation ($input: NewHandoverNote!) {
    addHandoverNote(input: $input) { id kind objectId text author createdAt until doneAt doneBy }
}";

/// Today in Central time.
pub(crate) fn today() -> NaiveDate {
    Instant::now().central_date()
}

/// The arguments of the log of yesterday and today, so that midnight does not matter.
pub(crate) fn recent(filter: &Value) -> Value {
    json!({ "from": today().pred_opt(), "to": today(), "filter": filter })
}

/// All entries of the log of yesterday and today that match the filter, newest first.
pub(crate) async fn entries(person: &Person<'_>, filter: &Value) -> Vec<Value> {
    let (mut entries, mut next) = (Vec::new(), Value::Null);
    loop {
        let mut arguments = recent(filter);
        arguments["nextToken"] = next;
        let mut page = person.call(LOG, arguments).await;
        entries.extend(page["items"].as_array_mut().into_iter().flat_map(std::mem::take));
        next = page["nextToken"].take();
        if next.is_null() {
            return entries;
        }
    }
}

/// Waits until the log has `count` matching entries, because its indexes are eventually consistent.
pub(crate) async fn wait_for_entries(person: &Person<'_>, filter: Value, count: usize) -> Vec<Value> {
    let find = async || Some(entries(person, &filter).await).filter(|entries| entries.len() >= count);
    let found = wait_until("entries of the log", find).await;
    assert_eq!(found.len(), count, "{found:?}");
    found
}

/// The input of a note on a route with a new id.
pub(crate) fn note(route: &str, text: &str) -> Value {
    json!({ "id": Uuid::now_v7(), "kind": "ROUTE", "objectId": route, "text": text })
}

/// A unique route name.
pub(crate) fn new_route() -> String {
    format!("test_{}", Uuid::now_v7().simple())
}
