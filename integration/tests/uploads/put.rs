//! `POST /uploads`, and putting files to presigned URLs.

use aws_sdk_s3::presigning::PresigningConfig;
use integration::{Member, Stack, field_errors, in_seconds, stack_test, wait_until, with_cleanup};
use serde_json::{Value, json};
use std::time::{Duration, SystemTime};

const FILE: &str = "date,market,id,route,stop,stockingIndex,stopType\n";

fn file(folder: &str) -> Value {
    json!({ "folder": folder, "fileName": "Week 47 (final).csv", "contentType": "text/csv" })
}

#[stack_test]
async fn stores_a_file_under_the_generated_key(stack: Stack) {
    let person = stack.person("logistics").await;
    let created = person.post("/uploads", file("routes-upload")).await.expect(201);
    let (key, upload) = (created["key"].as_str().unwrap(), created["uploadId"].as_str().unwrap());
    assert_eq!(key, format!("routes-upload/{}/{upload}-Week_47__final_.csv", in_seconds(0).central_date()));

    assert_eq!(stack.put_file(created["url"].as_str().unwrap(), "text/csv", FILE).await, 200);
    let stored = stack.aws().s3().get_object().bucket(stack.aws().bucket("uploads")).key(key).send().await.unwrap();
    assert_eq!(stored.content_type.as_deref(), Some("text/csv"));
    assert_eq!(stored.body.collect().await.unwrap().to_vec(), FILE.as_bytes());
}

#[stack_test]
async fn deletes_a_file_without_the_stated_length(stack: Stack) {
    let person = stack.person("logistics").await;
    let (aws, bucket) = (stack.aws(), stack.aws().bucket("uploads"));
    let stated = |length: usize| {
        let mut file = file("routes-upload");
        file["contentLength"] = json!(length);
        file
    };
    let (correct, incorrect) = (stated(FILE.len()), stated(FILE.len() + 1));
    let correct = person.post("/uploads", correct).await.expect(201);
    let incorrect = person.post("/uploads", incorrect).await.expect(201);
    // Written without a presigned URL, which would reject another length.
    for created in [&correct, &incorrect] {
        let key = created["key"].as_str().unwrap();
        aws.s3().put_object().bucket(bucket).key(key).body(FILE.as_bytes().to_vec().into()).send().await.unwrap();
    }
    let exists = async |created: &Value| {
        let key = created["key"].as_str().unwrap();
        aws.s3().head_object().bucket(bucket).key(key).send().await.is_ok()
    };
    wait_until("the deletion", async || (!exists(&incorrect).await).then_some(())).await;
    assert!(exists(&correct).await);
}

/// Returns a presigned URL that is valid for ten minutes and was signed `ago` before now.
async fn signed_ago(stack: &Stack, key: &str, ago: Duration) -> String {
    let validity = PresigningConfig::builder().start_time(SystemTime::now() - ago).expires_in(Duration::from_mins(10));
    let put = stack.aws().s3().put_object().bucket(stack.aws().bucket("uploads")).key(key).content_type("text/csv");
    put.presigned(validity.build().unwrap()).await.unwrap().uri().to_owned()
}

#[stack_test]
async fn a_presigned_url_accepts_one_key_and_one_type_until_it_expires(stack: Stack) {
    let person = stack.person("logistics").await;
    let created = person.post("/uploads", file("routes-upload")).await.expect(201);
    let (url, key) = (created["url"].as_str().unwrap(), created["key"].as_str().unwrap());
    assert_eq!(stack.put_file(url, "text/html", FILE).await, 403);
    let other_key = url.replace(key, &key.replace("Week", "Another"));
    assert_eq!(stack.put_file(&other_key, "text/csv", FILE).await, 403);
    assert!(url.contains("X-Amz-Expires=600"), "{url}");
    // A URL that was signed eleven minutes ago, and the same URL with a forged date.
    let expired = signed_ago(&stack, key, Duration::from_mins(11)).await;
    assert_eq!(stack.put_file(&expired, "text/csv", FILE).await, 403);
    let signed =
        |url: &str| url.split_once("X-Amz-Date=").and_then(|(_, query)| query.split('&').next().map(str::to_owned));
    let forged = expired.replace(&signed(&expired).unwrap(), &signed(url).unwrap());
    assert_eq!(stack.put_file(&forged, "text/csv", FILE).await, 403);
    assert_eq!(stack.put_file(&signed_ago(&stack, key, Duration::from_mins(9)).await, "text/csv", FILE).await, 200);
    assert_eq!(stack.put_file(url, "text/csv", FILE).await, 200);
}

