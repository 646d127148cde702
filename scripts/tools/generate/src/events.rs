//! Sample events: what AppSync's resolver, API Gateway, SQS, the scheduler, the log, the user pool and the broker of fridges
//! send to a function.
//! Only the input is written by hand, in `functions/<area>/examples.json`.

use crate::functions::Function;
use anyhow::{Context, Result, bail};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Map, Value, json};
use shared::{
    declaration::{Kind, Method, QueueSource, Source, TopicSource},
    fridge_topics::Up,
    resource::Queue,
};

/// The time of all events: 2026-11-21T10:00:00Z, in milliseconds since 1970 and as API Gateway formats it.
const TIME: u64 = 1_795_255_200_000;
const REQUEST_TIME: &str = "21/Nov/2026:10:00:00 +0000";
const ISSUER: &str = "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Larder000";
const CALLER: &str = "admin@larder.example";
const CALLER_ID: &str = "0b1f6f0e-6c1e-4b65-9d0c-2f5f7a1c9e01";
const HOST: &str = "example.execute-api.us-east-1.amazonaws.com";
const ADDRESS: &str = "203.0.113.7";
/// The fridge of messages that name none.
const FRIDGE: &str = "CHI_0001";
/// The id of the fridge's certificate.
const CERTIFICATE: &str = "6f1d2c3b4a5968778695a4b3c2d1e0f06f1d2c3b4a5968778695a4b3c2d1e0f0";

/// The event of a function whose example input is `example`.
pub(crate) fn event(function: &Function, example: Option<&Value>) -> Result<Value> {
    let name = function.name;
    let example = || example.with_context(|| format!("functions/{}/examples.json has no {name}", function.area));
    match (function.kind(), function.source()) {
        (Some(Kind::Route { method, path, .. }), _) => route_call(method, path, example()?),
        (Some(Kind::Query | Kind::Mutation), _) => {
            Ok(json!({"field": function.operation(), "arguments": example()?, "identity": identity()}))
        }
        (None, Some(Source::Queue(source))) => batch(source, example()?),
        (None, Some(Source::EveryMinute)) => Ok(scheduled(name)),
        (None, Some(Source::Topics([TopicSource::Fridges(topic), ..]))) => Ok(fridge_message(*topic, example()?)),
        (None, Some(Source::Log(_) | Source::SignIn | Source::Topics(_) | Source::Provisioning)) => example().cloned(),
        (None, Some(Source::Manual) | None) => Ok(json!({})),
    }
}

/// The claims of an ID token that AppSync and API Gateway pass in the same form.
fn claims() -> Map<String, Value> {
    let claims = json!({
        "sub": CALLER_ID, "iss": ISSUER, "cognito:username": CALLER, "email": CALLER, "aud": "1example23456789",
        "token_use": "id", "origin_jti": "5c8f2a1e-8f53-4a2c-8a29-6ad2f4f2b0aa",
        "jti": "7d1b9b0a-3f0e-4f63-8f4c-0b6a5d3e2c11", "event_id": "f0a3b1de-2c5b-4d7e-9a35-4c1d2e8b7f66",
    });
    claims.as_object().cloned().unwrap_or_default()
}

fn with(mut claims: Map<String, Value>, others: &Value) -> Map<String, Value> {
    claims.extend(others.as_object().cloned().into_iter().flatten());
    claims
}

fn identity() -> Value {
    let times =
        json!({"email_verified": true, "auth_time": TIME / 1000, "iat": TIME / 1000, "exp": TIME / 1000 + 3600});
    json!({
        "sub": CALLER_ID, "issuer": ISSUER, "username": CALLER, "claims": with(claims(), &times),
        "sourceIp": [ADDRESS], "defaultAuthStrategy": "ALLOW", "groups": null,
    })
}

