use super::*;
use crate::{
    lifecycle::{Lifecycle, Outcome},
    model::Resource,
};
use aws_config::{Region, retry::RetryConfig};
use aws_credential_types::{Credentials, provider::SharedCredentialsProvider};
use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, StatusCode, Uri},
    response::{IntoResponse, Response},
};
use chrono::Duration;
use rstest::rstest;
use serde_json::{Map, Value, json};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};
use tokio::net::TcpListener;
use uuid::Uuid;

const PATH: &str = "/topics/larder%2Ftest%2Ffridges%2FCHI_0001%2Fdown%2Fcommands";

/// A fake DynamoDB with the commands of one fridge, and a fake broker.
#[derive(Debug, Default)]
struct Services {
    commands: Vec<Command>,
    rejects: bool,
    /// The path with the query, and the message.
    published: Mutex<Vec<(String, Value)>>,
}

async fn respond(State(services): State<Arc<Services>>, uri: Uri, headers: HeaderMap, body: String) -> Response {
    let request: Value = serde_json::from_str(&body).unwrap();
    if uri.path().starts_with("/topics/") {
        if services.rejects {
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        }
        services.published.lock().unwrap().push((uri.to_string(), request));
        return Json(json!({})).into_response();
    }
    let target = headers["x-amz-target"].to_str().unwrap();
    let find = |key: &Value| services.commands.iter().find(|each| key["entry"]["S"] == format!("command#{}", each.id));
    let response = match target.rsplit('.').next() {
        Some("GetItem") => find(&request["Key"]).map_or(json!({}), |command| json!({ "Item": item(command) })),
        Some("Query") => {
            // Commands about the same resource are sorted by time, so the last one is the newest.
            let newest: HashMap<Resource, &Command> =
                services.commands.iter().map(|command| (command.resource, command)).collect();
            let marker = |(resource, command): (&Resource, &&Command)| {
                let texts = [
                    ("location", command.location.as_str()),
                    ("entry", &format!("newest#{resource}")),
                    ("commandId", &command.id.to_string()),
                ];
                attributes(texts)
            };
            let items: Vec<Value> = newest.iter().map(marker).collect();
            json!({ "Count": items.len(), "ScannedCount": items.len(), "Items": items })
        }
        Some("BatchGetItem") => {
            let keys = request["RequestItems"]["commands"]["Keys"].as_array().unwrap();
            let found: Vec<Value> = keys.iter().filter_map(find).map(item).collect();
            json!({ "Responses": { "commands": found } })
        }
        other => panic!("unexpected request {other:?}"),
    };
    Json(response).into_response()
}

/// An item of text attributes.
fn attributes<'a>(texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Value {
    texts.into_iter().map(|(name, text)| (name.to_owned(), json!({ "S": text }))).collect::<Map<_, _>>().into()
}

/// The stored item of a command, of which all attributes except the version are texts.
fn item(command: &Command) -> Value {
    let Value::Object(fields) = json!(command) else { panic!() };
    let entry = format!("command#{}", command.id);
    let texts = fields.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_str()?)));
    let mut item = attributes(texts.chain([("entry", entry.as_str())]));
    item["version"] = json!({ "N": "1" });
    item
}

fn at(seconds: i64) -> Instant {
    "2026-11-21T10:00:00Z".parse::<Instant>().unwrap().plus(Duration::seconds(seconds))
}

/// A command that was sent at this second.
fn command(number: u128, resource: Resource, seconds: i64) -> Command {
    Command {
        id: Uuid::from_u128(number),
        location: "CHI_0001".parse().unwrap(),
        resource,
        operation: "ENABLE".into(),
        user: "ann@larder.example".into(),
        lifecycle: Lifecycle::start(at(seconds)),
    }
}

async fn delivery(services: Services) -> (CommandDelivery, Arc<Services>) {
    let services = Arc::new(services);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let router = Router::new().fallback(respond).with_state(Arc::clone(&services));
    tokio::spawn(async move { axum::serve(listener, router).await });
    let sdk = shared::aws_client::sdk()
        .endpoint_url(url)
        .region(Region::new("us-east-1"))
        .retry_config(RetryConfig::disabled())
        .credentials_provider(SharedCredentialsProvider::new(Credentials::new("key", "secret", None, None, "test")));
    let variables = [("FRIDGE_COMMANDS_TABLE", "commands"), ("LARDER_ENVIRONMENT", "test")];
    let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    let environment = Environment::new(sdk.load().await, variables);
    (CommandDelivery::from_environment(&environment).unwrap(), services)
}

