//! The templates: resources, roles' policies, alarms, settings. What `sam deploy` puts in while it packages does not
//! count.

use crate::{
    report::Findings,
    repository::{Repository, parse},
    stack::Stack,
};
use anyhow::{Context, Result};
use aws_sdk_cloudformation::{Client, types::TemplateStage};
use serde_json::Value;

/// What packaging replaces by the address of the packaged artifact.
const PACKAGED: [&str; 4] = ["CodeUri", "Location", "DefinitionS3Location", "CodeS3Location"];

/// Places where a deployed template is not the one in the repository.
pub(crate) async fn check(repository: &Repository, stack: &Stack) -> Result<Findings> {
    let client = Client::new(&stack.sdk);
    let mut findings = Findings::new();
    for (name, expected) in &repository.templates {
        let Some(id) = stack.stacks.get(name) else {
            if !is_conditional(repository, name) {
                findings.push(format!("the nested stack {name} is not deployed"));
            }
            continue;
        };
        let answer = client.get_template().stack_name(id).template_stage(TemplateStage::Original).send().await?;
        let deployed = parse(answer.template_body().context("the template has no body")?)?;
        let place = if name.is_empty() { "template.yaml" } else { name };
        compare(place, &stripped(expected), &stripped(&deployed), &mut findings);
    }
    Ok(findings)
}

/// Whether a nested stack is made under a condition only, such as the hosting that a local stack does without.
fn is_conditional(repository: &Repository, name: &str) -> bool {
    let root = repository.templates.get("");
    root.is_some_and(|root| root.pointer(&format!("/Resources/{name}/Condition")).is_some())
}

/// Without what packaging changes and adds.
fn stripped(template: &Value) -> Value {
    match template {
        Value::Object(pairs) => {
            let kept = pairs.iter().filter(|(name, _)| !PACKAGED.contains(&name.as_str()) && *name != "Metadata");
            kept.map(|(name, value)| (name.clone(), stripped(value))).collect()
        }
        Value::Array(items) => items.iter().map(stripped).collect(),
        other => other.clone(),
    }
}

fn compare(place: &str, expected: &Value, deployed: &Value, findings: &mut Findings) {
    match (expected, deployed) {
        (Value::Object(expected), Value::Object(deployed)) => {
            for (name, value) in expected {
                match deployed.get(name) {
                    Some(found) => compare(&format!("{place}.{name}"), value, found, findings),
                    None => findings.push(format!("{place}.{name} is not deployed")),
                }
            }
            let unknown = deployed.keys().filter(|name| !expected.contains_key(*name));
            findings.extend(unknown.map(|name| format!("{place}.{name} is deployed only")));
        }
        (Value::Array(expected), Value::Array(deployed)) if expected.len() == deployed.len() => {
            for (position, (value, found)) in expected.iter().zip(deployed).enumerate() {
                compare(&format!("{place}.{position}"), value, found, findings);
            }
        }
        _ if text(expected) == text(deployed) => {}
        _ => findings.push(format!("{place} is {deployed}, not {expected}")),
    }
}

/// A template says the same by `1` and `"1"`.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn differences(expected: &Value, deployed: &Value) -> Findings {
        let mut findings = Findings::new();
        compare("T", &stripped(expected), &stripped(deployed), &mut findings);
        findings
    }

    #[test]
    fn packaging_is_no_difference() {
        let expected = json!({"Resources": {"F": {"Properties": {"CodeUri": "../target", "Timeout": 10}}}});
        let packaged =
            json!({"Resources": {"F": {"Properties": {"CodeUri": "s3://b/k", "Timeout": "10"}, "Metadata": {}}}});
        assert_eq!(differences(&expected, &packaged), Findings::new());
    }

    #[test]
    fn a_widened_policy_is_a_difference() {
        let of = |action: Value| json!({"F": {"Policies": [{"Statement": [{"Action": action}]}]}});
        let found = differences(&of(json!("dynamodb:GetItem")), &of(json!("dynamodb:*")));
        assert_eq!(found, [r#"T.F.Policies.0.Statement.0.Action is "dynamodb:*", not "dynamodb:GetItem""#]);
        assert_eq!(differences(&json!({"A": 1}), &json!({"B": 1})), ["T.A is not deployed", "T.B is deployed only"]);
    }
}
