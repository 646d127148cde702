//! The templates give each operation's function the configuration that it needs to check its caller.

use serde_norway::Value;
use std::{fs, path::Path};

/// Returns the templates with operations, by file name.
fn templates() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../infra");
    let names = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let with_operations = names.filter(|name| name.starts_with("graphql-") || name == "rest.yaml");
    with_operations
        .map(|name| (name.clone(), serde_norway::from_str(&fs::read_to_string(folder.join(name)).unwrap()).unwrap()))
        .collect()
}

fn text(value: &Value) -> String {
    serde_norway::to_string(value).unwrap()
}

/// Whether the policy statement allows reading an item of the permissions table.
fn reads_permissions(statement: &Value) -> bool {
    let resource = text(&statement["Resource"]);
    text(&statement["Action"]).contains("dynamodb:GetItem") && resource.contains("${PermissionsTable}\n")
        || text(&statement["Action"]).contains("dynamodb:GetItem")
            && resource.trim_end().ends_with("${PermissionsTable}'")
}

#[test]
fn every_function_has_the_client_id_and_can_read_the_permissions_table() {
    let templates = templates();
    assert!(templates.len() > 10, "{}", templates.len());
    let mut missing = Vec::new();
    for (name, template) in templates {
        let variables = &template["Globals"]["Function"]["Environment"]["Variables"];
        for variable in ["USER_POOL_CLIENT_ID", "PERMISSIONS_TABLE"] {
            assert!(variables.get(variable).is_some(), "{name}: {variable}");
        }
        for (resource, definition) in template["Resources"].as_mapping().unwrap() {
            if definition["Type"].as_str() != Some("AWS::Serverless::Function") {
                continue;
            }
            let policies = definition["Properties"]["Policies"].as_sequence().into_iter().flatten();
            let mut statements = policies.flat_map(|policy| policy["Statement"].as_sequence().into_iter().flatten());
            if !statements.any(reads_permissions) {
                missing.push(format!("{name}: {}", text(resource)));
            }
        }
    }
    assert!(missing.is_empty(), "functions that cannot read the permission record: {missing:?}");
}