fn body(command: &Command) -> String {
    serde_json::to_string(&QueuedCommand::from(command)).unwrap()
}

#[tokio::test]
async fn publishes_a_queued_command_with_the_time_until_it_expires() {
    let command = command(1, Resource::SafetyHold, 0);
    let (delivery, services) = delivery(Services { commands: vec![command.clone()], ..Services::default() }).await;
    deliver(&delivery, at(60), &body(&command)).await.unwrap();
    let message = json!({
        "schemaVersion": 1, "commandId": command.id, "locationId": "CHI_0001", "resource": "SafetyHold",
        "operation": "ENABLE", "expiresAt": "2026-11-21T10:05:00.000Z",
    });
    let expected = (format!("{PATH}?qos=1&retain=false&messageExpiry=240"), message);
    assert_eq!(*services.published.lock().unwrap(), [expected]);
}

#[rstest]
#[case::expired(Lifecycle::start(at(-240)))]
#[case::superseded(Lifecycle::start(at(0)).supersede(at(1)))]
#[case::delivered(Lifecycle::start(at(0)).with_receipt(Outcome::Delivered, at(1), None))]
#[tokio::test]
async fn drops_a_command_that_is_not_queued(#[case] lifecycle: Lifecycle) {
    let command = Command { lifecycle, ..command(1, Resource::SafetyHold, 0) };
    let (delivery, services) = delivery(Services { commands: vec![command.clone()], ..Services::default() }).await;
    deliver(&delivery, at(60), &body(&command)).await.unwrap();
    assert!(services.published.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_command_that_the_broker_does_not_accept_is_delivered_again() {
    let command = command(1, Resource::SafetyHold, 0);
    let services = Services { commands: vec![command.clone()], rejects: true, ..Services::default() };
    let error = deliver(&delivery(services).await.0, at(60), &body(&command)).await.unwrap_err();
    assert!(matches!(error, Error::Unavailable { retryable: true, .. }), "{error:?}");
}

#[tokio::test]
async fn rejects_a_malformed_message_and_an_unknown_command() {
    let (delivery, services) = delivery(Services::default()).await;
    let malformed = deliver(&delivery, at(0), "{}").await;
    assert!(matches!(malformed, Err(Error::Invalid(_))), "{malformed:?}");
    let unknown = deliver(&delivery, at(0), &body(&command(1, Resource::SafetyHold, 0))).await;
    assert!(matches!(unknown, Err(Error::NotFound(_))), "{unknown:?}");
    assert!(services.published.lock().unwrap().is_empty());
}

#[tokio::test]
async fn publishes_the_open_commands_of_a_fridge_again_oldest_first() {
    let receipted = command(3, Resource::ServiceRestart, 5);
    let lifecycle = receipted.lifecycle.clone().with_receipt(Outcome::Delivered, at(6), None);
    let commands = vec![
        command(1, Resource::VendingUnitReset, -290),
        command(2, Resource::SafetyHold, 0),
        Command { lifecycle, ..receipted },
        command(4, Resource::OutOfOrder, 10),
        // It is the newest command about its resource.
        command(5, Resource::SafetyHold, 15),
    ];
    let (delivery, services) = delivery(Services { commands, ..Services::default() }).await;
    let published = delivery.publish_open(&"CHI_0001".parse().unwrap(), at(20)).await.unwrap();
    let messages = services.published.lock().unwrap();
    let ids: Vec<&Value> = messages.iter().map(|(_, message)| &message["commandId"]).collect();
    assert_eq!(ids, [&json!(Uuid::from_u128(4)), &json!(Uuid::from_u128(5))]);
    assert_eq!(published, 2);
    let expiries = messages.iter().map(|(path, _)| path.rsplit('=').next().unwrap());
    assert_eq!(expiries.collect::<Vec<_>>(), ["290", "295"]);
}

#[tokio::test]
async fn publishes_nothing_to_a_fridge_without_commands() {
    let (delivery, services) = delivery(Services::default()).await;
    assert_eq!(delivery.publish_open(&"CHI_0001".parse().unwrap(), at(0)).await.unwrap(), 0);
    assert!(services.published.lock().unwrap().is_empty());
}
