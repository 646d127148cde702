//! A stub of the AWS services that functions use. It responds without delay and writes nothing.
//!
//! One port serves all services. Most requests are JSON with the operation in the `x-amz-target` header. Those to SNS are
//! forms, and those to S3 and AWS IoT are recognized by their method and path.

use crate::{
    capacity::{self, Units},
    database::Database,
    http::{self, HttpRequest},
    items::{self, Tables},
    recorder::{Recorded, Recorder},
};
use anyhow::Result;
use bytes::Bytes;
use http_body_util::Full;
use hyper::{Method, Response, header::HeaderValue};
use serde_json::{Value, json};
use std::{fmt, net::SocketAddr, sync::Arc};

/// The S3 listing of any folder: the software version in the sample events.
const OBJECT_LIST: &str = "<ListBucketResult><Contents><Key>FRIDGE_AGENT/3.12.0/fridge-agent.tar.gz</Key></Contents>\
    </ListBucketResult>";

/// The certificate that AWS IoT issues.
const NEW_CERTIFICATE: &str = "b0a4e37c5d1f28690c4b7a3e5f6d8192b0a4e37c5d1f28690c4b7a3e5f6d8192";
/// The certificate that is attached to every fridge: the one that the sample event of `revoke-fridge-certificate`
/// revokes.
const ATTACHED_CERTIFICATE: &str = "9dad54243a9e18e8616abeecfedebf63f926a79eb5fd837dfcad968d6df6e0ab";

/// The stub of a fleet of any size.
pub(crate) struct FleetStub {
    /// The address.
    pub(crate) address: SocketAddr,
    /// The recorder of requests.
    pub(crate) recorder: Arc<Recorder>,
    /// The tables that accept batch writes.
    pub(crate) database: Arc<Database>,
}

/// Starts the stub on a free port.
pub(crate) async fn start() -> Result<FleetStub> {
    serve(false).await
}

/// Starts a stub whose tables of locations, health and routes are empty and accept batch writes.
pub(crate) async fn start_with_database() -> Result<FleetStub> {
    serve(true).await
}

async fn serve(uses_database: bool) -> Result<FleetStub> {
    let (database, recorder) = (Arc::<Database>::default(), Arc::<Recorder>::default());
    let stub = Stub { tables: Tables::new()?, database: database.clone(), uses_database, recorder: recorder.clone() };
    let stub = Arc::new(stub);
    let address = http::serve(move |request: HttpRequest| {
        let stub = stub.clone();
        async move { stub.respond(&request) }
    })
    .await?;
    Ok(FleetStub { address, recorder, database })
}

/// The state of the server.
struct Stub {
    tables: Tables,
    database: Arc<Database>,
    uses_database: bool,
    recorder: Arc<Recorder>,
}

impl Stub {
    fn respond(&self, request: &HttpRequest) -> Response<Full<Bytes>> {
        let operation = Operation::of(request);
        let body = str::from_utf8(request.body()).unwrap_or_default();
        if self.recorder.is_on() {
            let units =
                if operation.service == DYNAMO_DB { self.units(operation.name, body) } else { Units::default() };
            self.recorder.add(Recorded { operation: operation.to_string(), body: body.to_owned(), units });
        }
        match (operation.service, operation.name) {
            (SNS, action) => http::response(200, topic_response(action)),
            (IOT, operation) => http::response(200, iot_response(operation)),
            (S3, "ListObjectsV2") => http::response(200, OBJECT_LIST),
            (_, operation) => {
                let mut response = match self.json_response(operation, body) {
                    Ok(response) => http::response(200, response),
                    Err(error) => http::response(400, json!({"message": format!("{error:#}")}).to_string()),
                };
                let json = HeaderValue::from_static("application/x-amz-json-1.0");
                response.headers_mut().insert("content-type", json);
                response
            }
        }
    }

    fn json_response(&self, operation: &str, body: &str) -> Result<Bytes> {
        // The largest requests are transactions. Parsing them would take more time than the function needs.
        if operation == "TransactWriteItems" {
            return Ok(Bytes::from_static(b"{}"));
        }
        let stored = if self.uses_database { self.database.respond(operation, body)? } else { None };
        Ok(stored.unwrap_or_else(|| {
            let input = serde_json::from_str(body).unwrap_or_default();
            response_body(&self.tables, operation, &input).into()
        }))
    }

    /// The capacity units of a request to DynamoDB.
    fn units(&self, operation: &str, body: &str) -> Units {
        let mut request: Value = serde_json::from_str(body).unwrap_or_default();
        remove_projections(&mut request);
        let response = |operation: &str, request: &Value| -> Value {
            let response = self.json_response(operation, &request.to_string()).unwrap_or_default();
            serde_json::from_slice(&response).unwrap_or_default()
        };
        let stored = |table: &str, key: &Value| {
            let mut found = response("GetItem", &json!({"TableName": table, "Key": key}));
            found.get_mut("Item").and_then(Value::as_object_mut).map(std::mem::take)
        };
        let is_read = ["GetItem", "BatchGetItem", "TransactGetItems", "Query", "Scan"].contains(&operation);
        let read = if is_read { response(operation, &request) } else { Value::Null };
        capacity::units(operation, &request, &read, &stored)
    }
}

