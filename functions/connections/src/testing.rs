//! Fake AWS services for unit tests: tables of items with a version, AWS IoT, and the broker.

use aws_config::{Region, retry::RetryConfig};
use aws_credential_types::{Credentials, provider::SharedCredentialsProvider};
use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, Method, StatusCode, Uri},
    response::{IntoResponse, Response},
};
use rcgen::{CertificateParams, KeyPair};
use serde_json::{Map, Value, json};
use shared::{Environment, FromEnvironment, Instant};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};
use tokio::net::TcpListener;

/// The fridge of the tests. The location `WHOLESALE_1` is not a fridge.
pub(crate) const FRIDGE: &str = "CHI_0001";

/// Fake services.
#[derive(Debug, Default)]
pub(crate) struct Services {
    /// The items by table and key, as JSON without the types of DynamoDB.
    items: Mutex<BTreeMap<(String, String), Value>>,
    /// The calls of AWS IoT: the method and the path with the query.
    calls: Mutex<Vec<String>>,
    /// The published messages by path.
    published: Mutex<Vec<(String, Value)>>,
    /// The status with which AWS IoT responds; `None` for success.
    status: Mutex<Option<u16>>,
}

impl Services {
    pub(crate) fn put(&self, table: &str, key: &str, item: Value) {
        self.items.lock().unwrap().insert((table.into(), key.into()), item);
    }

    pub(crate) fn item(&self, table: &str, key: &str) -> Value {
        self.items.lock().unwrap().get(&(table.into(), key.into())).cloned().unwrap_or_default()
    }

    /// The audit entries: event, user and reason.
    pub(crate) fn audited(&self) -> Vec<(String, String, Option<String>)> {
        let text = |value: &Value| value.as_str().map(ToOwned::to_owned);
        let items = self.items.lock().unwrap();
        let entries = items.iter().filter(|((table, _), _)| table == "audit").map(|(_, entry)| entry);
        entries
            .map(|entry| (text(&entry["event"]).unwrap(), text(&entry["user"]).unwrap(), text(&entry["reason"])))
            .collect()
    }

    /// The calls of AWS IoT since the last time.
    pub(crate) fn calls(&self) -> Vec<String> {
        std::mem::take(&mut self.calls.lock().unwrap())
    }

    pub(crate) fn published(&self) -> Vec<(String, Value)> {
        self.published.lock().unwrap().clone()
    }

    /// Sets the status with which AWS IoT responds; `None` for success.
    pub(crate) fn respond_with(&self, status: Option<u16>) {
        *self.status.lock().unwrap() = status;
    }

    fn broker(&self, method: &Method, uri: &Uri, body: &str) -> Response {
        if uri.path().starts_with("/topics/") {
            self.published.lock().unwrap().push((uri.path().into(), serde_json::from_str(body).unwrap()));
            return Json(json!({})).into_response();
        }
        let mut calls = self.calls.lock().unwrap();
        calls.push(format!("{method} {uri}"));
        if let Some(status) = *self.status.lock().unwrap() {
            return StatusCode::from_u16(status).unwrap().into_response();
        }
        let certificate = |id: &str| format!("arn:aws:iot:us-east-1:000000000000:cert/{id}");
        let response = match uri.path() {
            "/certificates" => {
                let id = format!("{:064x}", calls.iter().filter(|call| call.contains("setAsActive")).count() + 0xa0);
                json!({ "certificateArn": certificate(&id), "certificateId": id, "certificatePem": "PEM" })
            }
            path if path.ends_with("/principals") => json!({ "principals": [certificate(&"ab".repeat(32))] }),
            _ => json!({}),
        };
        Json(response).into_response()
    }

    fn dynamodb(&self, operation: &str, request: &Value) -> Response {
        let response = match operation {
            "GetItem" => {
                let item = self.item(request["TableName"].as_str().unwrap(), &key(&request["Key"]));
                if item.is_null() { json!({}) } else { json!({ "Item": typed(&item)["M"] }) }
            }
            "BatchGetItem" => {
                let found = |(table, keys): (&String, &Value)| {
                    let items = keys["Keys"].as_array().unwrap().iter().map(|id| self.item(table, &key(id)));
                    let items: Vec<Value> =
                        items.filter(|item| !item.is_null()).map(|item| typed(&item)["M"].clone()).collect();
                    (table.clone(), json!(items))
                };
                let responses: Map<_, _> = request["RequestItems"].as_object().unwrap().iter().map(found).collect();
                json!({ "Responses": responses })
            }
            "Query" => {
                let items = self.items.lock().unwrap();
                let shard = plain(&request["ExpressionAttributeValues"])[":v0"].clone();
                let due =
                    items.iter().filter(|((table, _), item)| table == "identities" && item["checkShard"] == shard);
                let due: Vec<Value> = due.map(|(_, item)| typed(item)["M"].clone()).collect();
                json!({ "Count": due.len(), "ScannedCount": due.len(), "Items": due })
            }
            "PutItem" if self.write(request) => json!({}),
            "PutItem" => {
                let body = json!({ "__type": "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException" });
                return (StatusCode::BAD_REQUEST, Json(body)).into_response();
            }
            "TransactWriteItems" => {
                let mut puts = request["TransactItems"].as_array().unwrap().iter().map(|action| &action["Put"]);
                if puts.all(|put| self.write(put)) {
                    json!({})
                } else {
                    let body = json!({
                        "__type": "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
                        "CancellationReasons": [{ "Code": "ConditionalCheckFailed" }],
                    });
                    return (StatusCode::BAD_REQUEST, Json(body)).into_response();
                }
            }
            "BatchWriteItem" => {
                for (table, writes) in request["RequestItems"].as_object().unwrap() {
                    for write in writes.as_array().unwrap() {
                        let item = plain(&write["PutRequest"]["Item"]);
                        let key = item["location"].as_str().unwrap().to_owned();
                        self.put(table, &key, item);
                    }
                }
                json!({})
            }
            other => panic!("unexpected request {other}"),
        };
        Json(response).into_response()
    }

