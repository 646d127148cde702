//! Compares functions with peers in Node.js that do the same: the same requests to AWS and the same response.

use crate::{
    measure::{self, Function, Measurement, Plan},
    recorder::{Recorded, first_difference},
    workload::Workload,
};
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::{
    path::{Path, PathBuf},
    time::Duration,
};

/// The folder of the peers' bundles.
pub(crate) const BUNDLES: &str = "scripts/tools/bench/peers/dist";
/// The compared functions.
const FUNCTIONS: [&str; 5] =
    ["locations", "fridge-health", "upload-par-maps", "create-schedule-changes", "location-routes"];
/// The number of locations of the fleet: enough for a page of 2,500 in service.
pub(crate) const FRIDGES: u32 = 4500;
/// The attribute of a response that can differ: a token is opaque.
const TOKEN: &str = "nextToken";

/// Measures both sides of each function and prints their figures and ratios.
pub(crate) async fn run(
    folders: (&Path, &Path),
    partners: &str,
    floor: &Function,
    plan: &Plan,
    selected: &[String],
) -> Result<()> {
    let (events, binaries) = folders;
    let workload = Workload::new(FRIDGES).await?;
    println!("{}", header());
    for name in FUNCTIONS.into_iter().filter(|name| selected.is_empty() || selected.iter().any(|one| one == name)) {
        let event = workload.event(events, name, None)?;
        let function = |command: Vec<PathBuf>| Function {
            command,
            event: event.clone(),
            aws: workload.stub.address,
            partners: partners.to_owned(),
        };
        let rust = function(vec![binaries.join(name)]);
        let node = function(vec!["node".into(), Path::new(BUNDLES).join(format!("{name}.cjs"))]);
        check_equal(name, &workload, &rust, &node, plan.verbose).await?;
        let [rust, node, floor] = measure::measure_together([&rust, &node, floor], plan).await?;
        println!("{}", row(name, &rust));
        println!("{}", row(&format!("{name} (Node.js)"), &node));
        println!("{}", ratios(&rust, &node, &floor));
    }
    Ok(())
}

/// Measures the largest calls: each of the functions with its workload.
pub(crate) async fn measure_largest(
    workload: &Workload,
    folders: (&Path, &Path),
    partners: &str,
    plan: &Plan,
) -> Result<Vec<(&'static str, Measurement)>> {
    let (events, binaries) = folders;
    let mut measurements = Vec::with_capacity(FUNCTIONS.len());
    for name in FUNCTIONS {
        let event = workload.event(events, name, None)?;
        let command = vec![binaries.join(name)];
        let function = Function { command, event, aws: workload.stub.address, partners: partners.to_owned() };
        measurements.push((name, measure::measure(&function, plan).await?));
    }
    Ok(measurements)
}

/// Calls both once. Rejects different requests or responses.
async fn check_equal(name: &str, workload: &Workload, rust: &Function, node: &Function, verbose: bool) -> Result<()> {
    let (rust, rust_requests) = call(workload, rust, verbose).await.with_context(|| name.to_owned())?;
    let (node, node_requests) = call(workload, node, verbose).await.with_context(|| format!("the peer of {name}"))?;
    if let Some((one, other)) = first_difference(&rust_requests, &node_requests) {
        let text = |request: Option<&Recorded>| {
            request
                .map_or_else(|| "no such request".into(), |request| format!("{} {}", request.operation, request.body))
        };
        anyhow::bail!("{name}: the requests differ.\nfunction: {}\npeer:     {}", text(one), text(other));
    }
    let difference = difference("", &comparable(rust), &comparable(node));
    ensure!(difference.is_none(), "{name}: the responses differ at {}", difference.unwrap_or_default());
    let bytes: usize = rust_requests.iter().map(|request| request.body.len()).sum();
    println!("{name}: {} equal requests with {bytes} bytes, equal responses", rust_requests.len());
    Ok(())
}

async fn call(workload: &Workload, function: &Function, verbose: bool) -> Result<(Value, Vec<Recorded>)> {
    workload.stub.recorder.start();
    let response = measure::call_once(function, verbose).await;
    let requests = workload.stub.recorder.take();
    Ok((serde_json::from_slice(&response?)?, requests))
}

/// A response with equal numbers in one form and without the contents of tokens.
fn comparable(value: Value) -> Value {
    match value {
        Value::Object(map) => {
            let value = |(name, value): (String, Value)| {
                let value = if name == TOKEN { Value::Bool(!value.is_null()) } else { comparable(value) };
                (name, value)
            };
            Value::Object(map.into_iter().map(value).collect())
        }
        Value::Array(values) => Value::Array(values.into_iter().map(comparable).collect()),
        Value::Number(number) => number.as_f64().map_or(Value::Number(number), Value::from),
        other => other,
    }
}

/// The path and the values of the first difference.
fn difference(path: &str, one: &Value, other: &Value) -> Option<String> {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let names = one.keys().chain(other.keys().filter(|name| !one.contains_key(*name)));
            let null = Value::Null;
            names.into_iter().find_map(|name| {
                let value = |map: &serde_json::Map<String, Value>| map.get(name).cloned().unwrap_or(null.clone());
                difference(&format!("{path}.{name}"), &value(one), &value(other))
            })
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => (0..)
            .zip(one.iter().zip(other))
            .find_map(|(index, (one, other))| difference(&format!("{path}[{index}]"), one, other)),
        (one, other) if one == other => None,
        (one, other) => {
            let short = |value: &Value| value.to_string().chars().take(200).collect::<String>();
            Some(format!("{path}: {} and {}", short(one), short(other)))
        }
    }
}

fn header() -> String {
    format!("{:<36} {:>8} {:>9} {:>9} {:>9} {:>9}", "function", "cold ms", "cold CPU", "p50 ms", "CPU ms", "peak MiB")
}

fn row(name: &str, measurement: &Measurement) -> String {
    format!(
        "{name:<36} {:>8.1} {:>9.1} {:>9.2} {:>9.2} {:>9}",
        millis(measurement.cold),
        millis(measurement.cold_cpu),
        millis(measurement.p50),
        millis(measurement.cpu),
        measurement.memory.div_ceil(1024),
    )
}

fn ratios(rust: &Measurement, node: &Measurement, floor: &Measurement) -> String {
    let ratio = |one: Duration, other: Duration| one.as_secs_f64() / other.as_secs_f64().max(1e-6);
    format!(
        "  Node.js / function: cold {:.1}, cold CPU {:.1}, p50 {:.1}, CPU {:.1}, memory {:.1}; cold / floor {:.2}",
        ratio(node.cold, rust.cold),
        ratio(node.cold_cpu, rust.cold_cpu),
        ratio(node.p50, rust.p50),
        ratio(node.cpu, rust.cpu),
        ratio(Duration::from_millis(node.memory), Duration::from_millis(rust.memory)),
        ratio(rust.cold, floor.cold),
    )
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn finds_the_first_different_value_of_two_responses() {
        let (one, other) = (json!({"items": [{"a": 1}, {"a": 2}]}), json!({"items": [{"a": 1.0}, {"a": 3}]}));
        assert_eq!(difference("", &comparable(one), &comparable(other)), Some(".items[1].a: 2.0 and 3.0".into()));
    }

    #[test]
    fn numbers_in_other_forms_and_other_tokens_are_equal() {
        let (one, other) = (json!({"a": 1, "nextToken": "x"}), json!({"a": 1.0, "nextToken": "y"}));
        assert_eq!(difference("", &comparable(one.clone()), &comparable(other)), None);
        assert!(difference("", &comparable(one), &comparable(json!({"a": 1}))).is_some());
    }
}
