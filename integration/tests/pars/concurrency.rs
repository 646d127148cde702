//! Concurrent and interrupted calls of `uploadParMaps`.

use crate::helpers::{UPLOAD, create_fridge, group, unique_day, upload};
use chrono::NaiveDate;
use integration::{Stack, stack_test};
use jit::model::StockingId;
use pars::store::{ParStore, Stored};
use serde_json::{Map, Value, json};
use shared::audit::{AuditTable, Entry, Subject};
use std::{collections::BTreeSet, time::Duration};

/// Stockings that both users upload.
const STOCKINGS: u32 = 3;

/// Returns a par group with the same par for each item.
fn group_of_items(location: &str, day: NaiveDate, index: u32, items: &[&str], par: u32) -> Value {
    json!({
        "location": location, "dropOffDate": day, "deliveryDate": day, "jit": par.is_multiple_of(2), "stockingIndex": index,
        "parsAndItems": items.iter().map(|item| json!({ "pars": par, "itemName": item })).collect::<Vec<_>>(),
    })
}

async fn stored(stack: &Stack, id: &StockingId) -> Stored {
    let store: ParStore = stack.aws().store(&[("PARS_TABLE", "Pars")]);
    store.get_all(std::iter::once(id)).await.unwrap().remove(id).unwrap()
}

/// Returns the audit entries of a stocking, oldest first.
async fn history(stack: &Stack, id: &StockingId) -> Vec<Entry> {
    let audit: AuditTable = stack.aws().store(&[("AUDIT_TABLE", "Audit")]);
    let subject = Subject::Pars(id.drop_off_date, id.location.as_str(), id.stocking_index);
    let mut entries = audit.history(subject, None).await.unwrap().items;
    entries.reverse();
    entries
}

/// Applies the changes of all entries and checks that each change starts from the previous state.
fn replay(entries: &[Entry]) -> Map<String, Value> {
    let mut state = Map::new();
    for change in entries.iter().flat_map(|entry| &entry.changes) {
        let before = match &change.to {
            Some(to) => state.insert(change.attribute.clone(), to.clone()),
            None => state.remove(&change.attribute),
        };
        assert_eq!(before, change.from, "{} in {entries:?}", change.attribute);
    }
    state
}

#[stack_test]
async fn concurrent_uploads_of_the_same_stockings_are_serialized(stack: Stack) {
    let (one, other) = (stack.person("logistics").await, stack.person("admin").await);
    let (location, day) = (create_fridge(&stack).await, unique_day());
    let ids: Vec<StockingId> =
        (1..=STOCKINGS).map(|index| format!("{day}#{location}#{index}").parse().unwrap()).collect();
    // Both uploads contain Salad, so that a mixture would be detected.
    let (our_items, their_items) = (["Salad", "Soup", "Wrap"], ["Juice", "Salad"]);
    let mut written = 0;
    for round in 1..=5 {
        let of = |items: &[&str], par: u32| -> Vec<Value> {
            (1..=STOCKINGS).map(|index| group_of_items(&location, day, index, items, par)).collect()
        };
        let (ours, theirs) = (of(&our_items, 10 + round), of(&their_items, 21 + round));
        let (first, second) = tokio::join!(upload(&one, &ours), upload(&other, &theirs));
        for results in [first, second] {
            assert_eq!(results.len(), ids.len());
            for (result, id) in results.iter().zip(&ids) {
                // A failed group has an error.
                let is_written = match result["outcome"].as_str().unwrap() {
                    "CREATED" | "REPLACED" => true,
                    "FAILED" => false,
                    outcome => panic!("{outcome}: {result}"),
                };
                assert_eq!(&result["group"], &json!(id), "{result}");
                assert_eq!(result["errors"] == json!([]), is_written, "{result}");
                written += u64::from(is_written);
            }
        }
        // The stored pars are from one upload, never a mixture.
        for id in &ids {
            let pars = stored(&stack, id).await.pars;
            let found: BTreeSet<(&str, u32)> = pars.items.iter().map(|(item, par)| (item.as_str(), par.par)).collect();
            let pars_of =
                |items: &[&'static str], par: u32| items.iter().map(|item| (*item, par)).collect::<BTreeSet<_>>();
            let (ours, theirs) = (pars_of(&our_items, 10 + round), pars_of(&their_items, 21 + round));
            assert!(found == ours || found == theirs, "{found:?}");
            let par = if found == ours { 10 + round } else { 21 + round };
            assert_eq!(pars.jit, par.is_multiple_of(2));
        }
    }
    // Each write has an audit entry, and the entries lead to the stored state.
    let mut entries = 0;
    for id in &ids {
        let history = history(&stack, id).await;
        let Stored { pars, version, .. } = stored(&stack, id).await;
        assert_eq!(u64::try_from(history.len()).unwrap(), version);
        let expected: Map<String, Value> = pars
            .items
            .iter()
            .map(|(item, par)| (format!("items.{item}"), json!(par)))
            .chain([("deliveryDate".to_owned(), json!(day)), ("jit".to_owned(), json!(pars.jit))])
            .collect();
        assert_eq!(replay(&history), expected);
        let users: BTreeSet<&str> = history.iter().map(|entry| entry.user.as_str()).collect();
        assert_eq!(users, ["logistics", "admin"].map(|profile| stack.user(profile).email.as_str()).into());
        entries += version;
    }
    assert_eq!(entries, written);
}

#[stack_test]
async fn repeating_an_interrupted_call_stores_the_pars_once(stack: Stack) {
    let person = stack.person("logistics").await;
    // Interrupted before sending, during handling, during the response, or not at all.
    for milliseconds in (0..40).step_by(8) {
        let (location, day) = (create_fridge(&stack).await, unique_day());
        let groups = [group(&location, day, 6, true)];
        let call = person.graphql(UPLOAD, json!({ "input": groups }));
        drop(tokio::time::timeout(Duration::from_millis(milliseconds), call).await);
        let outcome = upload(&person, &groups).await[0]["outcome"].clone();
        assert!(["CREATED", "UNCHANGED"].contains(&outcome.as_str().unwrap()), "{outcome}");
        let id: StockingId = format!("{day}#{location}#1").parse().unwrap();
        assert_eq!(stored(&stack, &id).await.version, 1);
        assert_eq!(history(&stack, &id).await.len(), 1);
    }
}
