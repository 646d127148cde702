//! A stub of the AWS services that functions use. It responds without delay and writes nothing.
//!
//! One port serves all services: except for S3, requests are JSON with the operation in the `x-amz-target` header.

use crate::{
    http::{self, HttpRequest},
    items::{self, Tables},
};
use anyhow::Result;
use hyper::header::HeaderValue;
use serde_json::{Value, json};
use std::{net::SocketAddr, sync::Arc};

/// The S3 listing of any folder: the software version in the sample events.
const OBJECT_LIST: &str = "<ListBucketResult><Contents><Key>FRIDGE_AGENT/3.12.0/fridge-agent.tar.gz</Key></Contents>\
    </ListBucketResult>";

/// Starts the stub on a free port and returns its address.
pub(crate) async fn start() -> Result<SocketAddr> {
    let tables = Arc::new(Tables::new()?);
    http::serve(move |request: HttpRequest| {
        let tables = tables.clone();
        async move {
            if request.uri().query().is_some_and(|query| query.contains("list-type=2")) {
                return http::response(200, OBJECT_LIST);
            }
            let target = request.headers().get("x-amz-target").and_then(|target| target.to_str().ok());
            let operation = target.and_then(|target| target.rsplit('.').next()).unwrap_or_default();
            let input = serde_json::from_slice(request.body()).unwrap_or_default();
            let mut response = http::response(200, response_body(&tables, operation, &input));
            response.headers_mut().insert("content-type", HeaderValue::from_static("application/x-amz-json-1.0"));
            response
        }
    })
    .await
}

fn response_body(tables: &Tables, operation: &str, input: &Value) -> String {
    let field = |name: &str| input.get(name).unwrap_or(&Value::Null);
    let text = |name: &str| field(name).as_str().unwrap_or_default();
    match operation {
        "GetItem" => match tables.get(text("TableName"), field("Key")) {
            Some(item) => format!(r#"{{"Item":{item}}}"#),
            None => "{}".into(),
        },
        "BatchGetItem" => {
            format!(r#"{{"Responses":{{{}}},"UnprocessedKeys":{{}}}}"#, tables_json(tables, field("RequestItems")))
        }
        "Query" => {
            let items = tables.query(text("TableName"), text("IndexName"), field("ExpressionAttributeValues"));
            let count = items.len();
            format!(r#"{{"Count":{count},"ScannedCount":{count},"Items":[{}]}}"#, items.join(","))
        }
        "UpdateItem" if text("ReturnValues") == "ALL_NEW" => match tables.get(text("TableName"), field("Key")) {
            Some(item) => format!(r#"{{"Attributes":{item}}}"#),
            None => "{}".into(),
        },
        "SendMessageBatch" => json!({"Successful": accepted_entries(field("Entries")), "Failed": []}).to_string(),
        "AdminGetUser" => items::user().to_string(),
        "AdminCreateUser" => json!({"User": items::user()}).to_string(),
        "GetSecretValue" => json!({"SecretString": "bench"}).to_string(),
        "ListUsers" => json!({"Users": [items::user()]}).to_string(),
        _ => "{}".into(),
    }
}

/// The found items of a batch read, by table.
fn tables_json(tables: &Tables, requests: &Value) -> String {
    let table_json = |(table, request): (&String, &Value)| {
        let keys = request.get("Keys").and_then(Value::as_array).into_iter().flatten();
        let items: Vec<&str> = keys.filter_map(|key| tables.get(table, key)).collect();
        format!(r#""{table}":[{}]"#, items.join(","))
    };
    requests.as_object().into_iter().flatten().map(table_json).collect::<Vec<_>>().join(",")
}

fn accepted_entries(entries: &Value) -> Vec<Value> {
    let accepted = |entry: &Value| json!({"Id": entry.get("Id"), "MessageId": entry.get("Id"), "MD5OfMessageBody": ""});
    entries.as_array().into_iter().flatten().map(accepted).collect()
}
