//! A stub of the AWS services that functions use. It answers at once, and writes nothing.
//!
//! All of them but S3 speak JSON with the operation in `x-amz-target`, so that one port serves all.

use crate::{
    http::{self, Received},
    items::{self, Tables},
};
use anyhow::Result;
use hyper::header::HeaderValue;
use serde_json::{Value, json};
use std::{net::SocketAddr, sync::Arc};

/// What S3 finds in any folder: the version of the sample events.
const LISTED: &str = "<ListBucketResult><Contents><Key>FRIDGE_AGENT/3.12.0/fridge-agent.tar.gz</Key></Contents>\
    </ListBucketResult>";

/// Starts it on a free port.
pub(crate) async fn start() -> Result<SocketAddr> {
    let tables = Arc::new(Tables::new()?);
    http::serve(move |request: Received| {
        let tables = tables.clone();
        async move {
            if request.uri().query().is_some_and(|query| query.contains("list-type=2")) {
                return http::answer(200, LISTED);
            }
            let target = request.headers().get("x-amz-target").and_then(|target| target.to_str().ok());
            let operation = target.and_then(|target| target.rsplit('.').next()).unwrap_or_default();
            let input = serde_json::from_slice(request.body()).unwrap_or_default();
            let mut response = http::answer(200, answer(&tables, operation, &input));
            response.headers_mut().insert("content-type", HeaderValue::from_static("application/x-amz-json-1.0"));
            response
        }
    })
    .await
}

fn answer(tables: &Tables, operation: &str, input: &Value) -> String {
    let part = |name: &str| input.get(name).unwrap_or(&Value::Null);
    let text = |name: &str| part(name).as_str().unwrap_or_default();
    match operation {
        "GetItem" => match tables.get(text("TableName"), part("Key")) {
            Some(item) => format!(r#"{{"Item":{item}}}"#),
            None => "{}".into(),
        },
        "BatchGetItem" => {
            format!(r#"{{"Responses":{{{}}},"UnprocessedKeys":{{}}}}"#, batch(tables, part("RequestItems")))
        }
        "Query" => {
            let items = tables.query(text("IndexName"), part("ExpressionAttributeValues"));
            let count = items.len();
            format!(r#"{{"Count":{count},"ScannedCount":{count},"Items":[{}]}}"#, items.join(","))
        }
        "UpdateItem" if text("ReturnValues") == "ALL_NEW" => match tables.get(text("TableName"), part("Key")) {
            Some(item) => format!(r#"{{"Attributes":{item}}}"#),
            None => "{}".into(),
        },
        "SendMessageBatch" => json!({"Successful": sent(part("Entries")), "Failed": []}).to_string(),
        "ListUsers" => json!({"Users": [items::user()]}).to_string(),
        _ => "{}".into(),
    }
}

fn batch(tables: &Tables, asked: &Value) -> String {
    let found = |(table, asked): (&String, &Value)| {
        let keys = asked.get("Keys").and_then(Value::as_array).into_iter().flatten();
        let items: Vec<&str> = keys.filter_map(|key| tables.get(table, key)).collect();
        format!(r#""{table}":[{}]"#, items.join(","))
    };
    asked.as_object().into_iter().flatten().map(found).collect::<Vec<_>>().join(",")
}

fn sent(entries: &Value) -> Vec<Value> {
    let taken = |entry: &Value| json!({"Id": entry.get("Id"), "MessageId": entry.get("Id"), "MD5OfMessageBody": ""});
    entries.as_array().into_iter().flatten().map(taken).collect()
}