/// Removes the projections of a read: DynamoDB charges whole items.
fn remove_projections(request: &mut Value) {
    const PROJECTION: &str = "ProjectionExpression";
    let tables = request.get_mut("RequestItems").and_then(Value::as_object_mut).into_iter().flatten();
    for keys in tables.filter_map(|(_, keys)| keys.as_object_mut()) {
        keys.remove(PROJECTION);
    }
    if let Some(request) = request.as_object_mut() {
        request.remove(PROJECTION);
    }
}

/// The names of services.
const DYNAMO_DB: &str = "DynamoDB";
const IOT: &str = "IoT";
const S3: &str = "S3";
const SNS: &str = "SNS";

/// The operation of a request.
#[derive(Debug, Eq, PartialEq)]
struct Operation<'a> {
    service: &'a str,
    name: &'a str,
}

impl<'a> Operation<'a> {
    fn of(request: &'a HttpRequest) -> Self {
        let (method, uri) = (request.method(), request.uri());
        let target = request.headers().get("x-amz-target").and_then(|target| target.to_str().ok());
        if let Some((service, name)) = target.and_then(|target| target.rsplit_once('.')) {
            let service = match service {
                "DynamoDB_20120810" => DYNAMO_DB,
                "AmazonSQS" => "SQS",
                "AWSCognitoIdentityProviderService" => "Cognito",
                "secretsmanager" => "Secrets Manager",
                other => other,
            };
            return Self { service, name };
        }
        if let Some(name) = topic_action(request.body()) {
            return Self { service: SNS, name };
        }
        if let Some(name) = iot_operation(method, uri.path()) {
            return Self { service: IOT, name };
        }
        let is_list = uri.query().is_some_and(|query| query.contains("list-type=2"));
        let name = match method.as_str() {
            "GET" if is_list => "ListObjectsV2",
            "GET" => "GetObject",
            "HEAD" => "HeadObject",
            "PUT" => "PutObject",
            "DELETE" => "DeleteObject",
            other => other,
        };
        Self { service: S3, name }
    }
}

/// `GetItem` for DynamoDB, and `SQS SendMessage` for another service.
impl fmt::Display for Operation<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.service {
            DYNAMO_DB => formatter.write_str(self.name),
            service => write!(formatter, "{service} {}", self.name),
        }
    }
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

/// The operation of a request to AWS IoT.
fn iot_operation(method: &Method, path: &str) -> Option<&'static str> {
    let segments: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    Some(match (method.as_str(), segments.as_slice()) {
        ("POST", ["certificates"]) => "CreateCertificateFromCsr",
        ("PUT", ["certificates", _]) => "UpdateCertificate",
        ("POST", ["things", _]) => "CreateThing",
        ("GET", ["things", _, "principals"]) => "ListThingPrincipals",
        ("PUT", ["things", _, "principals"]) => "AttachThingPrincipal",
        ("DELETE", ["things", _, "principals"]) => "DetachThingPrincipal",
        ("PUT", ["target-policies", _]) => "AttachPolicy",
        ("DELETE", ["connections", _]) => "DeleteConnection",
        ("POST", ["topics", ..]) => "Publish",
        _ => return None,
    })
}

