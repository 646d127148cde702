//! A stub of the AWS services that functions use. It responds without delay and writes nothing.
//!
//! One port serves all services: except for S3 and SNS, requests are JSON with the operation in the `x-amz-target` header.

use crate::{
    database::Database,
    http::{self, HttpRequest},
    items::{self, Tables},
    recorder::Recorder,
};
use anyhow::Result;
use hyper::header::HeaderValue;
use serde_json::{Value, json};
use std::{net::SocketAddr, sync::Arc};

/// The S3 listing of any folder: the software version in the sample events.
const OBJECT_LIST: &str = "<ListBucketResult><Contents><Key>FRIDGE_AGENT/3.12.0/fridge-agent.tar.gz</Key></Contents>\
    </ListBucketResult>";

/// The stub of a fleet of any size.
pub(crate) struct FleetStub {
    /// The address.
    pub(crate) address: SocketAddr,
    /// The recorder of requests.
    pub(crate) recorder: Arc<Recorder>,
    /// The tables that accept batch writes.
    pub(crate) database: Arc<Database>,
}

/// Starts the stub on a free port and returns its address.
pub(crate) async fn start() -> Result<SocketAddr> {
    Ok(serve(false).await?.address)
}

/// Starts a stub whose tables of locations, health and routes are empty and accept batch writes.
pub(crate) async fn start_with_database() -> Result<FleetStub> {
    serve(true).await
}

async fn serve(uses_database: bool) -> Result<FleetStub> {
    let database = Arc::<Database>::default();
    let (stored, tables) = (database.clone(), Arc::new(Tables::new()?));
    let recorder = Arc::<Recorder>::default();
    let requests = recorder.clone();
    let address = http::serve(move |request: HttpRequest| {
        let (tables, database, recorder) = (tables.clone(), database.clone(), recorder.clone());
        async move {
            if request.uri().query().is_some_and(|query| query.contains("list-type=2")) {
                return http::response(200, OBJECT_LIST);
            }
            if let Some(action) = topic_action(request.body()) {
                recorder.add(action, request.body());
                return http::response(200, topic_response(action));
            }
            let target = request.headers().get("x-amz-target").and_then(|target| target.to_str().ok());
            let operation = target.and_then(|target| target.rsplit('.').next()).unwrap_or_default();
            recorder.add(operation, request.body());
            let body = str::from_utf8(request.body()).unwrap_or_default();
            let stored = if uses_database { database.respond(operation, body) } else { Ok(None) };
            let mut response = match stored {
                Ok(Some(response)) => http::response(200, response),
                Ok(None) => {
                    let input = serde_json::from_str(body).unwrap_or_default();
                    http::response(200, response_body(&tables, operation, &input))
                }
                Err(error) => http::response(400, json!({"message": format!("{error:#}")}).to_string()),
            };
            response.headers_mut().insert("content-type", HeaderValue::from_static("application/x-amz-json-1.0"));
            response
        }
    })
    .await?;
    Ok(FleetStub { address, recorder: requests, database: stored })
}

/// The action of a request to SNS, whose body is a form.
fn topic_action(body: &[u8]) -> Option<&str> {
    let form = str::from_utf8(body).ok()?.strip_prefix("Action=")?;
    form.split('&').next()
}

/// The response of SNS: no subscription is listed, a new one is pending, and every message is accepted.
fn topic_response(action: &str) -> String {
    let result = match action {
        "ListSubscriptionsByTopic" => "<Subscriptions/>",
        "Subscribe" => "<SubscriptionArn>pending confirmation</SubscriptionArn>",
        "Publish" => "<MessageId>bench</MessageId>",
        _ => "",
    };
    format!("<{action}Response><{action}Result>{result}</{action}Result></{action}Response>")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_forms_are_requests_to_a_topic() {
        assert_eq!(topic_action(b"Action=Publish&Version=2010-03-31"), Some("Publish"));
        assert_eq!(topic_action(br#"{"TableName": "Action=Publish"}"#), None);
        let expected = "<PublishResponse><PublishResult><MessageId>bench</MessageId></PublishResult></PublishResponse>";
        assert_eq!(topic_response("Publish"), expected);
    }
}
