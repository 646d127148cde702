//! `PUT /forecast/update`, `GET /forecast/view/{date}` and `GET /forecast/history`.

use crate::file::{day_of_own, file, upload, viewed};
use serde_json::{Value, json};
use testkit::{Stack, wrong_fields};

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn an_item_is_edited_and_its_history_tells_who_changed_what() {
    let stack = Stack::load().await;
    let planner = stack.person("admin").await;
    let day = day_of_own();
    upload(&stack, &planner, &file(&[("Salad & Co", day, 40), ("Soup", day, 7)])).await;
    let edit = |quantity: u32| json!({ "item": "Salad & Co", "quantity": quantity, "date": day });
    let row = planner.put("/forecast/update", edit(55)).await.expect(200);
    assert_eq!((&row["Item"], &row["Quantity"], &row["Date"]), (&json!("Salad & Co"), &json!(55), &json!(day)));
    // The same again changes nothing.
    planner.put("/forecast/update", edit(55)).await.expect(200);
    assert_eq!(viewed(&planner, day).await, [("Salad & Co".into(), 55), ("Soup".into(), 7)]);

    let history = planner.get(&format!("/forecast/history?date={day}&item=Salad%20%26%20Co")).await.expect(200);
    let told: Vec<Value> = history["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| json!([event["event"], event["from"], event["to"], event["file"]]))
        .collect();
    assert_eq!(told, [json!(["UPDATED", 40, 55, null]), json!(["UPLOADED", null, 40, "week 47.csv"])]);
    assert_eq!(history["items"][0]["user"], stack.user("admin").email);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn of_two_people_who_saw_the_same_number_the_second_learns_what_the_first_saved() {
    let stack = Stack::load().await;
    let planner = stack.person("admin").await;
    let day = day_of_own();
    upload(&stack, &planner, &file(&[("Salad", day, 40)])).await;
    let edit = |quantity: u32| json!({ "item": "Salad", "quantity": quantity, "date": day, "seen": 40 });
    planner.put("/forecast/update", edit(50)).await.expect(200);
    let refused = planner.put("/forecast/update", edit(60)).await.expect(409);
    assert_eq!(refused["current"]["Quantity"], 50);
    assert_eq!(viewed(&planner, day).await, [("Salad".into(), 50)]);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn edits_of_several_items_of_a_day_at_once_are_all_kept() {
    let stack = Stack::load().await;
    let planner = stack.person("admin").await;
    let day = day_of_own();
    upload(&stack, &planner, &file(&[("A", day, 1), ("B", day, 1), ("C", day, 1)])).await;
    let edit = |item: &str| planner.put("/forecast/update", json!({ "item": item, "quantity": 2, "date": day }));
    let answers = tokio::join!(edit("A"), edit("B"), edit("C"));
    for answer in [answers.0, answers.1, answers.2] {
        answer.expect(200);
    }
    assert!(viewed(&planner, day).await.iter().all(|(_, quantity)| *quantity == 2));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn what_is_wrong_with_an_edit_is_told_and_who_may_not_edits_nothing() {
    let stack = Stack::load().await;
    let planner = stack.person("admin").await;
    let day = day_of_own();
    upload(&stack, &planner, &file(&[("Salad", day, 40)])).await;
    let wrong = json!({ "item": "", "quantity": -1, "date": "2026/11/23" });
    let refused = planner.put("/forecast/update", wrong).await.expect(400);
    let fields: Vec<String> = wrong_fields(&refused).into_iter().map(|(field, _)| field).collect();
    assert_eq!(fields, ["item", "quantity", "date"]);
    planner.put("/forecast/update", json!({ "item": "Soup", "quantity": 1, "date": day })).await.expect(404);
    let reader = stack.person("read-only").await;
    reader.put("/forecast/update", json!({ "item": "Salad", "quantity": 1, "date": day })).await.expect(403);
    assert_eq!(viewed(&reader, day).await, [("Salad".into(), 40)]);
    assert_eq!(reader.get("/forecast/view/yesterday").await.expect(400)["errors"][0]["field"], "date");
}
