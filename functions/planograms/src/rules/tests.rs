use super::*;
use chrono::{NaiveDateTime, TimeZone};
use proptest::prelude::*;
use serde_json::{Value, json};
use shared::time::CENTRAL;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    name: String,
    request_type: String,
    rows: Vec<Value>,
    errors: Vec<LineError>,
    values: Vec<Value>,
    /// Whether the case is about Central times in files, which only the browser parses.
    #[serde(default)]
    browser_only: bool,
}

#[derive(Debug, Deserialize, Eq, PartialEq)]
struct LineError {
    line: usize,
    field: String,
    message: String,
}

const NOW: &str = "2026-11-21T10:00:00.000Z";

fn now() -> Instant {
    NOW.parse().unwrap()
}

/// Returns the row as the browser sends it, with the time as an instant. For an ambiguous hour, it is the first one.
fn browser_input(row: &Value, request_type: &str) -> UpdateInput {
    let mut row = row.clone();
    row["requestType"] = json!(request_type);
    if let Some(text) = row["activeHour"].as_str().filter(|text| !text.trim().is_empty()) {
        let local = NaiveDateTime::parse_from_str(text, "%m/%d/%Y %H:%M:%S").unwrap();
        row["activeHour"] = json!(CENTRAL.from_local_datetime(&local).earliest().unwrap().to_rfc3339());
    }
    serde_json::from_value(row).unwrap()
}

#[test]
fn shared_cases_give_the_expected_rows_and_errors() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("../../cases/updates.json")).unwrap();
    for case in cases.into_iter().filter(|case| !case.browser_only) {
        let input: Vec<UpdateInput> = case.rows.iter().map(|row| browser_input(row, &case.request_type)).collect();
        let (found, errors) = match parse_rows(&input, now()) {
            Ok(found) => (found, Vec::new()),
            Err(errors) => (Vec::new(), errors.iter().map(line_error).collect()),
        };
        assert_eq!(errors, case.errors, "{}", case.name);
        let value = |row: &Row| {
            let mut value = json!({
                "layoutName": row.layout_name, "slot": row.slot, "vendItemName": row.vend_item_name,
            });
            match &row.physical_fridge_config {
                Some(config) => value["physicalFridgeConfig"] = json!(config),
                None => value["activeHour"] = json!(row.active_hour),
            }
            value
        };
        assert_eq!(found.iter().map(value).collect::<Vec<_>>(), case.values, "{}", case.name);
        assert!(case.request_type != "CREATE" || found.iter().all(|row| row.active_hour == now()));
    }
}

/// Converts the error of an input to an error of a line in the file.
fn line_error(error: &FieldError) -> LineError {
    let mut parts = error.field.splitn(3, '.').skip(1);
    let line = parts.next().unwrap().parse::<usize>().unwrap() + 2;
    LineError { line, field: parts.next().unwrap_or_default().into(), message: error.message.clone() }
}

fn input(request_type: &str, layout: &str, slot: usize) -> UpdateInput {
    let row = json!({
        "layoutName": layout, "slot": format!("0:{slot}"), "vendItemName": "SOUP", "requestType": request_type,
        "activeHour": NOW, "physicalFridgeConfig": "6x8",
    });
    serde_json::from_value(row).unwrap()
}

#[test]
fn limits_updates_to_100_rows_and_creations_to_one_layout_of_500_slots() {
    let rows = |kind: &str, count: usize| (0..count).map(|slot| input(kind, "L", slot)).collect::<Vec<_>>();
    let rejection_message = |rows: &[UpdateInput]| check(rows, now()).unwrap_err()[0].message.clone();
    assert!(matches!(check(&rows("UPDATE", 100), now()), Ok(Request::Update(rows)) if rows.len() == 100));
    assert_eq!(rejection_message(&rows("UPDATE", 101)), "Update 1 to 100 rows at a time");
    assert_eq!(rejection_message(&[]), "Update 1 to 100 rows at a time");
    assert!(matches!(check(&rows("CREATE", 500), now()), Ok(Request::Create(rows)) if rows.len() == 500));
    assert_eq!(rejection_message(&rows("CREATE", 501)), "Create a planogram with 1 to 500 slots");
    assert_eq!(
        rejection_message(&[input("CREATE", "L", 1), input("CREATE", "M", 1)]),
        "Create one planogram at a time"
    );
    let mixed = [input("CREATE", "L", 1), input("UPDATE", "L", 2)];
    assert_eq!(rejection_message(&mixed), "All rows must have the same requestType");
}

#[test]
fn rejects_an_active_hour_that_is_not_an_instant() {
    let row = json!({
        "layoutName": "L", "slot": "1:1", "vendItemName": "SOUP", "requestType": "UPDATE",
        "activeHour": "12/01/2026 05:00:00",
    });
    let errors = check(&[serde_json::from_value(row).unwrap()], now()).unwrap_err();
    let message = "The activeHour is not an ISO 8601 time, such as 2026-11-21T16:00:00Z.";
    assert_eq!(errors, [FieldError::new("input.0.activeHour", message)]);
}

