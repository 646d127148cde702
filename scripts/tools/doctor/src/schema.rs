//! GraphQL schemas, compared by what they offer: order, layout, descriptions and what the service adds do not count.

use crate::report::Findings;
use anyhow::{Result, anyhow};
use apollo_compiler::{
    Node,
    ast::{Definition, Document, FieldDefinition, InputValueDefinition},
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
    let document = Document::parse(schema, "schema.graphql").map_err(|wrong| anyhow!("{}", wrong.errors))?;
    Ok(document.definitions.iter().flat_map(members).filter(|(member, _)| !member.starts_with("AWS")).collect())
}

fn members(definition: &Definition) -> Vec<(String, String)> {
    let member = |name: &str, member: &str, what: String| (format!("{name}.{member}"), what);
    match definition {
        Definition::ObjectTypeDefinition(object) => fields(&object.name, &object.fields),
        Definition::InterfaceTypeDefinition(interface) => fields(&interface.name, &interface.fields),
        Definition::InputObjectTypeDefinition(input) => {
            input.fields.iter().map(|field| member(&input.name, &field.name, value(field))).collect()
        }
        Definition::EnumTypeDefinition(set) => {
            set.values.iter().map(|value| member(&set.name, &value.value, "a value".into())).collect()
        }
        Definition::UnionTypeDefinition(union) => {
            union.members.iter().map(|name| member(&union.name, name, "a member".into())).collect()
        }
        // Scalars that are not AWS's own would be unknown to AppSync; directives are the service's.
        _ => Vec::new(),
    }
}

fn fields(name: &str, fields: &[Node<FieldDefinition>]) -> Vec<(String, String)> {
    let signature = |field: &FieldDefinition| {
        let mut arguments: Vec<String> =
            field.arguments.iter().map(|argument| format!("{}: {}", argument.name, value(argument))).collect();
        arguments.sort();
        if arguments.is_empty() { field.ty.to_string() } else { format!("({}): {}", arguments.join(", "), field.ty) }
    };
    fields.iter().map(|field| (format!("{name}.{}", field.name), signature(field))).collect()
}

fn value(input: &InputValueDefinition) -> String {
    match &input.default_value {
        Some(default) => format!("{} = {default}", input.ty),
        None => input.ty.to_string(),
    }
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
