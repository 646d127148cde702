//! The fields of the GraphQL schema's root types.

use anyhow::{Result, bail};
use apollo_parser::{Parser, cst::Definition};
use shared::declaration::Kind;

/// Returns the name and the kind of each field of `Query` and `Mutation`, in the schema's order.
pub(crate) fn fields(schema: &str) -> Result<Vec<(String, Kind)>> {
    let parsed = Parser::new(schema).parse();
    if let Some(error) = parsed.errors().next() {
        bail!("infra/schema.graphql is not a valid schema: {error}");
    }
    let mut found = Vec::new();
    for definition in parsed.document().definitions() {
        let Definition::ObjectTypeDefinition(object) = definition else { continue };
        let kind = match object.name().map(|name| name.text().to_string()).as_deref() {
            Some("Query") => Kind::Query,
            Some("Mutation") => Kind::Mutation,
            _ => continue,
        };
        let fields = object.fields_definition().into_iter().flat_map(|fields| fields.field_definitions());
        found.extend(fields.filter_map(|field| Some((field.name()?.text().to_string(), kind.clone()))));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_fields_of_queries_and_mutations_alone() {
        let schema = "type Query { a: Int b(c: Int): Int } type Mutation { d: Int } type Other { e: Int }";
        let expected = [("a", Kind::Query), ("b", Kind::Query), ("d", Kind::Mutation)];
        assert_eq!(fields(schema).unwrap(), expected.map(|(name, kind)| (name.to_owned(), kind)));
    }

    #[test]
    fn rejects_a_schema_that_cannot_be_parsed() {
        assert!(fields("type Query {").is_err());
    }
}