    /// Writes an item if the stored one has the version in the condition.
    fn write(&self, put: &Value) -> bool {
        let (table, item) = (put["TableName"].as_str().unwrap(), plain(&put["Item"]));
        let is_entry = table == "audit";
        let key = item[if is_entry { "entry" } else { "location" }].as_str().unwrap().to_owned();
        let expected = plain(&put["ExpressionAttributeValues"]);
        let expected = expected.as_object().and_then(|values| values.values().next()).cloned().unwrap_or_default();
        let is_written = is_entry || self.item(table, &key)["version"] == expected;
        if is_written {
            self.put(table, &key, item);
        }
        is_written
    }
}

async fn respond(
    State(services): State<Arc<Services>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: String,
) -> Response {
    match headers.get("x-amz-target") {
        Some(target) => {
            let operation = target.to_str().unwrap().rsplit('.').next().unwrap().to_owned();
            services.dynamodb(&operation, &serde_json::from_str(&body).unwrap())
        }
        None => services.broker(&method, &uri, &body),
    }
}

/// A dependency that is connected to the fake services.
pub(crate) async fn connected<T: FromEnvironment>() -> (T, Arc<Services>) {
    let services = Arc::new(Services::default());
    services.put("locations", FRIDGE, location(FRIDGE, "FRIDGE"));
    services.put("locations", "WHOLESALE_1", location("WHOLESALE_1", "WHOLESALE"));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let router = Router::new().fallback(respond).with_state(Arc::clone(&services));
    tokio::spawn(async move { axum::serve(listener, router).await });
    let credentials = Credentials::new("key", "secret", None, None, "test");
    let sdk = shared::aws_client::sdk()
        .endpoint_url(url)
        .region(Region::new("us-east-1"))
        .retry_config(RetryConfig::disabled())
        .credentials_provider(SharedCredentialsProvider::new(credentials));
    let variables = [
        ("AUDIT_TABLE", "audit"),
        ("FRIDGE_CONNECTIONS_TABLE", "connections"),
        ("FRIDGE_IDENTITIES_TABLE", "identities"),
        ("LOCATIONS_TABLE", "locations"),
        ("LARDER_ENVIRONMENT", "test"),
    ];
    let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    let environment = Environment::new(sdk.load().await, variables);
    (T::from_environment(&environment).unwrap(), services)
}

/// A certificate signing request for a new key.
pub(crate) fn request() -> String {
    CertificateParams::default().serialize_request(&KeyPair::generate().unwrap()).unwrap().pem().unwrap()
}

/// The time of the tests.
pub(crate) fn now() -> Instant {
    "2026-11-21T10:00:00Z".parse().unwrap()
}

/// The only value of a key.
fn key(key: &Value) -> String {
    plain(key).as_object().unwrap().values().next().unwrap().as_str().unwrap().to_owned()
}

/// A value in the form of DynamoDB.
fn typed(value: &Value) -> Value {
    match value {
        Value::Null => json!({ "NULL": true }),
        Value::Bool(flag) => json!({ "BOOL": flag }),
        Value::Number(number) => json!({ "N": number.to_string() }),
        Value::String(text) => json!({ "S": text }),
        Value::Array(values) => json!({ "L": values.iter().map(typed).collect::<Vec<_>>() }),
        Value::Object(fields) => {
            let fields: Map<_, _> = fields.iter().map(|(name, value)| (name.clone(), typed(value))).collect();
            json!({ "M": fields })
        }
    }
}

/// The JSON value of attributes in the form of DynamoDB.
fn plain(attributes: &Value) -> Value {
    fn value(typed: &Value) -> Value {
        let (kind, content) = typed.as_object().unwrap().iter().next().unwrap();
        match kind.as_str() {
            "N" => content.as_str().unwrap().parse().map(Value::Number).unwrap(),
            "L" => content.as_array().unwrap().iter().map(value).collect(),
            "M" => plain(content),
            _ => content.clone(),
        }
    }
    let Some(attributes) = attributes.as_object() else { return Value::Null };
    attributes.iter().map(|(name, typed)| (name.clone(), value(typed))).collect::<Map<_, _>>().into()
}

fn location(id: &str, kind: &str) -> Value {
    json!({
        "id": id, "type": kind, "version": 1, "lastModified": "2026-11-21T10:00:00.000Z", "accessTo": "Private",
        "address": { "street": "233 S Wacker Dr", "city": "Chicago", "state": "IL", "zipCode": "60606" }, "covid19": 0,
        "directions": "Lobby", "fridgeSchema": "MW_STANDARD/latest", "hours": "24 Hours", "workHours": {},
        "holidayScreenEnabled": 0, "holidayScreenFridgeSpecific": 0, "latitude": "41.8781", "longitude": "-87.6298",
        "layoutName": "dummy", "paymentGateway": "APRIVA", "percentage": "0", "prettyName": "Willis Tower",
        "priceMapTemplate": "PMT_STANDARD", "prod": 0, "publicStatus": "OFFLINE", "reserve": 0, "status": "OFFLINE",
        "stockingSchedule": {
            "monday": 1, "tuesday": 1, "wednesday": 1, "thursday": 1, "friday": 1, "saturday": 0, "sunday": 0,
        },
        "stop": 0, "taxRate": "2.25", "timeZone": "CHICAGO", "updateReason": {}, "vertical": "Office",
    })
}
