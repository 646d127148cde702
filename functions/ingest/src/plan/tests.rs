use super::*;
use proptest::prelude::*;
use serde_json::{Value, json};

fn now() -> Instant {
    "2026-11-21T12:00:00Z".parse().unwrap()
}

fn message(kind: &str, id: u32, location: &str, second: u32, more: &Value) -> Value {
    let mut message = json!({
        "schemaVersion": 1, "messageId": Uuid::from_u128(id.into()), "type": kind, "locationId": location,
        "occurredAt": format!("2026-11-21T11:00:{second:02}Z"),
    });
    message.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    message
}

fn stock_out(id: u32, location: &str, second: u32) -> Value {
    message("StockOut", id, location, second, &json!({"item": "CAESAR_SALAD"}))
}

fn inventory(id: u32, location: &str, second: u32) -> Value {
    message("Inventory", id, location, second, &json!({"slots": []}))
}

fn planned(messages: &[Value]) -> Plan {
    let delivery = |(position, message): (usize, &Value)| {
        let body = message.as_str().map_or_else(|| message.to_string(), str::to_owned);
        (Delivery { id: position.to_string(), body, count: 1, attributes: BTreeMap::new() }, Sender::Trusted)
    };
    plan(messages.iter().enumerate().map(delivery).collect(), now())
}

/// The message numbers in the lane of a location, with their deliveries.
fn lane(plan: &Plan, location: &str) -> Vec<(u128, Vec<String>)> {
    let deliveries = |task: &Task| task.deliveries.iter().map(|delivery| delivery.id.clone()).collect();
    let lane = &plan.lanes[&location.parse().unwrap()];
    lane.iter().map(|task| (task.message.message_id.as_u128(), deliveries(task))).collect()
}

fn ids(ids: &[&str]) -> Vec<String> {
    ids.iter().map(|id| (*id).to_owned()).collect()
}

#[test]
fn each_location_has_a_separate_lane_oldest_first() {
    let plan = planned(&[stock_out(1, "A", 30), stock_out(2, "B", 20), stock_out(3, "A", 10)]);
    assert_eq!(lane(&plan, "A"), [(3, ids(&["2"])), (1, ids(&["0"]))]);
    assert_eq!(lane(&plan, "B"), [(2, ids(&["1"]))]);
}

#[test]
fn a_duplicate_message_is_one_task_with_both_deliveries() {
    let plan = planned(&[stock_out(1, "A", 10), stock_out(2, "A", 10), stock_out(1, "A", 10)]);
    assert_eq!(lane(&plan, "A"), [(1, ids(&["0", "2"])), (2, ids(&["1"]))]);
}

#[test]
fn merges_lanes_whose_ids_differ_only_in_case_and_separates_unknown_ones() {
    let plan = planned(&[stock_out(1, "a", 30), stock_out(2, "A", 20), stock_out(3, "B", 10)]);
    let known = ["a", "A"].map(|id| (id.parse().unwrap(), "A".parse().unwrap())).into();
    let (resolved, unknown) = resolve_ids(plan.lanes, &known);
    let [(id, tasks)] = &resolved.into_iter().collect::<Vec<_>>()[..] else { panic!("expected exactly one lane") };
    let numbers: Vec<u128> = tasks.iter().map(|task| task.message.message_id.as_u128()).collect();
    assert_eq!(id.as_str(), "A");
    assert_eq!(numbers, [2, 1]);
    assert!(tasks.iter().all(|task| task.message.location_id == *id));
    assert_eq!(unknown.keys().map(LocationId::as_str).collect::<Vec<_>>(), ["B"]);
}

#[test]
fn separates_records_that_can_create_their_location() {
    let record = json!({"directions": "Dock", "prettyName": "Market", "locationType": "WHOLESALE"});
    let plan = planned(&[stock_out(1, "A", 10), message("CustomerRecord", 2, "A", 20, &record)]);
    assert_eq!(lane(&plan, "A"), [(1, ids(&["0"]))]);
    assert_eq!(plan.creating[&"A".parse().unwrap()].len(), 1);
}

