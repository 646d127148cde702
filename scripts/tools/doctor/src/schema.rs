//! GraphQL schemas, compared by what they offer: order, layout, descriptions and what the service adds do not count.

use crate::report::Findings;
use anyhow::{Result, bail};
use apollo_parser::{
    Parser,
    cst::{CstNode, Definition, FieldsDefinition, InputValueDefinition, Name},
};
use std::collections::BTreeMap;

/// What a schema offers: each type's members, `Query.locations` as `(filter: LocationFilter, ...): LocationPage!`.
type Offer = BTreeMap<String, String>;

/// What differs between the schema in the repository and the deployed one.
pub(crate) fn compare(repository: &str, deployed: &str) -> Result<Findings> {
    let (repository, deployed) = (offer(repository)?, offer(deployed)?);
    let missing = repository.iter().filter_map(|(member, expected)| match deployed.get(member) {
        None => Some(format!("{member} is not deployed")),
        Some(found) if found != expected => Some(format!("{member} is {found}, not {expected}")),
        Some(_) => None,
    });
    let unknown = deployed.keys().filter(|member| !repository.contains_key(*member));
    Ok(missing.chain(unknown.map(|member| format!("{member} is deployed only"))).collect())
}

/// The fields of the types that a caller begins at: type and field.
pub(crate) fn entries(schema: &str) -> Result<Vec<(String, String)>> {
    let members = offer(schema)?.into_keys();
    Ok(members
        .filter_map(|member| member.split_once('.').map(|(name, field)| (name.to_owned(), field.to_owned())))
        .filter(|(name, _)| ["Query", "Mutation", "Subscription"].contains(&name.as_str()))
        .collect())
}

fn offer(schema: &str) -> Result<Offer> {
    let parsed = Parser::new(schema).parse();
    if let Some(wrong) = parsed.errors().next() {
        bail!("{}", wrong.message());
    }
    let members = parsed.document().definitions().flat_map(|definition| members(&definition));
    Ok(members.filter(|(member, _)| !member.starts_with("AWS")).collect())
}

fn members(definition: &Definition) -> Vec<(String, String)> {
    match definition {
        Definition::ObjectTypeDefinition(object) => fields(&text(object.name()), object.fields_definition()),
        Definition::InterfaceTypeDefinition(interface) => {
            fields(&text(interface.name()), interface.fields_definition())
        }
        Definition::InputObjectTypeDefinition(input) => {
            let members = input.input_fields_definition().into_iter().flat_map(|all| all.input_value_definitions());
            members.map(|field| (format!("{}.{}", text(input.name()), text(field.name())), value(&field))).collect()
        }
        Definition::EnumTypeDefinition(set) => {
            let values = set.enum_values_definition().into_iter().flat_map(|all| all.enum_value_definitions());
            let value = values.filter_map(|value| value.enum_value()?.name());
            value.map(|value| (format!("{}.{}", text(set.name()), value.text()), "a value".into())).collect()
        }
        // Larder has no unions; scalars that are not AWS's own would be unknown to AppSync; directives are the service's.
        _ => Vec::new(),
    }
}

fn fields(name: &str, fields: Option<FieldsDefinition>) -> Vec<(String, String)> {
    let fields = fields.into_iter().flat_map(|all| all.field_definitions());
    fields
        .map(|field| {
            let arguments = field.arguments_definition().into_iter().flat_map(|all| all.input_value_definitions());
            let mut arguments: Vec<String> =
                arguments.map(|argument| format!("{}: {}", text(argument.name()), value(&argument))).collect();
            arguments.sort();
            let answer = field.ty().map(|of| of.source_string()).unwrap_or_default();
            let answer = answer.trim();
            let signature =
                if arguments.is_empty() { answer.into() } else { format!("({}): {answer}", arguments.join(", ")) };
            (format!("{name}.{}", text(field.name())), signature)
        })
        .collect()
}

fn value(input: &InputValueDefinition) -> String {
    let of = input.ty().map(|of| of.source_string()).unwrap_or_default();
    let default = input.default_value().and_then(|default| default.value()).map(|value| value.source_string());
    default.map_or_else(|| of.trim().to_owned(), |default| format!("{} = {}", of.trim(), default.trim()))
}

fn text(name: Option<Name>) -> String {
    name.map(|name| name.text().to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEMA: &str = r#"
        "All of it."
        type Query { one(b: Int, a: ID!): [Thing!]! two: Int }
        enum Colour { RED GREEN }
        type Thing { id: ID! colour: Colour }
        input Wish { thing: ID! count: Int = 1 }
    "#;

    #[test]
    fn order_layout_and_descriptions_do_not_count() {
        let same = "scalar AWSDateTime input Wish { count: Int = 1, thing: ID! } type Thing { colour: Colour id: ID! }
                    enum Colour { GREEN RED } type Query { two: Int one(a: ID!, b: Int): [Thing!]! }
                    schema { query: Query }";
        assert_eq!(compare(SCHEMA, same).unwrap(), Findings::new());
    }

    #[test]
    fn every_difference_is_named() {
        let other = "type Query { one(a: ID, b: Int): [Thing!]! three: Int } enum Colour { RED }
                     type Thing { id: ID! colour: Colour } input Wish { thing: ID! count: Int = 1 }";
        let expected = [
            "Colour.GREEN is not deployed",
            "Query.one is (a: ID, b: Int): [Thing!]!, not (a: ID!, b: Int): [Thing!]!",
            "Query.two is not deployed",
            "Query.three is deployed only",
        ];
        assert_eq!(compare(SCHEMA, other).unwrap(), expected);
    }

    #[test]
    fn entries_are_the_fields_that_need_a_resolver() {
        let entries = entries(SCHEMA).unwrap();
        assert_eq!(entries, [("Query".into(), "one".into()), ("Query".into(), "two".into())]);
    }
}
