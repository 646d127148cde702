//! The templates give each operation's function the configuration that it needs to check its caller.

use crate::operations::declared_operations;
use serde_norway::Value;
use std::{fs, path::Path};

/// Returns the templates with operations: the file, and the number of operations that it must contain.
fn templates() -> [(&'static str, usize, Value); 2] {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../infra");
    let (routes, fields): (Vec<_>, Vec<_>) =
        declared_operations().into_iter().partition(|operation| operation.kind == "route");
    [("operations.yaml", fields.len()), ("rest.yaml", routes.len())].map(|(name, operations)| {
        let template = fs::read_to_string(folder.join(name)).unwrap();
        (name, operations, serde_norway::from_str(&template).unwrap())
    })
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
    let mut missing = Vec::new();
    for (name, expected, template) in templates() {
        let mut functions = 0;
        let variables = &template["Globals"]["Function"]["Environment"]["Variables"];
        for variable in ["USER_POOL_CLIENT_ID", "PERMISSIONS_TABLE"] {
            assert!(variables.get(variable).is_some(), "{name}: {variable}");
        }
        for (resource, definition) in template["Resources"].as_mapping().unwrap() {
            if definition["Type"].as_str() != Some("AWS::Serverless::Function") {
                continue;
            }
            functions += 1;
            let policies = definition["Properties"]["Policies"].as_sequence().into_iter().flatten();
            let mut statements = policies.flat_map(|policy| policy["Statement"].as_sequence().into_iter().flatten());
            if !statements.any(reads_permissions) {
                missing.push(format!("{name}: {}", text(resource)));
            }
        }
        assert_eq!(functions, expected, "{name}");
    }
    assert!(missing.is_empty(), "functions that cannot read the permission record: {missing:?}");
}