/// A call of a route. The fields of `input` are path parameters, and query parameters or the body.
fn route_call(method: &Method, path: &str, input: &Value) -> Result<Value> {
    let mut input = input.as_object().with_context(|| format!("the example of {path} is not an object"))?.clone();
    let (mut address, mut parameters) = (path.to_owned(), Map::new());
    for name in path_parameters(path) {
        let value = input.remove(name);
        let value = value.as_ref().and_then(Value::as_str).with_context(|| format!("{path} needs a text {name}"))?;
        address = address.replace(&format!("{{{name}}}"), value);
        parameters.insert(name.to_owned(), value.into());
    }
    let (mut query, mut many, mut body) = (Value::Null, Value::Null, Value::Null);
    if input.is_empty() {
        // Neither a query nor a body.
    } else if *method == Method::GET {
        many = input.iter().map(|(name, value)| (name.clone(), json!([value]))).collect();
        query = Value::Object(input);
    } else {
        body = Value::Object(input).to_string().into();
    }
    let times = json!({
        "email_verified": "true", "auth_time": (TIME / 1000).to_string(), "iat": "Sat Nov 21 10:00:00 UTC 2026",
        "exp": "Sat Nov 21 11:00:00 UTC 2026",
    });
    let headers = [
        ("accept", "application/json"),
        ("content-type", "application/json"),
        ("Host", HOST),
        ("X-Forwarded-For", ADDRESS),
        ("X-Forwarded-Port", "443"),
        ("X-Forwarded-Proto", "https"),
    ];
    let none_if_empty = |map: Map<String, Value>| if map.is_empty() { Value::Null } else { Value::Object(map) };
    Ok(json!({
        "resource": path, "path": address, "httpMethod": method.as_str(),
        "headers": Map::from_iter(headers.map(|(name, value)| (name.to_owned(), json!(value)))),
        "multiValueHeaders": Map::from_iter(headers.map(|(name, value)| (name.to_owned(), json!([value])))),
        "queryStringParameters": query, "multiValueQueryStringParameters": many,
        "pathParameters": none_if_empty(parameters), "stageVariables": null,
        "requestContext": {
            "resourceId": "r1a2b3", "authorizer": {"claims": with(claims(), &times)}, "resourcePath": path,
            "httpMethod": method.as_str(), "extendedRequestId": "Q1example=", "requestTime": REQUEST_TIME,
            "path": format!("/prod{address}"), "accountId": "000000000000", "protocol": "HTTP/1.1", "stage": "prod",
            "domainPrefix": "example", "requestTimeEpoch": TIME, "requestId": "c6af9ac6-7b61-11e6-9a41-93e8deadbeef",
            "identity": {
                "cognitoIdentityPoolId": null, "accountId": null, "cognitoIdentityId": null, "caller": null,
                "sourceIp": ADDRESS, "principalOrgId": null, "accessKey": null, "cognitoAuthenticationType": null,
                "cognitoAuthenticationProvider": null, "userArn": null, "userAgent": "Mozilla/5.0", "user": null,
            },
            "domainName": HOST, "deploymentId": "d1e2f3", "apiId": "example",
        },
        "body": body, "isBase64Encoded": false,
    }))
}

/// The names of the parameters of a path: `id` in `/locations/{id}`.
pub(crate) fn path_parameters(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
}

/// The messages of a queue. A message of a location belongs to the group of its location.
fn batch(source: QueueSource, messages: &Value) -> Result<Value> {
    let Some(messages) = messages.as_array() else {
        bail!("the example of the consumer of {} is not a list of messages", source.queue)
    };
    let records = messages.iter().zip(1..).map(|(message, number)| {
        let mut attributes = json!({
            "ApproximateReceiveCount": "1", "SentTimestamp": TIME.to_string(), "SenderId": "AIDAEXAMPLE",
            "ApproximateFirstReceiveTimestamp": (TIME + 1).to_string(),
        });
        if let (Some(location), Some(attributes)) = (message.get("locationId"), attributes.as_object_mut()) {
            attributes.insert("MessageGroupId".into(), location.clone());
        }
        json!({
            "messageId": format!("059f36b4-87a3-44ab-83d2-66197547{number:04}"),
            "receiptHandle": format!("AQEBexample{number}"), "body": message.to_string(), "attributes": attributes,
            "messageAttributes": message_attributes(source.queue, message), "md5OfBody": "", "eventSource": "aws:sqs",
            "eventSourceARN": format!("arn:aws:sqs:us-east-1:000000000000:{}Queue", source.queue),
            "awsRegion": "us-east-1",
        })
    });
    Ok(json!({"Records": records.collect::<Vec<_>>()}))
}

/// The fridge that a message is about.
fn fridge(message: &Value) -> &str {
    message.get("locationId").and_then(Value::as_str).unwrap_or(FRIDGE)
}

/// The attributes of a message. The forwarder adds the sender to the messages of fridges (`functions/ingest/README.md`).
fn message_attributes(queue: Queue, message: &Value) -> Value {
    if queue != Queue::Telemetry {
        return json!({});
    }
    let is_receipt = message.get("type").and_then(Value::as_str) == Some("CommandAcknowledgement");
    let topic = if is_receipt { Up::Receipts } else { Up::Telemetry };
    let received_at = "2026-11-21T10:00:00.000Z";
    let sender =
        json!({"fridge": fridge(message), "certificate": CERTIFICATE, "topic": topic, "receivedAt": received_at});
    json!({"sender": {"stringValue": sender.to_string(), "dataType": "String"}})
}

