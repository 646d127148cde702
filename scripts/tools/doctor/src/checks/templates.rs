//! Compares the templates: resources, roles' policies, alarms, settings. Changes by `sam package` do not count.

use crate::{
    report::Findings,
    repository::{Repository, parse},
    stack::Stack,
};
use anyhow::{Context, Result};
use aws_sdk_cloudformation::{Client, types::TemplateStage};
use serde_json::Value;

/// Properties that packaging replaces with the address of the artifact.
const PACKAGED_PROPERTIES: [&str; 4] = ["CodeUri", "Location", "DefinitionS3Location", "CodeS3Location"];

/// Finds differences between the deployed templates and the repository.
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
        let response = client.get_template().stack_name(id).template_stage(TemplateStage::Original).send().await?;
        let deployed = parse(response.template_body().context("the template has no body")?)?;
        let path = if name.is_empty() { "template.yaml" } else { name };
        compare(path, &without_packaging(expected), &without_packaging(&deployed), &mut findings);
    }
    Ok(findings)
}

/// Whether a nested stack has a condition. For example, a local stack has no hosting.
fn is_conditional(repository: &Repository, name: &str) -> bool {
    let root = repository.templates.get("");
    root.is_some_and(|root| root.pointer(&format!("/Resources/{name}/Condition")).is_some())
}

/// The template without the properties that packaging changes or adds.
fn without_packaging(template: &Value) -> Value {
    match template {
        Value::Object(pairs) => {
            let unchanged =
                pairs.iter().filter(|(name, _)| !PACKAGED_PROPERTIES.contains(&name.as_str()) && *name != "Metadata");
            unchanged.map(|(name, value)| (name.clone(), without_packaging(value))).collect()
        }
        Value::Array(items) => items.iter().map(without_packaging).collect(),
        other => other.clone(),
    }
}

/// Adds the differences below `path` to the findings.
fn compare(path: &str, expected: &Value, deployed: &Value, findings: &mut Findings) {
    match (expected, deployed) {
        (Value::Object(expected), Value::Object(deployed)) => {
            for (name, value) in expected {
                match deployed.get(name) {
                    Some(found) => compare(&format!("{path}.{name}"), value, found, findings),
                    None => findings.push(format!("{path}.{name} is not deployed")),
                }
            }
            let unknown = deployed.keys().filter(|name| !expected.contains_key(*name));
            findings.extend(unknown.map(|name| format!("{path}.{name} is deployed but not in the repository")));
        }
        (Value::Array(expected), Value::Array(deployed)) if expected.len() == deployed.len() => {
            for (position, (value, found)) in expected.iter().zip(deployed).enumerate() {
                compare(&format!("{path}.{position}"), value, found, findings);
            }
        }
        _ if text(expected) == text(deployed) => {}
        _ => findings.push(format!("{path} is {deployed}, not {expected}")),
    }
}

/// The text of a scalar. In a template, `1` and `"1"` are equal.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn differences(expected: &Value, deployed: &Value) -> Findings {
        let mut findings = Findings::new();
        compare("T", &without_packaging(expected), &without_packaging(deployed), &mut findings);
        findings
    }

    #[test]
    fn ignores_changes_by_packaging() {
        let expected = json!({"Resources": {"F": {"Properties": {"CodeUri": "../target", "Timeout": 10}}}});
        let packaged =
            json!({"Resources": {"F": {"Properties": {"CodeUri": "s3://b/k", "Timeout": "10"}, "Metadata": {}}}});
        assert_eq!(differences(&expected, &packaged), Findings::new());
    }

    #[test]
    fn reports_a_widened_policy_and_missing_and_unknown_properties() {
        let policy = |action: Value| json!({"F": {"Policies": [{"Statement": [{"Action": action}]}]}});
        let findings = differences(&policy(json!("dynamodb:GetItem")), &policy(json!("dynamodb:*")));
        assert_eq!(findings, [r#"T.F.Policies.0.Statement.0.Action is "dynamodb:*", not "dynamodb:GetItem""#]);
        assert_eq!(
            differences(&json!({"A": 1}), &json!({"B": 1})),
            ["T.A is not deployed", "T.B is deployed but not in the repository"]
        );
    }
}