#[test]
fn keeps_only_the_newest_of_messages_without_history() {
    let plan = planned(&[inventory(1, "A", 20), inventory(2, "A", 30), stock_out(3, "A", 25), inventory(4, "A", 10)]);
    assert_eq!(lane(&plan, "A"), [(2, ids(&["3", "0", "1"])), (3, ids(&["2"]))]);
    let plan = planned(&[inventory(1, "A", 20), inventory(2, "B", 30)]);
    assert_eq!(lane(&plan, "A").len(), 1);
    assert_eq!(lane(&plan, "B").len(), 1);
}

#[test]
fn keeps_the_first_of_two_messages_of_one_instant() {
    let plan = planned(&[inventory(1, "A", 20), inventory(2, "A", 20)]);
    assert_eq!(lane(&plan, "A"), [(1, ids(&["0", "1"]))]);
}

#[test]
fn separates_invalid_messages() {
    let plan = planned(&[json!("no json"), stock_out(1, "A", 10), json!({"schemaVersion": 7})]);
    let rejected: Vec<&str> = plan.rejected.iter().map(|(delivery, _)| delivery.id.as_str()).collect();
    assert_eq!(rejected, ["0", "2"]);
    assert_eq!(lane(&plan, "A"), [(1, ids(&["1"]))]);
}

#[test]
fn a_flood_of_one_location_uses_one_lane() {
    let flood = (0..2000).map(|id| inventory(id, "FLOOD", id % 60));
    let others: Vec<String> = (0..50).map(|number| format!("F{number}")).collect();
    let other_messages = (2000..).zip(&others).map(|(id, location)| stock_out(id, location, 10));
    let plan = planned(&flood.chain(other_messages).collect::<Vec<_>>());
    assert_eq!(plan.lanes.len(), 51);
    assert_eq!(lane(&plan, "FLOOD").len(), 1);
    assert!(others.iter().all(|location| lane(&plan, location).len() == 1));
}

/// Any message with one of few ids and locations, so that duplicates occur.
fn any_message() -> impl Strategy<Value = Value> {
    let parts = (0_u32..24, prop::bool::weighted(0.1));
    parts.prop_map(|(id, broken)| {
        // Messages with the same id are equal: all fields follow from the id.
        let (location, second) = (["A", "B", "C"][id as usize % 3], id * 7 % 60);
        match (broken, id % 2) {
            (true, _) => json!("broken"),
            (false, 0) => inventory(id, location, second),
            (false, _) => stock_out(id, location, second),
        }
    })
}

proptest! {
    #[test]
    fn plans_every_delivery_once_in_any_order(
        (messages, shuffled) in prop::collection::vec(any_message(), 0..40)
            .prop_flat_map(|messages| (Just(messages.clone()), Just(messages).prop_shuffle())),
    ) {
        let (one, other) = (planned(&messages), planned(&shuffled));
        let deliveries = one.lanes.values().flatten().flat_map(|task| &task.deliveries);
        let mut all: Vec<usize> = deliveries
            .chain(one.rejected.iter().map(|(delivery, _)| delivery))
            .map(|delivery| delivery.id.parse().unwrap())
            .collect();
        all.sort_unstable();
        prop_assert_eq!(all, (0..messages.len()).collect::<Vec<_>>());

        // The written messages do not depend on the order of delivery.
        let written = |plan: &Plan| {
            let mut written: Vec<u128> =
                plan.lanes.values().flatten().map(|task| task.message.message_id.as_u128()).collect();
            written.sort_unstable();
            written
        };
        prop_assert_eq!(written(&one), written(&other));
        for lane in one.lanes.values() {
            let mut keys: Vec<String> = lane.iter().filter_map(|task| task.message.fact.replacement_key()).collect();
            keys.sort();
            let count = keys.len();
            keys.dedup();
            prop_assert_eq!(keys.len(), count);
        }
    }
}