fn placement(item: &str, config: Option<&str>) -> Placement {
    Placement {
        vend_item_name: item.into(),
        physical_fridge_config: config.map(str::to_owned),
        scheduled_by: "ann@larder.example".into(),
        scheduled_at: now(),
    }
}

fn change(hour: Instant, slots: &[(Slot, &str)]) -> Change {
    Change {
        layout_name: "L".into(),
        active_hour: hour,
        slots: slots.iter().map(|(slot, item)| (*slot, placement(item, None))).collect(),
        creation: false,
    }
}

#[test]
fn effective_is_the_newest_entry_of_each_slot_not_after_now() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("../../cases/effective.json")).unwrap();
    for case in cases {
        let single = |entry: &Value| {
            let slot = entry["slot"].as_str().unwrap().parse().unwrap();
            change(
                entry["activeHour"].as_str().unwrap().parse().unwrap(),
                &[(slot, entry["vendItemName"].as_str().unwrap())],
            )
        };
        let changes: Vec<Change> = case["entries"].as_array().unwrap().iter().map(single).collect();
        let at = case["at"].as_str().unwrap().parse().unwrap();
        let to_json = |entries: Vec<Entry>| -> Vec<Value> {
            let entry = |entry: &Entry| {
                json!({
                    "slot": entry.slot, "vendItemName": entry.placement.vend_item_name,
                    "activeHour": entry.active_hour,
                })
            };
            entries.iter().map(entry).collect()
        };
        assert_eq!(json!(to_json(effective(&changes, at))), case["effective"], "{}", case["name"]);
        assert_eq!(json!(to_json(scheduled(&changes, at))), case["scheduled"], "{}", case["name"]);
    }
}

#[test]
fn a_new_item_keeps_the_physical_configuration_of_its_slot() {
    let slot = Slot { row: 1, column: 1 };
    let later = now().plus(chrono::Duration::hours(1));
    let mut created = change(now(), &[]);
    created.slots.insert(slot, placement("SOUP", Some("6x8")));
    let shown = effective(&[created.clone(), change(later, &[(slot, "SALAD")])], later);
    assert_eq!(shown[0].placement, placement("SALAD", Some("6x8")));
    let merged = merge(Some(&created), &change(now(), &[(slot, "SALAD")])).unwrap();
    assert_eq!(merged.slots[&slot], placement("SALAD", Some("6x8")));
}

#[test]
fn a_repeated_row_keeps_the_user_who_scheduled_it_first() {
    let slot = Slot { row: 1, column: 1 };
    let stored = change(now(), &[(slot, "SOUP"), (Slot { row: 1, column: 2 }, "TEA")]);
    let mut repeated = change(now(), &[(slot, "SOUP")]);
    repeated.slots.values_mut().for_each(|placement| placement.scheduled_by = "bo@larder.example".into());
    assert_eq!(merge(Some(&stored), &repeated), None);
    assert_eq!(merge(None, &repeated), Some(repeated));
}

proptest! {
    /// For any order of entries and any instant, `effective` has the newest entry of each slot that is not after the
    /// instant, and `scheduled` has exactly the later entries.
    #[test]
    fn effective_and_scheduled_split_the_entries_at_any_instant(
        entries in proptest::collection::btree_map((0_i64..20, 0_u32..6), "[A-Z]{1,3}", 0..60).prop_map(|entries| {
            entries.into_iter().collect::<Vec<_>>()
        }).prop_shuffle(),
        at in 0_i64..20,
    ) {
        let hour = |hours: i64| now().plus(chrono::Duration::hours(hours));
        let slot = |row: u32| Slot { row, column: 0 };
        let changes: Vec<Change> =
            entries.iter().map(|((hours, row), item)| change(hour(*hours), &[(slot(*row), item)])).collect();
        let active = effective(&changes, hour(at));
        let later = scheduled(&changes, hour(at));
        for row in 0..6 {
            let newest = entries.iter().filter(|((hours, slot), _)| *slot == row && *hours <= at).max_by_key(|(key, _)| key);
            let found: Vec<_> = active.iter().filter(|entry| entry.slot == slot(row)).collect();
            prop_assert_eq!(found.len(), usize::from(newest.is_some()));
            if let (Some(((hours, _), item)), Some(found)) = (newest, found.first()) {
                prop_assert_eq!(&found.active_hour, &hour(*hours)); prop_assert_eq!(&found.placement.vend_item_name, item);
            }
        }
        prop_assert_eq!(later.len(), entries.iter().filter(|((hours, _), _)| *hours > at).count());
        prop_assert!(later.iter().all(|entry| entry.active_hour > hour(at)));
        // At its hour, each scheduled entry becomes effective unless there is a newer one.
        let end = effective(&changes, hour(20));
        let becomes_effective = |entry: &Entry| {
            end.iter().any(|shown| shown.slot == entry.slot && shown.active_hour >= entry.active_hour)
        };
        prop_assert!(later.iter().all(becomes_effective));
    }
}
