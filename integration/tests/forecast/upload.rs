//! `GET /forecast/upload/url`, and the ingestion of the uploaded file.

use crate::helpers::{create_upload, csv, unique_day, upload, view_forecast, wait_for_result};
use chrono::Days;
use integration::{Stack, stack_test};
use serde_json::{Value, json};

#[stack_test]
async fn ingests_an_uploaded_file_and_stores_the_result(stack: Stack) {
    let planner = stack.person("admin").await;
    let (day, next) = (unique_day(), unique_day() + Days::new(1));
    let result = upload(&stack, &planner, &csv(&[("Salad", day, 40), ("Soup", day, 0), ("Salad", next, 30)])).await;
    assert_eq!(result["state"], "FINISHED");
    assert_eq!(result["written"], 3);
    assert_eq!(result["unchanged"], 0);
    assert_eq!(result["failed"], 0);
    assert_eq!(result["kind"], "forecast");
    assert_eq!(result["fileName"], "week 47.csv");
    assert_eq!(view_forecast(&planner, day).await, [("Salad".into(), 40), ("Soup".into(), 0)]);
    assert_eq!(view_forecast(&planner, next).await, [("Salad".into(), 30)]);
    let days = planner.get(&format!("/forecast/days?dates={day},{next}")).await.expect(200);
    assert_eq!(days["items"].as_array().unwrap().len(), 3);
}

#[stack_test]
async fn a_file_changes_only_its_items_and_a_repeated_file_changes_nothing(stack: Stack) {
    let planner = stack.person("admin").await;
    let day = unique_day();
    upload(&stack, &planner, &csv(&[("Salad", day, 40), ("Soup", day, 7)])).await;
    let second = csv(&[("Salad", day, 41), ("Wrap", day, 1)]);
    let result = upload(&stack, &planner, &second).await;
    assert_eq!(result["written"], 2);
    assert_eq!(result["unchanged"], 0);
    assert_eq!(view_forecast(&planner, day).await, [("Salad".into(), 41), ("Soup".into(), 7), ("Wrap".into(), 1)]);
    let result = upload(&stack, &planner, &second).await;
    assert_eq!(result["state"], "FINISHED");
    assert_eq!(result["written"], 0);
    assert_eq!(result["unchanged"], 2);
}

#[stack_test]
async fn rejects_a_file_with_errors_completely_and_lists_them_by_line(stack: Stack) {
    let planner = stack.person("admin").await;
    let day = unique_day();
    let text = format!("{}Soup,{day},1.5,{day}\n", csv(&[("Salad", day, 40)]));
    let result = upload(&stack, &planner, &text).await;
    assert_eq!(result["state"], "REFUSED");
    assert_eq!(result["written"], 0);
    assert_eq!(result["failed"], 1);
    let errors: Vec<Value> =
        result["errors"].as_array().unwrap().iter().map(|error| json!([error["line"], error["message"]])).collect();
    let expected = [
        json!([3, "AllocationDate must be in strict YYYY/MM/DD format"]),
        json!([3, "Quantity cannot be a decimal number"]),
        json!([3, "ProductionDate must be in strict YYYY/MM/DD format"]),
    ];
    assert_eq!(errors, expected);
    assert_eq!(view_forecast(&planner, day).await, []);
    let result = upload(&stack, &planner, "id,route,stop\nA,amber,1\n").await;
    let message = result["errors"][0]["message"].as_str().unwrap();
    assert!(message.starts_with("This is not a forecast file"), "{message}");
}

#[stack_test]
async fn a_file_that_is_put_or_reported_twice_is_written_once(stack: Stack) {
    let planner = stack.person("admin").await;
    let day = unique_day();
    let (id, url) = create_upload(&planner).await;
    stack.put_file(&url, "text/csv", &csv(&[("Salad", day, 40)])).await;
    let first = wait_for_result(&planner, &id).await;
    // Other content at the same URL, then another file, which the queue delivers later.
    stack.put_file(&url, "text/csv", &csv(&[("Salad", day, 99)])).await;
    let key = first["key"].as_str().unwrap();
    let message = json!({ "Records": [{ "s3": { "object": { "key": key } } }] }).to_string();
    stack.aws().send("forecastUploads", &[message], 0).await;
    upload(&stack, &planner, &csv(&[("Salad", day + Days::new(1), 1)])).await;
    assert_eq!(view_forecast(&planner, day).await, [("Salad".into(), 40)]);
    assert_eq!(wait_for_result(&planner, &id).await, first);
}

#[stack_test]
async fn concurrent_files_of_the_same_day_are_all_written(stack: Stack) {
    let planner = stack.person("admin").await;
    let day = unique_day();
    let files = ["Salad", "Soup", "Wrap"].map(|item| csv(&[(item, day, 5)]));
    let [one, two, three] = &files;
    let result =
        tokio::join!(upload(&stack, &planner, one), upload(&stack, &planner, two), upload(&stack, &planner, three),);
    for result in [result.0, result.1, result.2] {
        assert_eq!(result["state"], "FINISHED");
    }
    assert_eq!(view_forecast(&planner, day).await.len(), 3);
}

#[stack_test]
async fn concurrent_uploads_of_the_same_items_are_serialized(stack: Stack) {
    let (one, other) = (stack.person("admin").await, stack.person("logistics").await);
    let day = unique_day();
    for round in 1..=3 {
        let ours = csv(&[("Salad", day, 10 + round), ("Soup", day, 10 + round)]);
        let theirs = csv(&[("Salad", day, 20 + round), ("Soup", day, 20 + round)]);
        let (first, second) = tokio::join!(upload(&stack, &one, &ours), upload(&stack, &other, &theirs));
        assert_eq!([&first["state"], &second["state"]], ["FINISHED", "FINISHED"]);
        assert_eq!([&first["written"], &second["written"]], [2, 2]);
        // The stored rows are from one file, never a mixture.
        let stored = view_forecast(&one, day).await;
        assert!(stored.len() == 2 && stored[0].1 == stored[1].1, "{stored:?}");
    }
    let history = one.get(&format!("/forecast/history?date={day}&item=Salad")).await.expect(200);
    let changes = history["items"].as_array().unwrap();
    assert_eq!(changes.len(), 6);
    assert!(changes.windows(2).all(|pair| pair[0]["from"] == pair[1]["to"]), "{changes:?}");
    assert_eq!(changes[5]["from"], Value::Null);
    assert_eq!(&changes[0]["to"], &json!(view_forecast(&one, day).await[0].1));
}

#[stack_test]
async fn rejects_callers_without_permission_and_outcomes_from_clients(stack: Stack) {
    let reader = stack.person("read-only").await;
    reader.get("/forecast/upload/url").await.expect(403);
    let planner = stack.person("admin").await;
    let (id, _) = create_upload(&planner).await;
    let outcome =
        json!({ "folder": "forecast-uploads", "kind": "forecast", "written": 9, "unchanged": 0, "failed": 0 });
    let rejection = planner.post(&format!("/uploads/{id}/outcome"), outcome).await.expect(400);
    assert_eq!(rejection["errors"][0]["field"], "folder");
    reader.get(&format!("/uploads/{id}?folder=forecast-uploads")).await.expect(403);
}
