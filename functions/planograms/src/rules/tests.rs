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
    errors: Vec<Wrong>,
    values: Vec<Value>,
    /// What the browser has read before the server sees it: times as people write them.
    #[serde(default)]
    browser_only: bool,
}

#[derive(Debug, Deserialize, Eq, PartialEq)]
struct Wrong {
    line: usize,
    field: String,
    message: String,
}

const NOW: &str = "2026-11-21T10:00:00.000Z";

fn now() -> Instant {
    NOW.parse().unwrap()
}

/// What the browser sends of a row: its time as an instant, of an hour that there is twice the first.
fn sent(row: &Value, request_type: &str) -> UpdateInput {
    let mut row = row.clone();
    row["requestType"] = json!(request_type);
    if let Some(text) = row["activeHour"].as_str().filter(|text| !text.trim().is_empty()) {
        let local = NaiveDateTime::parse_from_str(text, "%m/%d/%Y %H:%M:%S").unwrap();
        row["activeHour"] = json!(CENTRAL.from_local_datetime(&local).earliest().unwrap().to_rfc3339());
    }
    serde_json::from_value(row).unwrap()
}

#[test]
fn spec_5_planogram_csv() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("../../cases/updates.json")).unwrap();
    for case in cases.into_iter().filter(|case| !case.browser_only) {
        let input: Vec<UpdateInput> = case.rows.iter().map(|row| sent(row, &case.request_type)).collect();
        let (found, errors) = match rows(&input, now()) {
            Ok(found) => (found, Vec::new()),
            Err(errors) => (Vec::new(), errors.iter().map(wrong).collect()),
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

/// An error of an input as one of the file's line.
fn wrong(error: &FieldError) -> Wrong {
    let mut parts = error.field.splitn(3, '.').skip(1);
    let line = parts.next().unwrap().parse::<usize>().unwrap() + 2;
    Wrong { line, field: parts.next().unwrap_or_default().into(), message: error.message.clone() }
}

fn input(request_type: &str, layout: &str, slot: usize) -> UpdateInput {
    let row = json!({
        "layoutName": layout, "slot": format!("0:{slot}"), "vendItemName": "SOUP", "requestType": request_type,
        "activeHour": NOW, "physicalFridgeConfig": "6x8",
    });
    serde_json::from_value(row).unwrap()
}

#[test]
fn spec_9_an_update_has_at_most_100_rows_and_a_creation_is_of_one_layout() {
    let rows = |kind: &str, many: usize| (0..many).map(|slot| input(kind, "L", slot)).collect::<Vec<_>>();
    let refused = |rows: &[UpdateInput]| check(rows, now()).unwrap_err()[0].message.clone();
    assert!(matches!(check(&rows("UPDATE", 100), now()), Ok(Request::Update(rows)) if rows.len() == 100));
    assert_eq!(refused(&rows("UPDATE", 101)), "One call updates 1 to 100 rows");
    assert_eq!(refused(&[]), "One call updates 1 to 100 rows");
    assert!(matches!(check(&rows("CREATE", 500), now()), Ok(Request::Create(rows)) if rows.len() == 500));
    assert_eq!(refused(&rows("CREATE", 501)), "One call creates a planogram of 1 to 500 slots");
    assert_eq!(refused(&[input("CREATE", "L", 1), input("CREATE", "M", 1)]), "One call creates one planogram");
    let mixed = [input("CREATE", "L", 1), input("UPDATE", "L", 2)];
    assert_eq!(refused(&mixed), "All rows of one call have the same requestType");
}

#[test]
fn a_time_that_is_no_instant_is_refused() {
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
fn decided_a_fridge_shows_the_newest_entry_not_after_now() {
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
        let told = |entries: Vec<Entry>| -> Vec<Value> {
            let entry = |entry: &Entry| {
                json!({
                    "slot": entry.slot, "vendItemName": entry.placement.vend_item_name,
                    "activeHour": entry.active_hour,
                })
            };
            entries.iter().map(entry).collect()
        };
        assert_eq!(json!(told(effective(&changes, at))), case["effective"], "{}", case["name"]);
        assert_eq!(json!(told(scheduled(&changes, at))), case["scheduled"], "{}", case["name"]);
    }
}

#[test]
fn how_the_fridge_is_built_stays_when_another_item_comes() {
    let slot = Slot { row: 1, column: 1 };
    let later = now().plus(chrono::Duration::hours(1));
    let mut created = change(now(), &[]);
    created.slots.insert(slot, placement("SOUP", Some("6x8")));
    let shown = effective(&[created.clone(), change(later, &[(slot, "SALAD")])], later);
    assert_eq!(shown[0].placement, placement("SALAD", Some("6x8")));
    let merged = merged(Some(&created), &change(now(), &[(slot, "SALAD")])).unwrap();
    assert_eq!(merged.slots[&slot], placement("SALAD", Some("6x8")));
}

#[test]
fn the_same_row_again_is_harmless_and_keeps_who_scheduled_it_first() {
    let slot = Slot { row: 1, column: 1 };
    let stored = change(now(), &[(slot, "SOUP"), (Slot { row: 1, column: 2 }, "TEA")]);
    let mut again = change(now(), &[(slot, "SOUP")]);
    again.slots.values_mut().for_each(|placement| placement.scheduled_by = "bo@larder.example".into());
    assert_eq!(merged(Some(&stored), &again), None);
    assert_eq!(merged(None, &again), Some(again));
}

proptest! {
    /// In whatever order entries come, at any time each slot shows the entry of which no other of the slot lies between
    /// it and that time; what is scheduled is the rest that is to come; and nothing is in both.
    #[test]
    fn at_any_time_a_slot_shows_its_newest_entry_and_no_later_one(
        entries in proptest::collection::btree_map((0_i64..20, 0_u32..6), "[A-Z]{1,3}", 0..60).prop_map(|entries| {
            entries.into_iter().collect::<Vec<_>>()
        }).prop_shuffle(),
        at in 0_i64..20,
    ) {
        let hour = |hours: i64| now().plus(chrono::Duration::hours(hours));
        let slot = |row: u32| Slot { row, column: 0 };
        let changes: Vec<Change> =
            entries.iter().map(|((hours, row), item)| change(hour(*hours), &[(slot(*row), item)])).collect();
        let shown = effective(&changes, hour(at));
        let coming = scheduled(&changes, hour(at));
        for row in 0..6 {
            let newest = entries.iter().filter(|((hours, of), _)| *of == row && *hours <= at).max_by_key(|(key, _)| key);
            let found: Vec<_> = shown.iter().filter(|entry| entry.slot == slot(row)).collect();
            prop_assert_eq!(found.len(), usize::from(newest.is_some()));
            if let (Some(((hours, _), item)), Some(found)) = (newest, found.first()) {
                prop_assert_eq!((&found.active_hour, &found.placement.vend_item_name), (&hour(*hours), item));
            }
        }
        prop_assert_eq!(coming.len(), entries.iter().filter(|((hours, _), _)| *hours > at).count());
        prop_assert!(coming.iter().all(|entry| entry.active_hour > hour(at)));
        // When its hour comes, what was scheduled is what is shown, unless something newer came as well.
        let end = effective(&changes, hour(20));
        let comes = |entry: &Entry| {
            end.iter().any(|shown| shown.slot == entry.slot && shown.active_hour >= entry.active_hour)
        };
        prop_assert!(coming.iter().all(comes));
    }
}
