//! `POST /uploads/{uploadId}/outcome` and `GET /uploads`.

use integration::{Person, Stack, stack_test};
use serde_json::{Value, json};

/// Creates an upload and returns its id.
async fn create_upload(person: &Person<'_>, name: &str) -> String {
    let file = json!({ "folder": "routes-upload", "fileName": name, "contentType": "text/csv" });
    person.post("/uploads", file).await.expect(201)["uploadId"].as_str().unwrap().to_owned()
}

async fn record_outcome(person: &Person<'_>, upload: &str, written: u32, failed: u32, status: u16) -> Value {
    let outcome =
        json!({ "folder": "routes-upload", "kind": "drivers", "written": written, "unchanged": 3, "failed": failed });
    person.post(&format!("/uploads/{upload}/outcome"), outcome).await.expect(status)
}

/// Lists uploads page by page, newest first, until `upload` is found.
async fn listed_until(person: &Person<'_>, upload: &str) -> Vec<Value> {
    let (mut items, mut next) = (Vec::new(), String::new());
    loop {
        let mut page = person.get(&format!("/uploads?folder=routes-upload{next}")).await.expect(200);
        items.append(page["items"].as_array_mut().unwrap());
        if items.iter().any(|item| item["uploadId"] == upload) {
            return items;
        }
        next = format!("&nextToken={}", page["nextToken"].as_str().expect("the upload is not listed"));
    }
}

#[stack_test]
async fn a_later_outcome_replaces_an_earlier_one(stack: Stack) {
    let person = stack.person("logistics").await;
    let upload = create_upload(&person, "drivers.csv").await;
    let listed = listed_until(&person, &upload).await;
    let started = listed.iter().find(|item| item["uploadId"] == *upload).unwrap();
    assert_eq!(started["state"], "STARTED");
    assert_eq!(started["written"], Value::Null);
    assert_eq!(started["fileName"], "drivers.csv");
    assert_eq!(started["user"], "logistics@larder.example");

    let partial = record_outcome(&person, &upload, 10, 2, 200).await;
    assert_eq!(partial["state"], "PARTIAL");
    assert_eq!(partial["failed"], 2);
    let finished = record_outcome(&person, &upload, 12, 0, 200).await;
    assert_eq!(finished["state"], "FINISHED");
    assert_eq!(finished["written"], 12);
    assert_eq!(finished["kind"], "drivers");
    let listed = listed_until(&person, &upload).await;
    assert_eq!(listed.iter().find(|item| item["uploadId"] == *upload), Some(&finished));
}

#[stack_test]
async fn rejects_outcomes_of_other_users_and_of_unknown_uploads(stack: Stack) {
    let (person, admin) = (stack.person("logistics").await, stack.person("admin").await);
    let upload = create_upload(&person, "routes.csv").await;
    record_outcome(&admin, &upload, 1, 0, 403).await;
    record_outcome(&person, "0199a4f0-0000-7000-8000-000000000002", 1, 0, 404).await;
    record_outcome(&person, "no-uuid", 1, 0, 400).await;
    record_outcome(&person, &upload, 1, 0, 200).await;
}

#[stack_test]
async fn lists_all_uploads_newest_first_and_rejects_forged_tokens(stack: Stack) {
    let person = stack.person("logistics").await;
    let oldest = create_upload(&person, "oldest.csv").await;
    for number in 0..60 {
        create_upload(&person, &format!("{number}.csv")).await;
    }
    let listed = listed_until(&person, &oldest).await;
    assert!(listed.len() > 60);
    let ids: Vec<&str> = listed.iter().map(|item| item["uploadId"].as_str().unwrap()).collect();
    assert!(ids.is_sorted_by(|newer, older| newer > older));
    let rejection = person.get("/uploads?folder=routes-upload&nextToken=invalid").await.expect(400);
    assert_eq!(rejection["errors"][0]["field"], "nextToken");
}

#[stack_test]
async fn records_outcomes_only_with_a_kind_of_the_folder(stack: Stack) {
    let person = stack.person("admin").await;
    let cases: Value = serde_json::from_str(include_str!("../../../functions/uploads/cases/uploads.json")).unwrap();
    for case in cases["kinds"].as_array().unwrap() {
        let (folder, kind) = (&case["folder"], &case["kind"]);
        let file = json!({ "folder": folder, "fileName": "a.csv", "contentType": "text/csv" });
        let upload = person.post("/uploads", file).await.expect(201)["uploadId"].as_str().unwrap().to_owned();
        let outcome = |kind: &Value, written: u32| json!({ "folder": folder, "kind": kind, "written": written, "unchanged": 1, "failed": 2 });
        let path = format!("/uploads/{upload}/outcome");
        // The server reads forecast files and records their result itself.
        if kind == "forecast" {
            person.post(&path, outcome(kind, 1)).await.expect(400);
            continue;
        }
        let failed = person.post(&path, outcome(kind, 0)).await.expect(200);
        assert_eq!(&failed["kind"], kind);
        assert_eq!(failed["state"], "FAILED");
        let partial = person.post(&path, outcome(kind, 1)).await.expect(200);
        assert_eq!(partial["state"], "PARTIAL");
        person.post(&path, outcome(&json!("forecast"), 1)).await.expect(400);
        person.post(&path, outcome(&json!("menus"), 1)).await.expect(400);
    }
}
