use super::*;
use crate::table::{
    AttributeValue, Changes, ItemExt, Table, attribute,
    fake::{Attempt, FakeDynamoDb, KEY, canceled_response, error_response, success_response},
    testing, text,
    write::STORED_ITEM_BYTES,
};
use proptest::prelude::*;
use rstest::rstest;
use serde_json::Value;
use std::{
    collections::{BTreeSet, HashSet},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

fn footprints(units: &[(Vec<u32>, usize)]) -> Vec<Footprint<u32>> {
    units.iter().map(|(items, bytes)| Footprint { items: items.clone(), bytes: *bytes }).collect()
}

/// A unit and its position.
#[derive(Clone)]
struct Numbered(usize, Footprint<u32>);

impl Unit for Numbered {
    type Item = u32;

    fn items(&self) -> impl Iterator<Item = u32> {
        self.1.items()
    }

    fn bytes(&self) -> usize {
        self.1.bytes
    }
}

/// The positions of the units of each request, by stage.
fn plan(footprints: &[Footprint<u32>]) -> Vec<Vec<Vec<usize>>> {
    let mut stages = Stages::default();
    let units = footprints.iter().cloned().enumerate().map(|(position, footprint)| Numbered(position, footprint));
    let first: Vec<_> = units.filter_map(|unit| stages.first(unit)).collect();
    let all = std::iter::once(first).filter(|first| !first.is_empty()).chain(stages.later.into_values());
    let positions = |request: Vec<Numbered>| request.into_iter().map(|Numbered(position, _)| position).collect();
    all.map(|stage| pack(stage.into_iter()).map(positions).collect()).collect()
}

/// A unit with as many actions as the range, each of another item.
fn actions(items: std::ops::Range<u32>) -> (Vec<u32>, usize) {
    (items.collect(), 0)
}

#[rstest]
#[case::no_units(&[], "[]")]
#[case::units_that_fit_share_a_request(&[actions(0..3), actions(3..6)], "[[[0, 1]]]")]
#[case::a_hundred_actions_fit(&[actions(0..50), actions(50..100)], "[[[0, 1]]]")]
#[case::more_actions_do_not(&[actions(0..50), actions(50..101), actions(101..102)], "[[[0], [1, 2]]]")]
#[case::four_megabytes_fit(&[(vec![1], 3_000_000), (vec![2], 1_000_000)], "[[[0, 1]]]")]
#[case::more_bytes_do_not(&[(vec![1], 3_000_000), (vec![2], 1_000_001)], "[[[0], [1]]]")]
#[case::a_common_item_separates_units(&[actions(0..2), actions(1..3)], "[[[0]], [[1]]]")]
#[case::other_units_share_the_first_request(&[actions(0..1), actions(0..1), actions(1..2)], "[[[0, 2]], [[1]]]")]
#[case::a_third_write_waits_for_the_second(&[actions(0..1), actions(0..2), actions(1..2)], "[[[0]], [[1]], [[2]]]")]
#[case::a_unit_above_the_limits_is_alone(&[actions(0..1), actions(1..102), actions(102..103)], "[[[0], [1], [2]]]")]
fn plans_requests(#[case] units: &[(Vec<u32>, usize)], #[case] expected: &str) {
    assert_eq!(format!("{:?}", plan(&footprints(units))), expected);
}

proptest! {
    #[test]
    fn a_plan_contains_each_unit_once_within_the_limits_and_in_order(
        units in prop::collection::vec((prop::collection::hash_set(0_u32..400, 1..60), 0..2_000_000_usize), 0..60)
    ) {
        let units: Vec<_> = units.into_iter().map(|(items, bytes)| (items.into_iter().collect(), bytes)).collect();
        let footprints = footprints(&units);
        let plan = plan(&footprints);
        let mut positions: Vec<usize> = plan.iter().flatten().flatten().copied().collect();
        positions.sort_unstable();
        prop_assert!(positions.into_iter().eq(0..units.len()));
        for request in plan.iter().flatten() {
            let items: Vec<u32> = request.iter().flat_map(|position| &footprints[*position].items).copied().collect();
            prop_assert_eq!(items.iter().collect::<HashSet<_>>().len(), items.len());
            prop_assert!(items.len() <= MAX_ACTIONS);
            prop_assert!(request.iter().map(|position| footprints[*position].bytes).sum::<usize>() <= MAX_BYTES);
        }
        // A later stage starts after all requests of the earlier one.
        let stage_of = |position| plan.iter().position(|stage| stage.iter().flatten().any(|unit| *unit == position));
        for (second, unit) in footprints.iter().enumerate() {
            for (first, other) in footprints[..second].iter().enumerate() {
                if unit.items.iter().any(|item| other.items.contains(item)) {
                    prop_assert!(stage_of(first) < stage_of(second));
                }
            }
        }
    }
}

#[test]
fn a_put_has_the_size_of_its_item_and_other_actions_the_assumed_size() {
    let table = Table::unconnected("Locations", KEY);
    let value = AttributeValue::L(vec![text("ab"), AttributeValue::Bool(true)]);
    let put = table.put(crate::table::Item::from(KEY.of("A")).with("list", value)).action().unwrap();
    // id + A + 1, list + 3, and for each element one byte and its value.
    assert_eq!(put.bytes, (2 + 1 + 1) + (4 + 3) + (1 + 2 + 1) + (1 + 1));
    let update = table.update(KEY.of("A"), Changes::new().set("name", "B")).action().unwrap();
    assert!(update.bytes > STORED_ITEM_BYTES);
    assert_eq!(table.delete(KEY.of("A")).action().unwrap().bytes, STORED_ITEM_BYTES);
    let check = table.check(KEY.of("A")).when(attribute("id").exists()).action().unwrap();
    assert_eq!(check.bytes, STORED_ITEM_BYTES);
}

/// A transaction of three items, the names of whose conditions are the ids of the items.
fn transaction(table: &Table, unit: usize) -> Transaction<String> {
    ["a", "b", "c"].into_iter().map(|part| format!("{unit}{part}")).fold(Transaction::named(), |transaction, id| {
        let put = table.put(KEY.of(&id)).when(attribute("id").not_exists()).action().unwrap();
        transaction.with_named(id, put)
    })
}

/// The ids of the items of a request.
fn ids(request: &Value) -> Vec<&str> {
    let actions = request["TransactItems"].as_array().unwrap();
    actions.iter().map(|action| action["Put"]["Item"]["id"]["S"].as_str().unwrap()).collect()
}

/// The response to a request, with the code of `reason` for each of its items. If all are `None`, it is successful.
fn respond(request: &Value, reason: impl Fn(&str) -> &'static str) -> Attempt {
    let reasons: Vec<&str> = ids(request).into_iter().map(reason).collect();
    if reasons.iter().all(|reason| *reason == "None") { success_response() } else { canceled_response(reasons) }
}

async fn send_units_to(service: &FakeDynamoDb, count: usize) -> Vec<Result<Outcome<String>>> {
    let table = service.table();
    send_all(table.client(), (0..count).map(|unit| transaction(&table, unit))).await
}

fn assert_written(results: &[Result<Outcome<String>>], is_written: impl Fn(usize) -> bool) {
    let written: Vec<usize> =
        (0..results.len()).filter(|unit| matches!(results[*unit], Ok(Outcome::Written))).collect();
    assert_eq!(written, (0..results.len()).filter(|unit| is_written(*unit)).collect::<Vec<_>>());
}

#[tokio::test]
async fn five_hundred_transactions_of_three_actions_need_sixteen_requests() {
    let service = FakeDynamoDb::new([success_response()]);
    assert_written(&send_units_to(&service, 500).await, |_| true);
    let requests = service.requests();
    assert_eq!(requests.len(), 16);
    let table = Table::unconnected("Locations", KEY);
    let transactions: Vec<_> = (0..500).map(|unit| transaction(&table, unit)).collect();
    assert_eq!(testing::request_count(&transactions), 16);
    // Each action is sent once, so the capacity is the same as without shared requests.
    let sent: Vec<String> = requests.iter().flat_map(ids).map(str::to_owned).collect();
    let expected = (0..500).flat_map(|unit| ["a", "b", "c"].map(|part| format!("{unit}{part}")));
    assert_eq!(sent.len(), 1500);
    assert_eq!(sent.into_iter().collect::<BTreeSet<_>>(), expected.collect());
    let tokens: HashSet<&str> = requests.iter().map(|body| body["ClientRequestToken"].as_str().unwrap()).collect();
    assert_eq!(tokens.len(), 16);
}

#[tokio::test]
async fn transactions_are_built_when_their_request_is_sent() {
    let built = Arc::new(AtomicUsize::new(0));
    let (count, counts) = (built.clone(), Arc::new(Mutex::new(Vec::new())));
    let recorded = counts.clone();
    let service = FakeDynamoDb::responding(move |_| {
        recorded.lock().unwrap().push(count.load(Ordering::Relaxed));
        success_response()
    });
    let table = service.table();
    let transactions = (0..500).map(|unit| {
        built.fetch_add(1, Ordering::Relaxed);
        transaction(&table, unit)
    });
    assert_written(&send_all(table.client(), transactions).await, |_| true);
    let counts = counts.lock().unwrap();
    assert_eq!((counts.len(), counts[15]), (16, 500));
    // The transactions of the other concurrent requests, and the first one of the next request.
    assert!(counts[0] <= CONCURRENCY * 33 + 1, "{counts:?}");
}

#[tokio::test]
async fn sends_no_request_without_transactions() {
    let service = FakeDynamoDb::new([success_response()]);
    assert!(send_units_to(&service, 0).await.is_empty());
    assert!(service.requests().is_empty());
}

#[tokio::test]
async fn a_failed_condition_affects_only_its_transaction() {
    let failing = ["5b", "5c", "70a"];
    let service = FakeDynamoDb::responding(move |request| {
        respond(request, |id| if failing.contains(&id) { "ConditionalCheckFailed" } else { "None" })
    });
    let results = send_units_to(&service, 99).await;
    assert_written(&results, |unit| unit != 5 && unit != 70);
    assert_eq!(results[5].as_ref().unwrap(), &Outcome::ConditionFailed(vec!["5b".into(), "5c".into()]));
    assert_eq!(results[70].as_ref().unwrap(), &Outcome::ConditionFailed(vec!["70a".into()]));
    // Three requests, of which two are canceled. Their 64 other transactions share two more requests.
    assert_eq!(service.requests().len(), 5);
}

#[tokio::test]
async fn transactions_of_a_request_whose_conditions_all_fail_are_not_repeated() {
    let service = FakeDynamoDb::responding(|request| respond(request, |_| "ConditionalCheckFailed"));
    let results = send_units_to(&service, 99).await;
    assert!(results.iter().all(|result| matches!(result, Ok(Outcome::ConditionFailed(names)) if names.len() == 3)));
    assert_eq!(service.requests().len(), 3);
}

#[tokio::test]
async fn transactions_are_sent_alone_after_the_second_canceled_request() {
    // In each request, the condition of the first transaction fails.
    let service = FakeDynamoDb::responding(|request| {
        let first = ids(request)[0].to_owned();
        let is_shared = ids(request).len() > 3;
        respond(request, |id| if is_shared && id == first { "ConditionalCheckFailed" } else { "None" })
    });
    let results = send_units_to(&service, 33).await;
    assert_written(&results, |unit| unit > 1);
    let lengths: Vec<usize> = service.requests().iter().map(|request| ids(request).len() / 3).collect();
    assert_eq!(lengths, [&[33, 32][..], &[1; 31]].concat());
}

#[rstest]
#[case::invalid("ValidationError", 1)]
#[case::conflict("TransactionConflict", 6)]
#[case::throttled("ThrottlingError", 6)]
#[tokio::test]
async fn a_rejected_action_affects_only_its_transaction(#[case] reason: &'static str, #[case] attempts: usize) {
    let service =
        FakeDynamoDb::responding(move |request| respond(request, |id| if id == "4b" { reason } else { "None" }));
    let results = send_units_to(&service, 40).await;
    assert_written(&results, |unit| unit != 4);
    assert!(matches!(results[4], Err(Error::Unavailable { .. })));
    // Two requests; then each transaction of the rejected request alone. The SDK retries conflicts and throttled actions.
    assert_eq!(service.requests().len(), attempts + 1 + 32 + attempts);
}

#[rstest]
#[case::throttled(error_response("ThrottlingException"))]
#[case::earlier_attempt_in_progress(error_response("TransactionInProgressException"))]
#[case::lost_response(Attempt::LostResponse)]
#[tokio::test]
async fn a_failed_request_keeps_the_results_of_the_others(#[case] failure: Attempt) {
    let service =
        FakeDynamoDb::responding(
            move |request| {
                if ids(request).contains(&"40a") { failure.clone() } else { success_response() }
            },
        );
    let results = send_units_to(&service, 99).await;
    assert_written(&results, |unit| !(33..66).contains(&unit));
    for result in &results[33..66] {
        assert!(matches!(result, Err(Error::Unavailable { retryable: true, .. })));
    }
    // The failed request may have been carried out. All its attempts have the same token, and it is not sent again.
    let requests = service.requests();
    assert_eq!(requests.len(), 2 + 6);
    let tokens: HashSet<&str> = requests.iter().map(|body| body["ClientRequestToken"].as_str().unwrap()).collect();
    assert_eq!(tokens.len(), 3);
}

#[tokio::test]
async fn writes_of_the_same_item_keep_their_order() {
    let service = FakeDynamoDb::new([success_response()]);
    let table = service.table();
    let put = |version: u32| {
        let item = crate::table::Item::from(KEY.of("A")).with("version", version);
        Transaction::new().with(table.put(item).action().unwrap())
    };
    let results = send_all(table.client(), vec![put(1), put(2), put(3)]).await;
    assert!(results.iter().all(|result| matches!(result, Ok(Outcome::Written))));
    let version = |request: &Value| request["TransactItems"][0]["Put"]["Item"]["version"]["N"].clone();
    assert_eq!(service.requests().iter().map(version).collect::<Vec<_>>(), ["1", "2", "3"]);
}