#[stack_test]
async fn rejects_invalid_files_with_all_invalid_fields(stack: Stack) {
    let person = stack.person("logistics").await;
    let request = json!({ "folder": "routes-upload", "fileName": " ", "contentType": "text/html" });
    let rejection = person.post("/uploads", request).await.expect(400);
    let named: Vec<String> = field_errors(&rejection).into_iter().map(|(field, _)| field).collect();
    assert_eq!(named, ["fileName", "contentType"]);
    let unknown_folder = json!({ "folder": "../secrets", "fileName": "a.csv", "contentType": "text/csv" });
    assert_eq!(field_errors(&person.post("/uploads", unknown_folder).await.expect(400))[0].0, "folder");
}

#[stack_test]
async fn each_folder_requires_its_action(stack: Stack) {
    let admin = stack.person("admin").await;
    let folders = [
        ("routes-upload", "UploadRoutes"),
        ("par-allocation-uploads", "UploadPars"),
        ("forecast-uploads", "UpdateForecast"),
        ("planogram-uploads", "SchedulePlanogram"),
        ("item-price-uploads", "UpdateItemPrices"),
    ];
    for (granted_folder, action) in folders {
        let member = Member::create(&stack).await;
        let test = Box::pin(async {
            let person = member.person(&stack).await;
            person.post("/uploads", file(granted_folder)).await.expect(403);
            let grant = json!({ "user": member.user, "action": action });
            admin.post("/users/permissions", grant).await.expect(200);
            for (folder, _) in folders {
                let (started, listed) = if folder == granted_folder { (201, 200) } else { (403, 403) };
                let response = person.post("/uploads", file(folder)).await.expect(started);
                if started == 403 {
                    assert_eq!(response["message"], "Error! User Action Prohibited!");
                }
                person.get(&format!("/uploads?folder={folder}")).await.expect(listed);
                let upload = "0199a4f0-0000-7000-8000-000000000001";
                let kind = match folder {
                    "routes-upload" => "routes",
                    "par-allocation-uploads" => "pars",
                    "forecast-uploads" => "forecast",
                    "planogram-uploads" => "planograms",
                    _ => "prices",
                };
                let outcome = json!({ "folder": folder, "kind": kind, "written": 1, "unchanged": 0, "failed": 0 });
                let status = match folder {
                    _ if folder != granted_folder => 403,
                    // The server reads forecast files and records their result itself.
                    "forecast-uploads" => 400,
                    _ => 404,
                };
                person.post(&format!("/uploads/{upload}/outcome"), outcome).await.expect(status);
            }
        });
        with_cleanup(test, member.delete(&stack)).await;
    }
}

#[stack_test]
async fn a_url_with_a_length_accepts_only_a_file_of_that_length(stack: Stack) {
    let person = stack.person("logistics").await;
    let mut stated = file("routes-upload");
    stated["contentLength"] = json!(FILE.len());
    let created = person.post("/uploads", stated.clone()).await.expect(201);
    let url = created["url"].as_str().unwrap();
    assert!(url.contains("content-length%3Bcontent-type%3Bhost"), "{url}");
    assert_eq!(stack.put_file(url, "text/csv", &format!("{FILE}more")).await, 403);
    assert_eq!(stack.put_file(url, "text/csv", FILE).await, 200);
    for length in [json!(0), json!(-1), json!(50 * 1024 * 1024 + 1), json!("long")] {
        stated["contentLength"] = length;
        let rejected = person.post("/uploads", stated.clone()).await.expect(400);
        assert_eq!(field_errors(&rejected)[0].0, "contentLength");
    }
}
