//! The walk with input that is too long: each text and each list of each operation's input, one at a time.

use crate::{routes, schema};
use serde_json::{Value, json};
use std::{collections::BTreeSet, fs, path::Path};
use testkit::{Method, NewLocation, Stack, wrong_fields};

/// Longer than the limit of every field of every operation, and shorter than the limit of any input.
const LONG_TEXT: usize = 5_000;
/// Longer than the limit of any input.
const LONGEST_TEXT: usize = 100_000;
/// Longer than the limit of every list of every operation.
const LONG_LIST: usize = 2_501;

/// Operations whose answer says what is wrong with each row, with what it says of a row that is not stored.
const BY_ROW: [(&str, &str); 3] =
    [("updateItemPrices", "Nothing"), ("uploadParMaps", "group"), ("updateFridgeArtifacts", "failed")];
/// Texts that operations ignore, so that they have no limit of their own.
const IGNORED: [&str; 1] = ["updateJITLocationStatus input.emailAddress"];

/// The last name of a path.
fn leaf(path: &str) -> &str {
    path.rsplit('.').find(|part| part.parse::<usize>().is_err()).unwrap_or(path)
}

/// What is wrong with the way in which a call with oversize input at `path` ended; `None` where it was rejected for
/// that.
fn fault(path: &str, kind: &str, errors: &[(String, String)]) -> Option<String> {
    if kind != "Invalid" {
        return Some(format!("{kind}: {errors:?}"));
    }
    let named = errors
        .iter()
        .any(|(field, _)| leaf(field) == leaf(path) || path.starts_with(field.as_str()) || field.starts_with(path));
    (!named).then(|| format!("rejected for something else: {errors:?}"))
}

