//! Tests of when and how scheduled changes are applied.

use chrono::Duration;
use integration::{NewLocation, Person, Stack, in_seconds, stack_test, wait_until};
use serde_json::{Value, json};
use shared::Instant;
use tokio::sync::OnceCell;

fn instant(value: &Value) -> Instant {
    value.as_str().unwrap_or_default().parse().unwrap()
}

/// Waits until the attribute has the value and returns the location.
async fn wait_for_value(person: &Person<'_>, id: &str, attribute: &str, value: Value) -> Value {
    wait_until(attribute, async || Some(person.location(id).await).filter(|found| found[attribute] == value)).await
}

/// Waits until all changes of the location are applied.
async fn wait_until_applied(person: &Person<'_>, id: &str) {
    wait_until("all changes are applied", async || person.scheduled(id).await.is_empty().then_some(())).await;
}

/// Applies a first change, once per run. The first calls of a new stack start the functions, which can take seconds on a
/// busy machine. That time does not count for tests of how soon a change is applied.
async fn start_functions(person: &Person<'_>) {
    static STARTED: OnceCell<()> = OnceCell::const_new();
    let apply_one = async || {
        let id = NewLocation::default().create(person).await;
        person.schedule_one(&id, "stop", json!(7), in_seconds(2)).await;
        wait_until_applied(person, &id).await;
    };
    STARTED.get_or_init(apply_one).await;
}

#[stack_test]
async fn complete_now_applies_a_change_within_ten_seconds(stack: Stack) {
    let admin = stack.person("admin").await;
    start_functions(&admin).await;
    let id = NewLocation::default().create(&admin).await;
    let change = admin.schedule_one(&id, "priceMapTemplate", json!("PMT_TESTING"), in_seconds(86_400)).await;
    let requested_at = Instant::now();
    let moved = admin.act_on(&change, "completeScheduleChange").await.unwrap();
    assert_eq!(moved[0]["version"], 2);
    assert_ne!(moved[0]["uuid"], change["uuid"], "the UUID of the original time must be available again");
    let (due, responded_at) = (instant(&moved[0]["actionTime"]), Instant::now());
    // The server adds five seconds to its own time, which is between request and response.
    assert!(
        due.since(requested_at) >= Duration::seconds(5) && due.since(responded_at) <= Duration::seconds(5),
        "{due}"
    );

    let location = wait_for_value(&admin, &id, "priceMapTemplate", json!("PMT_TESTING")).await;
    let late = instant(&location["lastModified"]).since(due);
    assert!((Duration::zero()..Duration::seconds(5)).contains(&late), "{late}");
    assert_eq!(admin.scheduled(&id).await, [Value::Null; 0]);
    let [applied] = &admin.events(&id, "SCHEDULE_APPLIED").await[..] else { panic!("not applied exactly once") };
    let change = json!({ "attribute": "priceMapTemplate", "from": "\"PMT_STANDARD\"", "to": "\"PMT_TESTING\"" });
    assert_eq!(applied["changes"], json!([change]));
}

#[stack_test]
async fn applies_a_change_at_its_time_and_not_earlier(stack: Stack) {
    let admin = stack.person("admin").await;
    start_functions(&admin).await;
    let id = NewLocation::default().create(&admin).await;
    let change = admin.schedule_one(&id, "stop", json!(7), in_seconds(4)).await;
    let location = wait_for_value(&admin, &id, "stop", json!(7)).await;
    let late = instant(&location["lastModified"]).since(instant(&change["actionTime"]));
    assert!((Duration::zero()..Duration::seconds(5)).contains(&late), "{late}");
    assert_eq!(location["version"], 2);
}

