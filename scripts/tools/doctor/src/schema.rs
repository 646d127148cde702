//! Compares GraphQL schemas by their members. Order, layout, descriptions and additions of AppSync do not count.

use crate::report::Findings;
use anyhow::{Result, bail};
use apollo_parser::{
    Parser,
    cst::{CstNode, Definition, FieldsDefinition, InputValueDefinition, Name},
};
use std::collections::BTreeMap;

/// The members of a schema's types with their signatures: `Query.locations` has the signature
/// `(filter: LocationFilter, ...): LocationPage!`.
type Members = BTreeMap<String, String>;

/// Finds differences between the schema in the repository and the deployed one.
pub(crate) fn compare(repository: &str, deployed: &str) -> Result<Findings> {
    let (repository, deployed) = (schema_members(repository)?, schema_members(deployed)?);
    let missing = repository.iter().filter_map(|(member, expected)| match deployed.get(member) {
        None => Some(format!("{member} is not deployed")),
        Some(found) if found != expected => Some(format!("{member} is {found}, not {expected}")),
        Some(_) => None,
    });
    let unknown = deployed.keys().filter(|member| !repository.contains_key(*member));
    Ok(missing.chain(unknown.map(|member| format!("{member} is deployed but not in the repository"))).collect())
}

/// The root fields: type and field of each.
pub(crate) fn root_fields(schema: &str) -> Result<Vec<(String, String)>> {
    let members = schema_members(schema)?.into_keys();
    Ok(members
        .filter_map(|member| member.split_once('.').map(|(name, field)| (name.to_owned(), field.to_owned())))
        .filter(|(name, _)| ["Query", "Mutation", "Subscription"].contains(&name.as_str()))
        .collect())
}

fn schema_members(schema: &str) -> Result<Members> {
    let parsed = Parser::new(schema).parse();
    if let Some(error) = parsed.errors().next() {
        bail!("the schema cannot be parsed: {}", error.message());
    }
    let members = parsed.document().definitions().flat_map(|definition| definition_members(&definition));
    Ok(members.filter(|(member, _)| !member.starts_with("AWS")).collect())
}

fn definition_members(definition: &Definition) -> Vec<(String, String)> {
    match definition {
        Definition::ObjectTypeDefinition(object) => fields(&text(object.name()), object.fields_definition()),
        Definition::InterfaceTypeDefinition(interface) => {
            fields(&text(interface.name()), interface.fields_definition())
        }
        Definition::InputObjectTypeDefinition(input) => {
            let members = input.input_fields_definition().into_iter().flat_map(|all| all.input_value_definitions());
            members
                .map(|field| (format!("{}.{}", text(input.name()), text(field.name())), value_signature(&field)))
                .collect()
        }
        Definition::EnumTypeDefinition(set) => {
            let values = set.enum_values_definition().into_iter().flat_map(|all| all.enum_value_definitions());
            let value = values.filter_map(|value| value.enum_value()?.name());
            value.map(|value| (format!("{}.{}", text(set.name()), value.text()), "a value".into())).collect()
        }
        // Larder has no unions. AppSync has no custom scalars and defines all directives itself.
        _ => Vec::new(),
    }
}

fn fields(name: &str, fields: Option<FieldsDefinition>) -> Vec<(String, String)> {
    let fields = fields.into_iter().flat_map(|all| all.field_definitions());
    fields
        .map(|field| {
            let arguments = field.arguments_definition().into_iter().flat_map(|all| all.input_value_definitions());
            let mut arguments: Vec<String> = arguments
                .map(|argument| format!("{}: {}", text(argument.name()), value_signature(&argument)))
                .collect();
            arguments.sort();
            let output = field.ty().map(|output| output.source_string()).unwrap_or_default();
            let output = output.trim();
            let signature =
                if arguments.is_empty() { output.into() } else { format!("({}): {output}", arguments.join(", ")) };
            (format!("{name}.{}", text(field.name())), signature)
        })
        .collect()
}

/// The signature of an argument or input field: its type and default.
fn value_signature(input: &InputValueDefinition) -> String {
    let kind = input.ty().map(|kind| kind.source_string()).unwrap_or_default();
    let default = input.default_value().and_then(|default| default.value()).map(|value| value.source_string());
    default.map_or_else(|| kind.trim().to_owned(), |default| format!("{} = {}", kind.trim(), default.trim()))
}

fn text(name: Option<Name>) -> String {
    name.map(|name| name.text().to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEMA: &str = r#"
        "The root type."
        type Query { one(b: Int, a: ID!): [Thing!]! two: Int }
        enum Color { RED GREEN }
        type Thing { id: ID! color: Color }
        input Wish { thing: ID! count: Int = 1 }
    "#;

    #[test]
    fn ignores_order_layout_and_descriptions() {
        let equivalent =
            "scalar AWSDateTime input Wish { count: Int = 1, thing: ID! } type Thing { color: Color id: ID! }
                    enum Color { GREEN RED } type Query { two: Int one(a: ID!, b: Int): [Thing!]! }
                    schema { query: Query }";
        assert_eq!(compare(SCHEMA, equivalent).unwrap(), Findings::new());
    }

    #[test]
    fn reports_every_difference() {
        let other = "type Query { one(a: ID, b: Int): [Thing!]! three: Int } enum Color { RED }
                     type Thing { id: ID! color: Color } input Wish { thing: ID! count: Int = 1 }";
        let expected = [
            "Color.GREEN is not deployed",
            "Query.one is (a: ID, b: Int): [Thing!]!, not (a: ID!, b: Int): [Thing!]!",
            "Query.two is not deployed",
            "Query.three is deployed but not in the repository",
        ];
        assert_eq!(compare(SCHEMA, other).unwrap(), expected);
    }

    #[test]
    fn lists_the_root_fields() {
        let fields = root_fields(SCHEMA).unwrap();
        assert_eq!(fields, [("Query".into(), "one".into()), ("Query".into(), "two".into())]);
    }
}
