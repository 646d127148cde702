//! Every route in `infra/rest.yaml`, as a call.

use serde::Deserialize;
use serde_norway::Value;
use std::collections::BTreeMap;
use testkit::Method;

const TEMPLATE: &str = include_str!("../../../../infra/rest.yaml");

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

/// The name of each route, and its method and path, with something in the place of each parameter.
pub(crate) fn calls() -> Vec<(String, Method, String)> {
    let template: Template = serde_norway::from_str(TEMPLATE).unwrap();
    let functions = template.resources.iter().filter(|(_, resource)| resource.r#type == "AWS::Serverless::Function");
    let mut calls = Vec::new();
    for (function, Resource { properties, .. }) in functions {
        let events = properties["Events"].as_mapping().unwrap_or_else(|| panic!("{function} has no route"));
        for event in events.values() {
            assert_eq!(event["Type"].as_str(), Some("Api"), "{function} is called by something else than a route");
            let [method, path] = ["Method", "Path"].map(|name| event["Properties"][name].as_str().unwrap().to_owned());
            let filled = path.replace("{id}", "WALK").replace("{uploadId}", "WALK").replace("{date}", "20261121");
            assert!(!filled.contains('{'), "say here what stands for the parameters of {path}");
            calls.push((format!("{method} {path}"), method.parse().unwrap(), filled));
        }
    }
    calls
}
