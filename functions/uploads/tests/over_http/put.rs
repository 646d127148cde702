//! `POST /uploads`, and the file that is put where it says.

use aws_sdk_s3::presigning::PresigningConfig;
use serde_json::{Value, json};
use std::time::{Duration, SystemTime};
use testkit::{Member, Stack, afterwards, in_seconds, wait_until, wrong_fields};

const FILE: &str = "date,market,id,route,stop,stockingIndex,stopType\n";

fn file(folder: &str) -> Value {
    json!({ "folder": folder, "fileName": "Week 47 (final).csv", "contentType": "text/csv" })
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_file_is_kept_in_its_folder_under_a_key_of_the_servers_choosing() {
    let stack = Stack::load().await;
    let person = stack.person("logistics").await;
    let created = person.post("/uploads", file("routes-upload")).await.expect(201);
    let (key, upload) = (created["key"].as_str().unwrap(), created["uploadId"].as_str().unwrap());
    assert_eq!(key, format!("routes-upload/{}/{upload}-Week_47__final_.csv", in_seconds(0).central_date()));

    assert_eq!(stack.put_file(created["url"].as_str().unwrap(), "text/csv", FILE).await, 200);
    let stored = stack.aws().s3().get_object().bucket(stack.aws().bucket("uploads")).key(key).send().await.unwrap();
    assert_eq!(stored.content_type.as_deref(), Some("text/csv"));
    assert_eq!(stored.body.collect().await.unwrap().to_vec(), FILE.as_bytes());
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn deletes_a_file_that_arrives_with_another_length_than_stated() {
    let stack = Stack::load().await;
    let person = stack.person("logistics").await;
    let (aws, bucket) = (stack.aws(), stack.aws().bucket("uploads"));
    let stated = |length: usize| {
        let mut file = file("routes-upload");
        file["contentLength"] = json!(length);
        file
    };
    let (right, wrong) = (stated(FILE.len()), stated(FILE.len() + 1));
    let right = person.post("/uploads", right).await.expect(201);
    let wrong = person.post("/uploads", wrong).await.expect(201);
    // Written past the signature, which rejects another length.
    for created in [&right, &wrong] {
        let key = created["key"].as_str().unwrap();
        aws.s3().put_object().bucket(bucket).key(key).body(FILE.as_bytes().to_vec().into()).send().await.unwrap();
    }
    let exists = async |created: &Value| {
        let key = created["key"].as_str().unwrap();
        aws.s3().head_object().bucket(bucket).key(key).send().await.is_ok()
    };
    wait_until("the deletion", async || (!exists(&wrong).await).then_some(())).await;
    assert!(exists(&right).await);
}

/// An address for ten minutes that was signed so long ago.
async fn signed_ago(stack: &Stack, key: &str, ago: Duration) -> String {
    let validity = PresigningConfig::builder().start_time(SystemTime::now() - ago).expires_in(Duration::from_mins(10));
    let put = stack.aws().s3().put_object().bucket(stack.aws().bucket("uploads")).key(key).content_type("text/csv");
    put.presigned(validity.build().unwrap()).await.unwrap().uri().to_owned()
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn an_address_serves_one_key_and_one_type_until_it_expires() {
    let stack = Stack::load().await;
    let person = stack.person("logistics").await;
    let created = person.post("/uploads", file("routes-upload")).await.expect(201);
    let (url, key) = (created["url"].as_str().unwrap(), created["key"].as_str().unwrap());
    assert_eq!(stack.put_file(url, "text/html", FILE).await, 403);
    let elsewhere = url.replace(key, &key.replace("Week", "Another"));
    assert_eq!(stack.put_file(&elsewhere, "text/csv", FILE).await, 403);
    assert!(url.contains("X-Amz-Expires=600"), "{url}");
    // An address of eleven minutes ago, signed as ours are; and one of ours made to look younger than it is.
    let expired = signed_ago(&stack, key, Duration::from_mins(11)).await;
    assert_eq!(stack.put_file(&expired, "text/csv", FILE).await, 403);
    let signed =
        |url: &str| url.split_once("X-Amz-Date=").and_then(|(_, rest)| rest.split('&').next().map(str::to_owned));
    let rejuvenated = expired.replace(&signed(&expired).unwrap(), &signed(url).unwrap());
    assert_eq!(stack.put_file(&rejuvenated, "text/csv", FILE).await, 403);
    assert_eq!(stack.put_file(&signed_ago(&stack, key, Duration::from_mins(9)).await, "text/csv", FILE).await, 200);
    assert_eq!(stack.put_file(url, "text/csv", FILE).await, 200);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn what_is_wrong_with_a_file_is_named_and_no_address_is_given_out() {
    let stack = Stack::load().await;
    let person = stack.person("logistics").await;
    let asked = json!({ "folder": "routes-upload", "fileName": " ", "contentType": "text/html" });
    let refused = person.post("/uploads", asked).await.expect(400);
    let named: Vec<String> = wrong_fields(&refused).into_iter().map(|(field, _)| field).collect();
    assert_eq!(named, ["fileName", "contentType"]);
    let elsewhere = json!({ "folder": "../secrets", "fileName": "a.csv", "contentType": "text/csv" });
    assert_eq!(wrong_fields(&person.post("/uploads", elsewhere).await.expect(400))[0].0, "folder");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn each_folder_needs_its_own_action() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let folders = [
        ("routes-upload", "UploadRoutes"),
        ("par-allocation-uploads", "UploadPars"),
        ("forecast-uploads", "UpdateForecast"),
        ("planogram-uploads", "SchedulePlanogram"),
        ("item-price-uploads", "UpdateItemPrices"),
    ];
    for (granted_folder, action) in folders {
        let member = Member::join(&stack).await;
        let test = Box::pin(async {
            let person = member.person(&stack).await;
            person.post("/uploads", file(granted_folder)).await.expect(403);
            let grant = json!({ "user": member.user, "action": action });
            admin.post("/users/permissions", grant).await.expect(200);
            for (folder, _) in folders {
                let (started, listed) = if folder == granted_folder { (201, 200) } else { (403, 403) };
                let answer = person.post("/uploads", file(folder)).await.expect(started);
                if started == 403 {
                    assert_eq!(answer["message"], "Error! User Action Prohibited!");
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
                let ended = match folder {
                    _ if folder != granted_folder => 403,
                    // Who reads its files tells what became of them.
                    "forecast-uploads" => 400,
                    _ => 404,
                };
                person.post(&format!("/uploads/{upload}/outcome"), outcome).await.expect(ended);
            }
        });
        afterwards(test, member.leave(&stack)).await;
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn an_address_with_a_length_accepts_a_file_of_just_that_length() {
    let stack = Stack::load().await;
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
        assert_eq!(wrong_fields(&rejected)[0].0, "contentLength");
    }
}