/// A message of a fridge, as its topic rule passes it on.
fn fridge_message(topic: Up, message: &Value) -> Value {
    json!({
        "payload": BASE64_STANDARD.encode(message.to_string()), "fridge": fridge(message), "certificate": CERTIFICATE,
        "id": fridge(message), "topic": topic, "receivedAt": TIME,
    })
}

fn scheduled(name: &str) -> Value {
    json!({
        "version": "0", "id": "4d6f6b1e-9f3c-4c0e-8b1a-2f7d5e9a1c33", "detail-type": "Scheduled Event",
        "source": "aws.scheduler", "account": "000000000000", "time": "2026-11-21T10:00:00Z", "region": "us-east-1",
        "resources": [format!("arn:aws:scheduler:us-east-1:000000000000:schedule/default/larder-local-{name}")],
        "detail": "{}",
    })
}

/// The text of a JSON file. The fields of objects are in alphabetical order, whether or not `serde_json` keeps the order of
/// insertion.
pub(crate) fn to_text(value: &Value) -> Result<String> {
    Ok(serde_json::to_string_pretty(&sorted(value))? + "\n")
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().map(|(name, value)| (name.clone(), sorted(value))).collect();
            fields.sort_by(|(one, _), (other, _)| one.cmp(other));
            Value::Object(Map::from_iter(fields))
        }
        Value::Array(values) => values.iter().map(sorted).collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::fridge_message::FridgeMessage;

    #[test]
    fn a_get_route_reads_its_input_from_path_and_query() {
        let call = route_call(&Method::GET, "/reports/{date}", &json!({"date": "20261121", "nextToken": "x"})).unwrap();
        assert_eq!(call["path"], "/reports/20261121");
        assert_eq!(call["pathParameters"], json!({"date": "20261121"}));
        assert_eq!(call["queryStringParameters"], json!({"nextToken": "x"}));
        assert_eq!(call["body"], Value::Null);
    }

    #[test]
    fn another_route_reads_its_input_from_path_and_body() {
        let call = route_call(&Method::PATCH, "/locations/{id}", &json!({"id": "CHI_0001", "stop": "2"})).unwrap();
        assert_eq!(
            (&call["pathParameters"], &call["queryStringParameters"]),
            (&json!({"id": "CHI_0001"}), &Value::Null)
        );
        assert_eq!(call["body"], r#"{"stop":"2"}"#);
    }

    #[test]
    fn a_message_of_a_fridge_contains_its_payload_and_its_sender() {
        let example = json!({"locationId": "NYC_0002", "type": "HealthReport"});
        let event = fridge_message(Up::Telemetry, &example);
        let message: FridgeMessage = serde_json::from_value(event).unwrap();
        assert_eq!((message.sender().unwrap(), message.topic), ("NYC_0002", Up::Telemetry));
        assert_eq!(serde_json::from_slice::<Value>(&message.bytes().unwrap()).unwrap(), example);
        assert_eq!(message.received_at().to_string(), "2026-11-21T10:00:00.000Z");
    }

    #[test]
    fn a_message_of_the_telemetry_queue_has_a_sender_that_ingestion_reads() {
        for (kind, topic) in [("HealthReport", Up::Telemetry), ("CommandAcknowledgement", Up::Receipts)] {
            let message = json!([{"locationId": "CHI_0001", "type": kind}]);
            let event = batch(QueueSource::new(Queue::Telemetry, 1), &message).unwrap();
            let sender = event["Records"][0]["messageAttributes"]["sender"]["stringValue"].as_str().unwrap();
            let sender: Value = serde_json::from_str(sender).unwrap();
            assert_eq!((&sender["fridge"], &sender["topic"]), (&json!("CHI_0001"), &json!(topic)));
        }
        let event = batch(QueueSource::new(Queue::Upstream, 1), &json!([{"locationId": "CHI_0001"}])).unwrap();
        assert_eq!(event["Records"][0]["messageAttributes"], json!({}));
    }

    #[test]
    fn rejects_an_example_without_a_path_parameter() {
        let error = route_call(&Method::GET, "/reports/{date}", &json!({})).unwrap_err();
        assert_eq!(error.to_string(), "/reports/{date} needs a text date");
    }
}