/// The response of AWS IoT: a new certificate, or the certificate that is attached to every fridge.
fn iot_response(operation: &str) -> String {
    let arn = |certificate: &str| format!("arn:aws:iot:us-east-1:000000000000:cert/{certificate}");
    match operation {
        "CreateCertificateFromCsr" => {
            let lines = vec!["A".repeat(64); 18].join("\n");
            let pem = format!("-----BEGIN CERTIFICATE-----\n{lines}\n-----END CERTIFICATE-----\n");
            json!({"certificateArn": arn(NEW_CERTIFICATE), "certificateId": NEW_CERTIFICATE, "certificatePem": pem})
                .to_string()
        }
        "ListThingPrincipals" => json!({"principals": [arn(ATTACHED_CERTIFICATE)]}).to_string(),
        _ => "{}".into(),
    }
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
            let items = beginning_with(items, input);
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

/// The items whose sort key begins with the prefix of a query, or all if it has none. Ranges are ignored, because those of
/// times depend on the clock.
fn beginning_with<'a>(items: &'a [String], query: &Value) -> Vec<&'a str> {
    let condition = query.get("KeyConditionExpression").and_then(Value::as_str).unwrap_or_default();
    let prefix = condition.split_once("begins_with(").and_then(|(_, arguments)| {
        let (name, value) = arguments.trim_end_matches(')').split_once(", ")?;
        let name = query.get("ExpressionAttributeNames")?.get(name)?.as_str()?;
        Some((name, query.get("ExpressionAttributeValues")?.get(value)?.get("S")?.as_str()?))
    });
    let Some((name, prefix)) = prefix else { return items.iter().map(String::as_str).collect() };
    let is_found = |item: &&str| {
        let item: Value = serde_json::from_str(item).unwrap_or_default();
        item.get(name).and_then(|value| value.get("S")?.as_str()).is_some_and(|key| key.starts_with(prefix))
    };
    items.iter().map(String::as_str).filter(is_found).collect()
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
    fn requests_to_aws_iot_are_recognized_by_method_and_path() {
        let operation = |method: Method, path: &str| iot_operation(&method, path);
        for (method, path, expected) in [
            (Method::POST, "/certificates", "CreateCertificateFromCsr"),
            (Method::PUT, "/certificates/ab", "UpdateCertificate"),
            (Method::POST, "/things/CHI_0001", "CreateThing"),
            (Method::PUT, "/target-policies/larder-local-fridge", "AttachPolicy"),
            (Method::PUT, "/things/CHI_0001/principals", "AttachThingPrincipal"),
            (Method::GET, "/things/CHI_0001/principals", "ListThingPrincipals"),
            (Method::DELETE, "/things/CHI_0001/principals", "DetachThingPrincipal"),
            (Method::DELETE, "/connections/CHI_0001", "DeleteConnection"),
            (Method::POST, "/topics/larder%2Flocal%2Ffridges%2FCHI_0001%2Fdown%2Fcommands", "Publish"),
        ] {
            assert_eq!(operation(method, path), Some(expected), "{path}");
        }
        assert_eq!(operation(Method::POST, "/"), None);
        assert_eq!(operation(Method::GET, "/uploads/routes-upload/certificates"), None);
    }

    #[test]
    fn a_query_returns_the_items_that_begin_with_its_prefix() {
        let items = ["newest#A", "command#1"].map(|entry| json!({"entry": {"S": entry}}).to_string());
        let query = |condition: &str| {
            json!({
                "KeyConditionExpression": condition, "ExpressionAttributeNames": {"#n0": "location", "#n1": "entry"},
                "ExpressionAttributeValues": {":v0": {"S": "CHI_0001"}, ":v1": {"S": "newest#"}},
            })
        };
        let found = |condition: &str| beginning_with(&items, &query(condition)).len();
        assert_eq!(found("#n0 = :v0 AND begins_with(#n1, :v1)"), 1);
        assert_eq!(found("#n0 = :v0 AND #n1 > :v1"), 2);
    }

    fn request(method: &Method, path: &str, target: &str, body: &'static str) -> HttpRequest {
        let request = hyper::Request::builder().method(method).uri(path).header("x-amz-target", target);
        request.body(Bytes::from_static(body.as_bytes())).unwrap()
    }

    #[test]
    fn an_operation_is_named_with_its_service() {
        for (method, path, target, body, expected) in [
            (Method::POST, "/", "DynamoDB_20120810.GetItem", "{}", "GetItem"),
            (Method::POST, "/", "AmazonSQS.SendMessage", "{}", "SQS SendMessage"),
            (Method::POST, "/", "AWSCognitoIdentityProviderService.ListUsers", "{}", "Cognito ListUsers"),
            (Method::POST, "/", "", "Action=Publish&Version=2010-03-31", "SNS Publish"),
            (Method::POST, "/topics/a", "", "{}", "IoT Publish"),
            (Method::GET, "/artifacts?list-type=2&prefix=a", "", "", "S3 ListObjectsV2"),
            (Method::HEAD, "/uploads/routes-upload/1.csv", "", "", "S3 HeadObject"),
        ] {
            assert_eq!(Operation::of(&request(&method, path, target, body)).to_string(), expected);
        }
    }

    #[test]
    fn the_units_of_a_read_do_not_depend_on_its_projection() {
        let stub = serve_from(Tables::new().unwrap());
        let read = |table: &str, extra: &str| {
            let body = format!(r#"{{"TableName":"{table}","Key":{{"id":{{"S":"CHI_0001"}}}}{extra}}}"#);
            stub.units("GetItem", &body)
        };
        assert_eq!(read("Locations", ""), Units { read: 0.5, write: 0.0 });
        let projected = r##","ConsistentRead":true,"ProjectionExpression":"#n0""##;
        assert_eq!(read("Locations", projected), Units { read: 1.0, write: 0.0 });
        let mut batch = json!({"RequestItems": {"Locations": {"Keys": [], "ProjectionExpression": "#n0"}}});
        remove_projections(&mut batch);
        assert_eq!(batch, json!({"RequestItems": {"Locations": {"Keys": []}}}));
    }

    fn serve_from(tables: Tables) -> Stub {
        Stub { tables, database: Arc::default(), uses_database: false, recorder: Arc::default() }
    }

    #[test]
    fn only_forms_are_requests_to_a_topic() {
        assert_eq!(topic_action(b"Action=Publish&Version=2010-03-31"), Some("Publish"));
        assert_eq!(topic_action(br#"{"TableName": "Action=Publish"}"#), None);
        let expected = "<PublishResponse><PublishResult><MessageId>bench</MessageId></PublishResult></PublishResponse>";
        assert_eq!(topic_response("Publish"), expected);
    }
}
