//! `schedulePlanogramUpdate` with requestType CREATE.

use crate::planograms::{SCHEDULE, created, events, items, new_layout, new_row, pairs, planogram, schedule};
use serde_json::{Value, json};
use testkit::{NewLocation, Stack, wrong_fields};

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_layout_that_was_created_shows_its_items_now_and_locations_can_choose_it() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let layout = created(&admin, &[("0:1", "SALAD"), ("0:0", "SOUP")]).await;
    let shown = planogram(&admin, &layout, None).await;
    assert_eq!(items(&shown["effective"]), pairs(&[("0:0", "SOUP"), ("0:1", "SALAD")]));
    assert_eq!(items(&shown["scheduled"]), []);
    let first = &shown["effective"][0];
    assert_eq!(
        (&first["physicalFridgeConfig"], &first["scheduledBy"]),
        (&json!("6x8"), &json!("admin@larder.example"))
    );
    let names = admin.ask("{ getPlanogramNames }", json!({})).await;
    assert!(names.as_array().unwrap().contains(&json!(layout)));
    assert_eq!(events(&admin, &layout).await, [("CREATED".to_owned(), 2)]);
    let id = NewLocation::default().create(&admin).await;
    let edited = admin.edit(&id, json!({ "layoutName": layout })).await;
    assert_eq!(edited["layoutName"], layout);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn the_same_creation_again_changes_nothing_and_another_one_is_an_error_of_each_row() {
    let stack = Stack::load().await;
    let (admin, other) = (stack.person("admin").await, stack.person("operations").await);
    let layout = created(&admin, &[("0:0", "SOUP"), ("0:1", "SALAD")]).await;
    let again = [new_row(&layout, "0:1", "SALAD"), new_row(&layout, "0:0", "SOUP")];
    assert_eq!(schedule(&other, &again).await, (2, vec![]));
    let errors = |slots: &[&str]| -> Vec<String> {
        let error = |slot| format!("{layout} {slot}: There is a planogram {layout} already. Update it instead.");
        slots.iter().map(error).collect()
    };
    let changed = [new_row(&layout, "0:0", "SOUP"), new_row(&layout, "0:1", "WRAP")];
    assert_eq!(schedule(&other, &changed).await, (0, errors(&["0:0", "0:1"])));
    assert_eq!(schedule(&other, &again[..1]).await, (0, errors(&["0:1"])));
    let shown = planogram(&admin, &layout, None).await;
    assert_eq!(items(&shown["effective"]), pairs(&[("0:0", "SOUP"), ("0:1", "SALAD")]));
    assert_eq!(events(&admin, &layout).await.len(), 1);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn of_two_who_create_the_same_layout_at_once_one_does() {
    let stack = Stack::load().await;
    let (admin, other) = (stack.person("admin").await, stack.person("operations").await);
    let layout = new_layout();
    let (ours, theirs) = ([new_row(&layout, "0:0", "SOUP")], [new_row(&layout, "0:0", "TEA")]);
    let (first, second) = tokio::join!(schedule(&admin, &ours), schedule(&other, &theirs));
    assert_eq!(first.0 + second.0, 1, "{first:?} {second:?}");
    let shown = planogram(&admin, &layout, None).await;
    let winner = if first.0 == 1 { "SOUP" } else { "TEA" };
    assert_eq!(items(&shown["effective"]), pairs(&[("0:0", winner)]));
    assert_eq!(events(&admin, &layout).await.len(), 1);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_layout_of_the_most_slots_is_created_in_one_call() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let layout = new_layout();
    let rows: Vec<Value> =
        (0..500).map(|place| new_row(&layout, &format!("{}:{}", place / 25, place % 25), "X")).collect();
    assert_eq!(schedule(&admin, &rows).await, (500, vec![]));
    assert_eq!(planogram(&admin, &layout, None).await["effective"].as_array().unwrap().len(), 500);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_layout_whose_names_cannot_be_stored_together_is_refused_and_says_what_to_do() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let (layout, name) = (new_layout(), "🥗".repeat(100));
    let long_row = |place: u32| {
        let mut row = new_row(&layout, &format!("{}:{}", place / 25, place % 25), &name);
        row["physicalFridgeConfig"] = json!(name);
        row
    };
    let rows: Vec<Value> = (0..500).map(long_row).collect();
    let (written, errors) = schedule(&admin, &rows).await;
    let why = "The names in this planogram's slots are too long together. Please shorten them.";
    assert_eq!((written, errors.len()), (0, 500));
    assert_eq!(errors[26], format!("{layout} 1:1: {why}"));
    assert_eq!(planogram(&admin, &layout, None).await, Value::Null);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn everything_wrong_is_named_and_nothing_is_stored() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let layout = new_layout();
    let mut third = new_row(&layout, "A1", " ");
    third["physicalFridgeConfig"] = Value::Null;
    let input = [new_row(&layout, "0:0", "SOUP"), new_row(&layout, "0:0", "TEA"), third, new_row(&layout, "A1", " ")];
    let refusal = admin.refused(SCHEDULE, json!({ "input": input })).await;
    let wrong = |field: &str, message: &str| (format!("input.{field}"), message.to_owned());
    let expected = [
        wrong("1", "Duplicated records: Lines 2 and 3"),
        wrong("2", "At least one input missing..."),
        wrong("3.slot", "Slot is not in format <integer>:<integer>."),
        wrong("3.vendItemName", "Value cannot be empty."),
    ];
    assert_eq!((refusal.kind.as_str(), wrong_fields(&refusal.info)), ("Invalid", expected.to_vec()));
    assert_eq!(planogram(&admin, &layout, None).await, Value::Null);
}
