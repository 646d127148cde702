//! `handoverNotes`, `openHandoverNotes`, `addHandoverNote` and `completeHandoverNote`.

use crate::helpers::{ADD, new_route, note, today, wait_for_entries};
use integration::{NewLocation, Person, Stack, field_errors, stack_test, wait_until};
use serde_json::{Value, json};

const COMPLETE: &str = "mutation ($id: ID!) { completeHandoverNote(id: $id) { id doneAt doneBy } }";
const NOTES: &str = "query ($object: HandoverObject!) {
    handoverNotes(object: $object) { items { id kind objectId text author until doneAt doneBy } nextToken }
}";
const OPEN: &str = "query ($kind: HandoverKind!, $nextToken: String) {
    openHandoverNotes(kind: $kind, nextToken: $nextToken) { items { id objectId } nextToken }
}";

/// The texts of the notes on an object, in order. Waits for `count` notes, because the index is eventually consistent.
async fn texts(person: &Person<'_>, kind: &str, id: &str, count: usize) -> Vec<String> {
    let find = async || {
        let page = person.call(NOTES, json!({ "object": { "kind": kind, "id": id } })).await;
        let items = page["items"].as_array().cloned().unwrap_or_default();
        Some(items).filter(|items| items.len() >= count)
    };
    let notes = wait_until("notes", find).await;
    notes.iter().map(|note| note["text"].as_str().unwrap().to_owned()).collect()
}

/// Whether the list of open notes of all routes contains one on this route.
async fn is_open(person: &Person<'_>, route: &str) -> bool {
    let mut next = Value::Null;
    loop {
        let page = person.call(OPEN, json!({ "kind": "ROUTE", "nextToken": next })).await;
        if page["items"].as_array().unwrap().iter().any(|note| note["objectId"] == *route) {
            return true;
        }
        next = page["nextToken"].clone();
        if next.is_null() {
            return false;
        }
    }
}

#[stack_test]
async fn a_note_on_a_fridge_is_listed_until_it_is_done_and_is_in_the_log(stack: Stack) {
    let (admin, operations) = (stack.person("admin").await, stack.person("operations").await);
    let id = NewLocation::default().create(&operations).await;
    let mut input = note(&id.to_lowercase(), " The key is at the front desk ");
    input["kind"] = "FRIDGE".into();
    input["until"] = json!(today());
    let added = operations.call(ADD, json!({ "input": input })).await;
    assert_eq!((&added["objectId"], &added["text"]), (&json!(id), &json!("The key is at the front desk")));
    assert_eq!(added["author"], stack.user("operations").email);
    assert_eq!(added["doneAt"], Value::Null);
    assert_eq!(texts(&stack.person("read-only").await, "FRIDGE", &id, 1).await, ["The key is at the front desk"]);

    let done = admin.call(COMPLETE, json!({ "id": added["id"] })).await;
    assert_eq!(done["doneBy"], stack.user("admin").email);
    // The first completion counts.
    assert_eq!(operations.call(COMPLETE, json!({ "id": added["id"] })).await, done);
    let entries = wait_for_entries(&admin, json!({ "object": id, "area": "HANDOVER" }), 2).await;
    let events: Vec<&Value> = entries.iter().map(|entry| &entry["event"]).collect();
    assert_eq!(events, ["NOTE_DONE", "NOTE_ADDED"]);
}

#[stack_test]
async fn open_notes_are_listed_before_done_ones_and_only_they_are_in_the_list_of_all_routes(stack: Stack) {
    let admin = stack.person("admin").await;
    let route = new_route();
    let first = admin.call(ADD, json!({ "input": note(&route, "First") })).await;
    let second = admin.call(ADD, json!({ "input": note(&route, "Second") })).await;
    assert_eq!(texts(&admin, "ROUTE", &route, 2).await, ["Second", "First"]);
    wait_until("an open note", async || is_open(&admin, &route).await.then_some(())).await;
    admin.call(COMPLETE, json!({ "id": second["id"] })).await;
    let is_moved = async || (texts(&admin, "ROUTE", &route, 2).await == ["First", "Second"]).then_some(());
    wait_until("the done note after the open one", is_moved).await;
    admin.call(COMPLETE, json!({ "id": first["id"] })).await;
    wait_until("no open note", async || (!is_open(&admin, &route).await).then_some(())).await;
}

#[stack_test]
async fn a_repeated_call_adds_one_note_and_another_content_is_rejected(stack: Stack) {
    let admin = stack.person("admin").await;
    let route = new_route();
    let input = note(&route, "Use the rear entrance");
    let added = admin.call(ADD, json!({ "input": input })).await;
    assert_eq!(admin.call(ADD, json!({ "input": input })).await, added);
    let mut other = input.clone();
    other["text"] = "Use the front entrance".into();
    let rejection = admin.call_rejected(ADD, json!({ "input": other })).await;
    assert_eq!(rejection.kind, "Conflict");
    assert_eq!(texts(&admin, "ROUTE", &route, 1).await, ["Use the rear entrance"]);
    wait_for_entries(&admin, json!({ "object": route }), 1).await;
}

#[stack_test]
async fn rejects_invalid_notes_and_unknown_objects(stack: Stack) {
    let admin = stack.person("admin").await;
    let mut invalid = note(&new_route(), " ");
    invalid["until"] = json!(today().pred_opt());
    let rejection = admin.call_rejected(ADD, json!({ "input": invalid })).await;
    let field = |name: &str, message: &str| (name.to_owned(), message.to_owned());
    assert_eq!(
        field_errors(&rejection.info),
        [field("text", "Enter a note"), field("until", "The last day cannot be in the past")]
    );
    let long = note(&new_route(), &"a".repeat(1001));
    let rejection = admin.call_rejected(ADD, json!({ "input": long })).await;
    assert_eq!(field_errors(&rejection.info), [field("text", "A note can have at most 1000 characters")]);
    let mut unknown = note("NO_SUCH_FRIDGE", "a");
    unknown["kind"] = "FRIDGE".into();
    assert_eq!(admin.call_rejected(ADD, json!({ "input": unknown })).await.kind, "NotFound");
    let id = "00000000-0000-4000-8000-000000000000";
    assert_eq!(admin.call_rejected(COMPLETE, json!({ "id": id })).await.kind, "NotFound");
}

#[stack_test]
async fn rejects_callers_without_the_permissions(stack: Stack) {
    let (admin, route) = (stack.person("admin").await, new_route());
    let added = admin.call(ADD, json!({ "input": note(&route, "Use the rear entrance") })).await;
    let reader = stack.person("read-only").await;
    assert_eq!(reader.call_rejected(ADD, json!({ "input": note(&route, "a") })).await.kind, "Forbidden");
    assert_eq!(reader.call_rejected(COMPLETE, json!({ "id": added["id"] })).await.kind, "Forbidden");
    let unauthorized = stack.person("no-permissions").await;
    for kind in ["FRIDGE", "ROUTE"] {
        let object = json!({ "object": { "kind": kind, "id": route } });
        assert_eq!(unauthorized.call_rejected(NOTES, object).await.kind, "Forbidden", "{kind}");
        assert_eq!(unauthorized.call_rejected(OPEN, json!({ "kind": kind })).await.kind, "Forbidden", "{kind}");
    }
}
