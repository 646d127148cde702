//! `PUT /forecast/update`, `GET /forecast/view/{date}` and `GET /forecast/history`.

use crate::helpers::{csv, unique_day, upload, view_forecast};
use integration::{Stack, field_errors, stack_test};
use serde_json::{Value, json};

#[stack_test]
async fn an_edit_is_stored_and_listed_in_the_history(stack: Stack) {
    let planner = stack.person("admin").await;
    let day = unique_day();
    upload(&stack, &planner, &csv(&[("Salad & Co", day, 40), ("Soup", day, 7)])).await;
    let edit = |quantity: u32| json!({ "item": "Salad & Co", "quantity": quantity, "date": day });
    let row = planner.put("/forecast/update", edit(55)).await.expect(200);
    assert_eq!(row["Item"], "Salad & Co");
    assert_eq!(row["Quantity"], 55);
    assert_eq!(&row["Date"], &json!(day));
    // A repeated edit changes nothing.
    planner.put("/forecast/update", edit(55)).await.expect(200);
    assert_eq!(view_forecast(&planner, day).await, [("Salad & Co".into(), 55), ("Soup".into(), 7)]);

    let history = planner.get(&format!("/forecast/history?date={day}&item=Salad%20%26%20Co")).await.expect(200);
    let changes: Vec<Value> = history["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| json!([event["event"], event["from"], event["to"], event["file"]]))
        .collect();
    assert_eq!(changes, [json!(["UPDATED", 40, 55, null]), json!(["UPLOADED", null, 40, "week 47.csv"])]);
    assert_eq!(history["items"][0]["user"], stack.user("admin").email);
}

#[stack_test]
async fn rejects_an_edit_of_an_outdated_quantity_with_the_stored_one(stack: Stack) {
    let planner = stack.person("admin").await;
    let day = unique_day();
    upload(&stack, &planner, &csv(&[("Salad", day, 40)])).await;
    let edit = |quantity: u32| json!({ "item": "Salad", "quantity": quantity, "date": day, "seen": 40 });
    planner.put("/forecast/update", edit(50)).await.expect(200);
    let rejection = planner.put("/forecast/update", edit(60)).await.expect(409);
    assert_eq!(rejection["current"]["Quantity"], 50);
    assert_eq!(view_forecast(&planner, day).await, [("Salad".into(), 50)]);
}

#[stack_test]
async fn concurrent_edits_of_different_items_are_all_stored(stack: Stack) {
    let planner = stack.person("admin").await;
    let day = unique_day();
    upload(&stack, &planner, &csv(&[("A", day, 1), ("B", day, 1), ("C", day, 1)])).await;
    let edit = |item: &str| planner.put("/forecast/update", json!({ "item": item, "quantity": 2, "date": day }));
    let responses = tokio::join!(edit("A"), edit("B"), edit("C"));
    for response in [responses.0, responses.1, responses.2] {
        response.expect(200);
    }
    assert!(view_forecast(&planner, day).await.iter().all(|(_, quantity)| *quantity == 2));
}

#[stack_test]
async fn rejects_invalid_edits_and_callers_without_permission(stack: Stack) {
    let planner = stack.person("admin").await;
    let day = unique_day();
    upload(&stack, &planner, &csv(&[("Salad", day, 40)])).await;
    let invalid = json!({ "item": "", "quantity": -1, "date": "2026/11/23" });
    let rejection = planner.put("/forecast/update", invalid).await.expect(400);
    let fields: Vec<String> = field_errors(&rejection).into_iter().map(|(field, _)| field).collect();
    assert_eq!(fields, ["item", "quantity", "date"]);
    planner.put("/forecast/update", json!({ "item": "Soup", "quantity": 1, "date": day })).await.expect(404);
    let reader = stack.person("read-only").await;
    reader.put("/forecast/update", json!({ "item": "Salad", "quantity": 1, "date": day })).await.expect(403);
    assert_eq!(view_forecast(&reader, day).await, [("Salad".into(), 40)]);
    assert_eq!(reader.get("/forecast/view/yesterday").await.expect(400)["errors"][0]["field"], "date");
}
