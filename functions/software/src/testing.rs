//! Fake AWS services for unit tests of the messages to fridges.

use aws_config::{Region, retry::RetryConfig};
use aws_credential_types::{Credentials, provider::SharedCredentialsProvider};
use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, Method, StatusCode, Uri},
    response::{IntoResponse, Response},
};
use locations::model::LocationId;
use serde_json::{Value, json};
use shared::{Environment, FromEnvironment};
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;

/// The object key of agent 1.10.
pub(crate) const KEY: &str = "FRIDGE_AGENT/1.10/agent.tar.gz";

/// A fake DynamoDB in which each fridge has agent 1.10, a fake bucket with this version, and a fake broker. The fridge
/// `NEW` has no software. The broker does not accept messages to `BROKEN`.
#[derive(Debug, Default)]
pub(crate) struct Services {
    /// The addresses of the lists of the bucket.
    pub(crate) lists: Mutex<Vec<String>>,
    /// The path with the query, and the message.
    pub(crate) published: Mutex<Vec<(String, Value)>>,
}

async fn respond(
    State(services): State<Arc<Services>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: String,
) -> Response {
    if uri.path().starts_with("/topics/") {
        if uri.path().contains("BROKEN") {
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        }
        services.published.lock().unwrap().push((uri.to_string(), serde_json::from_str(&body).unwrap()));
        return Json(json!({})).into_response();
    }
    if method == Method::GET {
        services.lists.lock().unwrap().push(uri.to_string());
        let contents = format!("<Contents><Key>{KEY}</Key></Contents>");
        return format!("<ListBucketResult><IsTruncated>false</IsTruncated>{contents}</ListBucketResult>")
            .into_response();
    }
    let target = headers["x-amz-target"].to_str().unwrap();
    let request: Value = serde_json::from_str(&body).unwrap();
    let response = match target.rsplit('.').next() {
        Some("BatchGetItem") => {
            let keys = request["RequestItems"]["software"]["Keys"].as_array().unwrap().iter();
            let item = |key: &Value| {
                let mut item = key.clone();
                item["FRIDGE_AGENT"] = json!({ "S": "1.10" });
                item["revisedAt"] = json!({ "S": "2026-11-21T10:00:00.000Z" });
                item
            };
            let items: Vec<Value> = keys.filter(|key| key["fridge"]["S"] != "NEW").map(item).collect();
            json!({ "Responses": { "software": items } })
        }
        Some("Query") => json!({ "Count": 0, "ScannedCount": 0, "Items": [] }),
        other => panic!("unexpected request {other:?}"),
    };
    Json(response).into_response()
}

/// A dependency that is connected to the fake services.
pub(crate) async fn connected<T: FromEnvironment>() -> (T, Arc<Services>) {
    let services = Arc::new(Services::default());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let router = Router::new().fallback(respond).with_state(Arc::clone(&services));
    tokio::spawn(async move { axum::serve(listener, router).await });
    let sdk = shared::aws_client::sdk()
        .endpoint_url(url)
        .region(Region::new("us-east-1"))
        .retry_config(RetryConfig::disabled())
        .credentials_provider(SharedCredentialsProvider::new(Credentials::new("key", "secret", None, None, "test")));
    let variables = [
        ("FRIDGE_SOFTWARE_VERSION_TABLE", "software"),
        ("FRIDGE_COMMANDS_TABLE", "commands"),
        ("ARTIFACTS_BUCKET", "artifacts"),
        ("LARDER_ENVIRONMENT", "test"),
    ];
    let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    let environment = Environment::new(sdk.load().await, variables);
    (T::from_environment(&environment).unwrap(), services)
}

/// The ids of locations.
pub(crate) fn ids<const N: usize>(ids: [&str; N]) -> Vec<LocationId> {
    ids.map(|id| id.parse().unwrap()).into()
}

/// The path of a message with desired software.
pub(crate) fn software_path(fridge: &str) -> String {
    format!("/topics/larder%2Ftest%2Ffridges%2F{fridge}%2Fdown%2Fsoftware?qos=1&retain=true")
}
