//! `POST /uploads/{uploadId}/outcome` and `GET /uploads`.

use serde_json::{Value, json};
use testkit::{Person, Stack};

/// Begins an upload of that name; answers its id.
async fn begin(person: &Person<'_>, name: &str) -> String {
    let file = json!({ "folder": "routes-upload", "fileName": name, "contentType": "text/csv" });
    person.post("/uploads", file).await.expect(201)["uploadId"].as_str().unwrap().to_owned()
}

async fn end(person: &Person<'_>, upload: &str, written: u32, failed: u32, status: u16) -> Value {
    let outcome =
        json!({ "folder": "routes-upload", "kind": "drivers", "written": written, "unchanged": 3, "failed": failed });
    person.post(&format!("/uploads/{upload}/outcome"), outcome).await.expect(status)
}

/// A folder's uploads, newest first, page by page until `upload` was there.
async fn listed_until(person: &Person<'_>, upload: &str) -> Vec<Value> {
    let (mut items, mut next) = (Vec::new(), String::new());
    loop {
        let mut page = person.get(&format!("/uploads?folder=routes-upload{next}")).await.expect(200);
        items.append(page["items"].as_array_mut().unwrap());
        if items.iter().any(|item| item["uploadId"] == upload) {
            return items;
        }
        next = format!("&nextToken={}", page["nextToken"].as_str().expect("the upload is nowhere"));
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn an_outcome_may_be_told_again_and_the_last_word_counts() {
    let stack = Stack::load().await;
    let person = stack.person("logistics").await;
    let upload = begin(&person, "drivers.csv").await;
    let listed = listed_until(&person, &upload).await;
    let started = listed.iter().find(|item| item["uploadId"] == *upload).unwrap();
    assert_eq!((&started["state"], &started["written"]), (&json!("STARTED"), &Value::Null));
    assert_eq!((&started["fileName"], &started["user"]), (&json!("drivers.csv"), &json!("logistics@larder.example")));

    let partial = end(&person, &upload, 10, 2, 200).await;
    assert_eq!((&partial["state"], &partial["failed"]), (&json!("PARTIAL"), &json!(2)));
    let finished = end(&person, &upload, 12, 0, 200).await;
    assert_eq!(
        (&finished["state"], &finished["written"], &finished["kind"]),
        (&json!("FINISHED"), &json!(12), &json!("drivers"))
    );
    let listed = listed_until(&person, &upload).await;
    assert_eq!(listed.iter().find(|item| item["uploadId"] == *upload), Some(&finished));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn only_the_uploader_tells_how_it_ended_and_an_upload_must_be_there() {
    let stack = Stack::load().await;
    let (person, admin) = (stack.person("logistics").await, stack.person("admin").await);
    let upload = begin(&person, "routes.csv").await;
    end(&admin, &upload, 1, 0, 403).await;
    end(&person, "0199a4f0-0000-7000-8000-000000000002", 1, 0, 404).await;
    end(&person, "no-uuid", 1, 0, 400).await;
    end(&person, &upload, 1, 0, 200).await;
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn uploads_are_listed_newest_first_to_the_end() {
    let stack = Stack::load().await;
    let person = stack.person("logistics").await;
    let oldest = begin(&person, "oldest.csv").await;
    for number in 0..60 {
        begin(&person, &format!("{number}.csv")).await;
    }
    let listed = listed_until(&person, &oldest).await;
    assert!(listed.len() > 60);
    let ids: Vec<&str> = listed.iter().map(|item| item["uploadId"].as_str().unwrap()).collect();
    assert!(ids.is_sorted_by(|newer, older| newer > older));
    let refused = person.get("/uploads?folder=routes-upload&nextToken=walk").await.expect(400);
    assert_eq!(refused["errors"][0]["field"], "nextToken");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn every_kind_is_recorded_in_its_folder_and_no_other_kind_is() {
    let stack = Stack::load().await;
    let person = stack.person("admin").await;
    let cases: Value = serde_json::from_str(include_str!("../../cases/uploads.json")).unwrap();
    for case in cases["kinds"].as_array().unwrap() {
        let (folder, kind) = (&case["folder"], &case["kind"]);
        let file = json!({ "folder": folder, "fileName": "a.csv", "contentType": "text/csv" });
        let upload = person.post("/uploads", file).await.expect(201)["uploadId"].as_str().unwrap().to_owned();
        let outcome = |kind: &Value, written: u32| json!({ "folder": folder, "kind": kind, "written": written, "unchanged": 1, "failed": 2 });
        let path = format!("/uploads/{upload}/outcome");
        // The server reads such a file, and records the outcome itself.
        if kind == "forecast" {
            person.post(&path, outcome(kind, 1)).await.expect(400);
            continue;
        }
        let failed = person.post(&path, outcome(kind, 0)).await.expect(200);
        assert_eq!((&failed["kind"], &failed["state"]), (kind, &json!("FAILED")));
        let partial = person.post(&path, outcome(kind, 1)).await.expect(200);
        assert_eq!(partial["state"], "PARTIAL");
        person.post(&path, outcome(&json!("forecast"), 1)).await.expect(400);
        person.post(&path, outcome(&json!("menus"), 1)).await.expect(400);
    }
}
