//! `GET /forecast/upload/url`, and the file that is put where it says.

use crate::file::{address, day_of_own, ended, file, upload, viewed};
use chrono::Days;
use serde_json::{Value, json};
use testkit::Stack;

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_file_that_was_put_is_read_and_its_outcome_kept() {
    let stack = Stack::load().await;
    let planner = stack.person("admin").await;
    let (day, next) = (day_of_own(), day_of_own() + Days::new(1));
    let told = upload(&stack, &planner, &file(&[("Salad", day, 40), ("Soup", day, 0), ("Salad", next, 30)])).await;
    let counts = ["state", "written", "unchanged", "failed", "kind"].map(|name| told[name].clone());
    assert_eq!(counts, [json!("FINISHED"), json!(3), json!(0), json!(0), json!("forecast")]);
    assert_eq!(told["fileName"], "week 47.csv");
    assert_eq!(viewed(&planner, day).await, [("Salad".into(), 40), ("Soup".into(), 0)]);
    assert_eq!(viewed(&planner, next).await, [("Salad".into(), 30)]);
    let days = planner.get(&format!("/forecast/days?dates={day},{next}")).await.expect(200);
    assert_eq!(days["items"].as_array().unwrap().len(), 3);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_file_changes_what_it_names_and_the_same_one_again_changes_nothing() {
    let stack = Stack::load().await;
    let planner = stack.person("admin").await;
    let day = day_of_own();
    upload(&stack, &planner, &file(&[("Salad", day, 40), ("Soup", day, 7)])).await;
    let second = file(&[("Salad", day, 41), ("Wrap", day, 1)]);
    let told = upload(&stack, &planner, &second).await;
    assert_eq!((&told["written"], &told["unchanged"]), (&json!(2), &json!(0)));
    assert_eq!(viewed(&planner, day).await, [("Salad".into(), 41), ("Soup".into(), 7), ("Wrap".into(), 1)]);
    let told = upload(&stack, &planner, &second).await;
    assert_eq!((&told["state"], &told["written"], &told["unchanged"]), (&json!("FINISHED"), &json!(0), &json!(2)));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_file_with_an_error_is_refused_whole_with_line_and_reason() {
    let stack = Stack::load().await;
    let planner = stack.person("admin").await;
    let day = day_of_own();
    let text = format!("{}Soup,{day},1.5,{day}\n", file(&[("Salad", day, 40)]));
    let told = upload(&stack, &planner, &text).await;
    assert_eq!((&told["state"], &told["written"], &told["failed"]), (&json!("REFUSED"), &json!(0), &json!(1)));
    let errors: Vec<Value> =
        told["errors"].as_array().unwrap().iter().map(|error| json!([error["line"], error["message"]])).collect();
    let expected = [
        json!([3, "AllocationDate must be in strict YYYY/MM/DD format"]),
        json!([3, "Quantity cannot be a decimal number"]),
        json!([3, "ProductionDate must be in strict YYYY/MM/DD format"]),
    ];
    assert_eq!(errors, expected);
    assert_eq!(viewed(&planner, day).await, []);
    let told = upload(&stack, &planner, "id,route,stop\nA,amber,1\n").await;
    let message = told["errors"][0]["message"].as_str().unwrap();
    assert!(message.starts_with("This is not a forecast file"), "{message}");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_file_that_is_put_twice_or_told_of_twice_is_written_once() {
    let stack = Stack::load().await;
    let planner = stack.person("admin").await;
    let day = day_of_own();
    let (id, url) = address(&planner).await;
    stack.put_file(&url, "text/csv", &file(&[("Salad", day, 40)])).await;
    let first = ended(&planner, &id).await;
    // Another content at the same address, then a file of its own, which the queue hands over afterwards.
    stack.put_file(&url, "text/csv", &file(&[("Salad", day, 99)])).await;
    let key = first["key"].as_str().unwrap();
    let message = json!({ "Records": [{ "s3": { "object": { "key": key } } }] }).to_string();
    stack.aws().send("forecastUploads", &[message], 0).await;
    upload(&stack, &planner, &file(&[("Salad", day + Days::new(1), 1)])).await;
    assert_eq!(viewed(&planner, day).await, [("Salad".into(), 40)]);
    assert_eq!(ended(&planner, &id).await, first);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn files_of_the_same_day_at_once_are_all_written() {
    let stack = Stack::load().await;
    let planner = stack.person("admin").await;
    let day = day_of_own();
    let files = ["Salad", "Soup", "Wrap"].map(|item| file(&[(item, day, 5)]));
    let [one, two, three] = &files;
    let told =
        tokio::join!(upload(&stack, &planner, one), upload(&stack, &planner, two), upload(&stack, &planner, three),);
    for told in [told.0, told.1, told.2] {
        assert_eq!(told["state"], "FINISHED");
    }
    assert_eq!(viewed(&planner, day).await.len(), 3);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn two_who_upload_the_same_item_at_once_are_one_after_the_other() {
    let stack = Stack::load().await;
    let (one, other) = (stack.person("admin").await, stack.person("logistics").await);
    let day = day_of_own();
    for round in 1..=3 {
        let ours = file(&[("Salad", day, 10 + round), ("Soup", day, 10 + round)]);
        let theirs = file(&[("Salad", day, 20 + round), ("Soup", day, 20 + round)]);
        let (first, second) = tokio::join!(upload(&stack, &one, &ours), upload(&stack, &other, &theirs));
        assert_eq!([&first["state"], &second["state"]], ["FINISHED", "FINISHED"]);
        assert_eq!([&first["written"], &second["written"]], [2, 2]);
        // All of one of them, never a mixture.
        let stored = viewed(&one, day).await;
        assert!(stored.len() == 2 && stored[0].1 == stored[1].1, "{stored:?}");
    }
    let history = one.get(&format!("/forecast/history?date={day}&item=Salad")).await.expect(200);
    let changes = history["items"].as_array().unwrap();
    assert_eq!(changes.len(), 6);
    assert!(changes.windows(2).all(|pair| pair[0]["from"] == pair[1]["to"]), "{changes:?}");
    assert_eq!((&changes[5]["from"], &changes[0]["to"]), (&Value::Null, &json!(viewed(&one, day).await[0].1)));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn who_lacks_the_permission_gets_no_address_and_the_outcome_is_nobodys_to_tell() {
    let stack = Stack::load().await;
    let reader = stack.person("read-only").await;
    reader.get("/forecast/upload/url").await.expect(403);
    let planner = stack.person("admin").await;
    let (id, _) = address(&planner).await;
    let outcome =
        json!({ "folder": "forecast-uploads", "kind": "forecast", "written": 9, "unchanged": 0, "failed": 0 });
    let refused = planner.post(&format!("/uploads/{id}/outcome"), outcome).await.expect(400);
    assert_eq!(refused["errors"][0]["field"], "folder");
    reader.get(&format!("/uploads/{id}?folder=forecast-uploads")).await.expect(403);
}