#[test]
fn every_operation_with_arguments_is_called_with_oversize_input() {
    let calls = schema::oversize_calls(schema::Oversize { text: 2, list: 2 });
    let named: BTreeSet<&str> = calls.iter().map(|call| call.name.as_str()).collect();
    for name in ["planogram", "createDriverAction", "routeCalls", "locations", "putFridgeSoftwarePilot"] {
        assert!(named.contains(name), "{name}");
    }
    let paths = |name: &str| -> Vec<&str> {
        calls.iter().filter(|call| call.name == name).map(|call| call.path.as_str()).collect()
    };
    assert_eq!(paths("planogram"), ["layoutName", "nextToken"]);
    assert_eq!(paths("itemPrices"), ["schemaIds", "schemaIds", "nextToken"]);
    let routes = samples();
    for (name, ..) in routes::calls() {
        assert!(routes.iter().any(|sample| sample.name == name), "{name} has no sample event");
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn every_field_rejects_text_and_lists_beyond_their_limits() {
    let stack = Stack::load().await;
    let token = stack.tokens("admin").await.id;
    let mut wrong = Vec::new();
    for text in [LONG_TEXT, LONGEST_TEXT] {
        for call in schema::oversize_calls(schema::Oversize { text, list: LONG_LIST }) {
            let schema::OversizeCall { name, path, document } = call;
            let place = format!("{name} {path}");
            if text == LONG_TEXT && IGNORED.contains(&place.as_str()) {
                continue;
            }
            let ended = match stack.graphql(Some(&token), &document, json!({})).await {
                Ok(data) => {
                    let by_row = BY_ROW.iter().find(|(operation, _)| *operation == name);
                    let rejected = by_row.is_some_and(|(_, word)| data.to_string().contains(word));
                    (!rejected).then(|| format!("accepted: {data}"))
                }
                // The generated call can have other faults, which can be found first.
                Err(refusal) => (refusal.kind != "Invalid").then(|| format!("{}: {}", refusal.kind, refusal.message)),
            };
            wrong.extend(
                ended.map(|ended| format!("{place} ({text}): {}", ended.chars().take(300).collect::<String>())),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A route's sample event.
struct Sample {
    name: String,
    method: Method,
    /// With its parameters, such as `/locations/{id}`.
    resource: String,
    path: Value,
    query: Value,
    body: Value,
}

fn samples() -> Vec<Sample> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../infra/events");
    let mut samples = Vec::new();
    for file in fs::read_dir(folder).unwrap() {
        let file = file.unwrap().path();
        if file.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let event: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
        let (Some(method), Some(resource)) = (event["httpMethod"].as_str(), event["resource"].as_str()) else {
            continue;
        };
        samples.push(Sample {
            name: format!("{method} {resource}"),
            method: method.parse().unwrap(),
            resource: resource.into(),
            path: event["pathParameters"].clone(),
            query: event["queryStringParameters"].clone(),
            body: event["body"].as_str().map(|body| serde_json::from_str(body).unwrap()).unwrap_or_default(),
        });
    }
    samples
}

impl Sample {
    fn address(&self) -> String {
        let mut address = self.resource.clone();
        for (name, value) in self.path.as_object().into_iter().flatten() {
            address = address.replace(&format!("{{{name}}}"), value.as_str().unwrap_or_default());
        }
        let query = self.query.as_object().into_iter().flatten();
        let query: Vec<_> =
            query.map(|(name, value)| format!("{name}={}", value.as_str().unwrap_or_default())).collect();
        if query.is_empty() { address } else { format!("{address}?{}", query.join("&")) }
    }

    /// The sample with each of its values in turn too long; addresses have a limit of their own, at the gateway.
    fn oversize(&self, text: usize) -> Vec<(String, Self)> {
        let copy = || Self {
            name: self.name.clone(),
            method: self.method.clone(),
            resource: self.resource.clone(),
            path: self.path.clone(),
            query: self.query.clone(),
            body: self.body.clone(),
        };
        let long = json!("A".repeat(text));
        let mut all = Vec::new();
        if text <= LONG_TEXT {
            for name in self.path.as_object().into_iter().flat_map(|path| path.keys()) {
                let mut sample = copy();
                sample.path[name] = long.clone();
                all.push((name.clone(), sample));
            }
            for name in self.query.as_object().into_iter().flat_map(|query| query.keys()) {
                let mut sample = copy();
                sample.query[name] = long.clone();
                all.push((name.clone(), sample));
            }
        }
        let mut places = Vec::new();
        places_in(&self.body, String::new(), &mut places);
        for place in places {
            let mut sample = copy();
            let value = sample.body.pointer_mut(&place).unwrap();
            match value {
                Value::Array(entries) => {
                    let entry = entries.first().cloned().unwrap_or_else(|| json!("walk"));
                    *entries = vec![entry; LONG_LIST];
                }
                value => *value = long.clone(),
            }
            all.push((place.trim_start_matches('/').replace('/', "."), sample));
        }
        all
    }
}

/// The pointers of all values and lists in the value.
fn places_in(value: &Value, at: String, places: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                places_in(value, format!("{at}/{name}"), places);
            }
        }
        Value::Array(entries) => {
            places.push(at.clone());
            if let Some(first) = entries.first() {
                places_in(first, format!("{at}/0"), places);
            }
        }
        Value::Null => {}
        _ => places.push(at),
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn every_route_rejects_text_and_lists_beyond_their_limits() {
    let stack = Stack::load().await;
    let token = stack.tokens("admin").await.id;
    let admin = stack.person("admin").await;
    let fridge = NewLocation::default().create(&admin).await;
    let query = "query { opsLocations(filter: {type: WHOLESALE}) { locations { id } } }";
    let wholesale = admin.ask(query, json!({})).await["locations"][0]["id"].clone();
    let mut wrong = Vec::new();
    for mut sample in samples() {
        if !sample.path["id"].is_null() {
            sample.path["id"] = if sample.resource.contains("wholesale") { wholesale.clone() } else { json!(fridge) };
        }
        for text in [LONG_TEXT, LONGEST_TEXT] {
            for (path, oversize) in sample.oversize(text) {
                let body = (oversize.method != Method::GET).then(|| oversize.body.clone());
                let answer = stack.rest(Some(&token), oversize.method.clone(), &oversize.address(), body).await;
                let kind = if answer.status == 400 { "Invalid".to_owned() } else { answer.status.to_string() };
                let ended = fault(&path, &kind, &wrong_fields(&answer.body));
                let place = format!("{} {path} ({text})", sample.name);
                wrong.extend(ended.map(|ended| format!("{place}: {}", ended.chars().take(300).collect::<String>())));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
