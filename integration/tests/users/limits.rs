//! Calls every operation with oversize input: each text and each list of the input, one at a time.

use crate::{routes, schema};
use integration::{Method, NewLocation, Stack, field_errors, stack_test};
use serde_json::{Value, json};
use std::{collections::BTreeSet, fs, path::Path};

/// Longer than the limit of every field of every operation, and shorter than the limit of any input.
const LONG_TEXT: usize = 5_000;
/// Longer than the limit of any input.
const LONGEST_TEXT: usize = 100_000;
/// Longer than the limit of every list of every operation.
const LONG_LIST: usize = 2_501;
/// The lengths of texts and lists. Each list is oversize once.
const SIZES: [(usize, Option<usize>); 2] = [(LONG_TEXT, Some(LONG_LIST)), (LONGEST_TEXT, None)];

/// Operations that report errors by row in their response, with a text that the response of a rejected row contains.
const ROW_ERRORS: [(&str, &str); 3] =
    [("updateItemPrices", "Nothing"), ("uploadParMaps", "group"), ("updateFridgeArtifacts", "failed")];
/// Texts that operations ignore, so that they have no limit.
const IGNORED_FIELDS: [&str; 1] = ["updateJITLocationStatus input.emailAddress"];

/// Returns the last name of a path.
fn leaf(path: &str) -> &str {
    path.rsplit('.').find(|part| part.parse::<usize>().is_err()).unwrap_or(path)
}

/// Returns a description of an unexpected result of a call with oversize input at `path`, or `None` if the call was
/// rejected for that input.
fn unexpected_result(path: &str, kind: &str, errors: &[(String, String)]) -> Option<String> {
    if kind != "Invalid" {
        return Some(format!("{kind}: {errors:?}"));
    }
    let is_named = errors
        .iter()
        .any(|(field, _)| leaf(field) == leaf(path) || path.starts_with(field.as_str()) || field.starts_with(path));
    (!is_named).then(|| format!("rejected for something else: {errors:?}"))
}

#[test]
fn every_operation_with_arguments_is_called_with_oversize_input() {
    let calls = schema::oversize_calls(schema::Oversize { text: 2, list: Some(2) });
    let named: BTreeSet<&str> = calls.iter().map(|oversize| oversize.call.name.as_str()).collect();
    for name in ["planogram", "createDriverAction", "routeCalls", "locations", "putFridgeSoftwarePilot"] {
        assert!(named.contains(name), "{name}");
    }
    let paths = |name: &str| -> Vec<&str> {
        calls.iter().filter(|oversize| oversize.call.name == name).map(|oversize| oversize.path.as_str()).collect()
    };
    assert_eq!(paths("planogram"), ["layoutName", "nextToken"]);
    assert_eq!(paths("itemPrices"), ["schemaIds", "schemaIds", "nextToken"]);
    let routes = samples();
    for (name, ..) in routes::calls() {
        assert!(routes.iter().any(|sample| sample.name == name), "{name} has no sample event");
    }
}

#[stack_test]
async fn every_field_rejects_text_and_lists_beyond_their_limits(stack: Stack) {
    let token = stack.tokens("admin").await.id;
    let mut unexpected = Vec::new();
    for (text, list) in SIZES {
        for schema::OversizeCall { path, call } in schema::oversize_calls(schema::Oversize { text, list }) {
            let schema::Call { name, document, variables } = call;
            let label = format!("{name} {path}");
            if text == LONG_TEXT && IGNORED_FIELDS.contains(&label.as_str()) {
                continue;
            }
            let problem = match stack.graphql(Some(&token), &document, variables).await {
                Ok(data) => {
                    let by_row = ROW_ERRORS.iter().find(|(operation, _)| *operation == name);
                    let rejected = by_row.is_some_and(|(_, word)| data.to_string().contains(word));
                    (!rejected).then(|| format!("accepted: {data}"))
                }
                // The generated call can have other invalid fields that are checked first.
                Err(rejection) => {
                    (rejection.kind != "Invalid").then(|| format!("{}: {}", rejection.kind, rejection.message))
                }
            };
            unexpected.extend(
                problem.map(|problem| format!("{label} ({text}): {}", problem.chars().take(300).collect::<String>())),
            );
        }
    }
    assert!(unexpected.is_empty(), "{}", unexpected.join("\n"));
}

/// A route's sample event.
struct Sample {
    name: String,
    method: Method,
    /// The path with its parameters, such as `/locations/{id}`.
    resource: String,
    path: Value,
    query: Value,
    body: Value,
}

fn samples() -> Vec<Sample> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../infra/events");
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

    /// Returns variants of the sample, each with one oversize value. API Gateway limits URLs itself. Without `list`, no list
    /// is oversize.
    fn oversize(&self, text: usize, list: Option<usize>) -> Vec<(String, Self)> {
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
        let mut pointers = Vec::new();
        collect_pointers(&self.body, String::new(), &mut pointers);
        for pointer in pointers {
            let mut sample = copy();
            let value = sample.body.pointer_mut(&pointer).unwrap();
            match value {
                Value::Array(entries) => {
                    let Some(list) = list else { continue };
                    let entry = entries.first().cloned().unwrap_or_else(|| json!("sample"));
                    *entries = vec![entry; list];
                }
                value => *value = long.clone(),
            }
            all.push((pointer.trim_start_matches('/').replace('/', "."), sample));
        }
        all
    }
}

/// Collects the JSON pointers of all values and lists.
fn collect_pointers(value: &Value, at: String, pointers: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                collect_pointers(value, format!("{at}/{name}"), pointers);
            }
        }
        Value::Array(entries) => {
            pointers.push(at.clone());
            if let Some(first) = entries.first() {
                collect_pointers(first, format!("{at}/0"), pointers);
            }
        }
        Value::Null => {}
        _ => pointers.push(at),
    }
}

#[stack_test]
async fn every_route_rejects_text_and_lists_beyond_their_limits(stack: Stack) {
    let token = stack.tokens("admin").await.id;
    let admin = stack.person("admin").await;
    let fridge = NewLocation::default().create(&admin).await;
    let query = "query { opsLocations(filter: {type: WHOLESALE}) { locations { id } } }";
    let wholesale = admin.call(query, json!({})).await["locations"][0]["id"].clone();
    let mut unexpected = Vec::new();
    for mut sample in samples() {
        if !sample.path["id"].is_null() {
            sample.path["id"] = if sample.resource.contains("wholesale") { wholesale.clone() } else { json!(fridge) };
        }
        for (text, list) in SIZES {
            for (path, oversize) in sample.oversize(text, list) {
                let body = (oversize.method != Method::GET).then(|| oversize.body.clone());
                let response = stack.rest(Some(&token), oversize.method.clone(), &oversize.address(), body).await;
                let kind = if response.status == 400 { "Invalid".to_owned() } else { response.status.to_string() };
                let problem = unexpected_result(&path, &kind, &field_errors(&response.body));
                let label = format!("{} {path} ({text})", sample.name);
                unexpected.extend(
                    problem.map(|problem| format!("{label}: {}", problem.chars().take(300).collect::<String>())),
                );
            }
        }
    }
    assert!(unexpected.is_empty(), "{}", unexpected.join("\n"));
}
