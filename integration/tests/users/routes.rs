//! Sample calls of every route in `infra/rest.yaml`.

use integration::Method;
use serde::Deserialize;
use serde_norway::Value;
use std::collections::BTreeMap;

const TEMPLATE: &str = include_str!("../../../infra/rest.yaml");

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Template {
    resources: BTreeMap<String, Resource>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Resource {
    r#type: String,
    #[serde(default)]
    properties: Value,
}

/// Returns name, method and path of each route. Sample values replace the path parameters.
pub(crate) fn calls() -> Vec<(String, Method, String)> {
    let template: Template = serde_norway::from_str(TEMPLATE).unwrap();
    let functions = template.resources.iter().filter(|(_, resource)| resource.r#type == "AWS::Serverless::Function");
    let mut calls = Vec::new();
    for (function, Resource { properties, .. }) in functions {
        let events = properties["Events"].as_mapping().unwrap_or_else(|| panic!("{function} has no route"));
        for event in events.values() {
            assert_eq!(event["Type"].as_str(), Some("Api"), "{function} has an event that is not a route");
            let [method, path] = ["Method", "Path"].map(|name| event["Properties"][name].as_str().unwrap().to_owned());
            let sample_path =
                path.replace("{id}", "SAMPLE").replace("{uploadId}", "SAMPLE").replace("{date}", "20261121");
            assert!(!sample_path.contains('{'), "add sample values for the parameters of {path}");
            calls.push((format!("{method} {path}"), method.parse().unwrap(), sample_path));
        }
    }
    calls
}