#[stack_test]
async fn concurrent_edits_neither_block_a_change_nor_are_overwritten(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    admin.schedule_one(&id, "stop", json!(7), in_seconds(6)).await;
    let mut edits = 0;
    while admin.location(&id).await["stop"] != 7 {
        edits += 1;
        assert!(edits < 1000, "the change is not applied");
        admin.edit(&id, json!({ "percentage": (edits % 100).to_string() })).await;
    }
    let location = admin.location(&id).await;
    assert!(edits > 1);
    assert_eq!(location["version"], edits + 2);
    assert_eq!(location["percentage"], (edits % 100).to_string());
    let [applied] = &admin.events(&id, "SCHEDULE_APPLIED").await[..] else { panic!("not applied exactly once") };
    assert_eq!(applied["changes"], json!([{ "attribute": "stop", "from": "0", "to": "7" }]));
}

#[stack_test]
async fn applies_an_unchanged_value_without_a_new_version(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    admin.schedule_one(&id, "stop", json!(0), in_seconds(2)).await;
    wait_until_applied(&admin, &id).await;
    assert_eq!(admin.location(&id).await["version"], 1);
    let [applied] = &admin.events(&id, "SCHEDULE_APPLIED").await[..] else { panic!("not applied exactly once") };
    assert_eq!(applied["changes"], json!([]));
}

#[stack_test]
async fn applies_20_changes_of_one_location_within_five_seconds(stack: Stack) {
    let admin = stack.person("admin").await;
    start_functions(&admin).await;
    let id = NewLocation::default().create(&admin).await;
    let at = in_seconds(4);
    let values = [
        ("accessTo", json!("Public")),
        ("covid19", json!(1)),
        ("holidayScreenEnabled", json!(1)),
        ("holidayScreenEndDate", json!("2027-01-03")),
        ("holidayScreenFridgeSpecific", json!(1)),
        ("holidayScreenStartDate", json!("2026-12-20")),
        ("ip", json!("10.1.2.3")),
        ("latitude", json!("42.1")),
        ("longitude", json!("-88.1")),
        ("onlineDate", json!("2027-01-01")),
        ("percentage", json!("12.5")),
        ("priceMapTemplate", json!("PMT_TESTING")),
        ("publicStatus", json!("LIVE")),
        ("route", json!("chi-04")),
        ("serialPort", json!("ttyS0")),
        ("status", json!("LIVE")),
        ("stop", json!(7)),
        ("taxRate", json!("3")),
        ("timeZone", json!("DENVER")),
        ("vertical", json!("Retail")),
    ];
    let change = |(attribute, value): &(&str, Value)| json!({ "location": id, "attribute": attribute, "value": value.to_string(), "dateTime": at });
    admin.schedule(values.iter().map(change).collect()).await.unwrap();
    wait_until_applied(&admin, &id).await;
    let location = admin.location(&id).await;
    for (attribute, value) in &values {
        assert_eq!(&location[attribute], value, "{attribute}");
    }
    let applied = admin.events(&id, "SCHEDULE_APPLIED").await;
    assert_eq!(applied.len(), values.len());
    assert_eq!(location["version"], json!(values.len() + 1));
    for entry in applied {
        let late = instant(&entry["at"]).since(at);
        assert!((Duration::seconds(-1)..Duration::seconds(5)).contains(&late), "{late}");
    }
}

#[stack_test]
async fn applies_all_changes_of_the_same_location_and_time(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let at = in_seconds(3);
    let input = |attribute: &str, value: &str| json!({ "location": id, "attribute": attribute, "value": value, "dateTime": at });
    let input = [
        input("stop", "7"),
        input("percentage", "\"12.5\""),
        input("vertical", "\"Retail\""),
        input("workHours", "{\"monday\":[[\"08:00\",\"17:00\"]]}"),
    ];
    admin.schedule(json!(input)).await.unwrap();
    wait_until_applied(&admin, &id).await;
    let location = admin.location(&id).await;
    let values = [&location["stop"], &location["percentage"], &location["vertical"], &location["hours"]];
    assert_eq!(json!(values), json!([7, "12.5", "Retail", "Mon 08:00 to 17:00; "]));
    assert_eq!(location["version"], json!(5));
    assert_eq!(admin.events(&id, "SCHEDULE_APPLIED").await.len(), 4);
}
