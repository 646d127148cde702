//! `schedulePlanogramUpdate` with requestType CREATE.

use crate::helpers::{SCHEDULE, create_layout, creation_row, events, items, pairs, planogram, schedule, unique_layout};
use integration::{NewLocation, Stack, field_errors, stack_test};
use serde_json::{Value, json};

#[stack_test]
async fn a_new_layout_is_effective_now_and_selectable_by_locations(stack: Stack) {
    let admin = stack.person("admin").await;
    let layout = create_layout(&admin, &[("0:1", "SALAD"), ("0:0", "SOUP")]).await;
    let shown = planogram(&admin, &layout, None).await;
    assert_eq!(items(&shown["effective"]), pairs(&[("0:0", "SOUP"), ("0:1", "SALAD")]));
    assert_eq!(items(&shown["scheduled"]), []);
    let first = &shown["effective"][0];
    assert_eq!(first["physicalFridgeConfig"], "6x8");
    assert_eq!(first["scheduledBy"], "admin@larder.example");
    let names = admin.call("{ getPlanogramNames }", json!({})).await;
    assert!(names.as_array().unwrap().contains(&json!(layout)));
    assert_eq!(events(&admin, &layout).await, [("CREATED".to_owned(), 2)]);
    let id = NewLocation::default().create(&admin).await;
    let edited = admin.edit(&id, json!({ "layoutName": layout })).await;
    assert_eq!(edited["layoutName"], layout);
}

#[stack_test]
async fn ignores_a_repeated_creation_and_rejects_a_different_one(stack: Stack) {
    let (admin, other) = (stack.person("admin").await, stack.person("operations").await);
    let layout = create_layout(&admin, &[("0:0", "SOUP"), ("0:1", "SALAD")]).await;
    let repeated = [creation_row(&layout, "0:1", "SALAD"), creation_row(&layout, "0:0", "SOUP")];
    assert_eq!(schedule(&other, &repeated).await, (2, vec![]));
    let errors = |slots: &[&str]| -> Vec<String> {
        let error = |slot| format!("{layout} {slot}: Planogram {layout} already exists. Update it instead.");
        slots.iter().map(error).collect()
    };
    let changed = [creation_row(&layout, "0:0", "SOUP"), creation_row(&layout, "0:1", "WRAP")];
    assert_eq!(schedule(&other, &changed).await, (0, errors(&["0:0", "0:1"])));
    assert_eq!(schedule(&other, &repeated[..1]).await, (0, errors(&["0:1"])));
    let shown = planogram(&admin, &layout, None).await;
    assert_eq!(items(&shown["effective"]), pairs(&[("0:0", "SOUP"), ("0:1", "SALAD")]));
    assert_eq!(events(&admin, &layout).await.len(), 1);
}

#[stack_test]
async fn concurrent_creations_of_a_layout_have_one_winner(stack: Stack) {
    let (admin, other) = (stack.person("admin").await, stack.person("operations").await);
    let layout = unique_layout();
    let (ours, theirs) = ([creation_row(&layout, "0:0", "SOUP")], [creation_row(&layout, "0:0", "TEA")]);
    let (first, second) = tokio::join!(schedule(&admin, &ours), schedule(&other, &theirs));
    assert_eq!(first.0 + second.0, 1, "{first:?} {second:?}");
    let shown = planogram(&admin, &layout, None).await;
    let winner = if first.0 == 1 { "SOUP" } else { "TEA" };
    assert_eq!(items(&shown["effective"]), pairs(&[("0:0", winner)]));
    assert_eq!(events(&admin, &layout).await.len(), 1);
}

#[stack_test]
async fn creates_a_layout_of_500_slots_in_one_call(stack: Stack) {
    let admin = stack.person("admin").await;
    let layout = unique_layout();
    let rows: Vec<Value> =
        (0..500).map(|index| creation_row(&layout, &format!("{}:{}", index / 25, index % 25), "X")).collect();
    assert_eq!(schedule(&admin, &rows).await, (500, vec![]));
    assert_eq!(planogram(&admin, &layout, None).await["effective"].as_array().unwrap().len(), 500);
}

#[stack_test]
async fn rejects_a_layout_whose_names_are_too_long_in_total(stack: Stack) {
    let admin = stack.person("admin").await;
    let (layout, name) = (unique_layout(), "🥗".repeat(100));
    let long_row = |index: u32| {
        let mut row = creation_row(&layout, &format!("{}:{}", index / 25, index % 25), &name);
        row["physicalFridgeConfig"] = json!(name);
        row
    };
    let rows: Vec<Value> = (0..500).map(long_row).collect();
    let (written, errors) = schedule(&admin, &rows).await;
    let message = "The names in this planogram's slots are too long in total. Shorten them and try again.";
    assert_eq!(written, 0);
    assert_eq!(errors.len(), 500);
    assert_eq!(errors[26], format!("{layout} 1:1: {message}"));
    assert_eq!(planogram(&admin, &layout, None).await, Value::Null);
}

#[stack_test]
async fn rejects_an_invalid_creation_with_all_errors(stack: Stack) {
    let admin = stack.person("admin").await;
    let layout = unique_layout();
    let mut third = creation_row(&layout, "A1", " ");
    third["physicalFridgeConfig"] = Value::Null;
    let input = [
        creation_row(&layout, "0:0", "SOUP"),
        creation_row(&layout, "0:0", "TEA"),
        third,
        creation_row(&layout, "A1", " "),
    ];
    let rejection = admin.call_rejected(SCHEDULE, json!({ "input": input })).await;
    let error = |field: &str, message: &str| (format!("input.{field}"), message.to_owned());
    let expected = [
        error("1", "Duplicated records: Lines 2 and 3"),
        error("2", "At least one input missing..."),
        error("3.slot", "Slot is not in format <integer>:<integer>."),
        error("3.vendItemName", "Value cannot be empty."),
    ];
    assert_eq!(rejection.kind.as_str(), "Invalid");
    assert_eq!(field_errors(&rejection.info), expected.to_vec());
    assert_eq!(planogram(&admin, &layout, None).await, Value::Null);
}
