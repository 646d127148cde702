//! The GraphQL interface: its schema, and a resolver for each field that a caller begins at.

use crate::{report::Findings, repository::Repository, schema, stack::Stack};
use anyhow::{Context, Result};
use aws_sdk_appsync::{Client, types::OutputType};
use std::collections::BTreeSet;

/// What differs between the schemas.
pub(crate) async fn schema(repository: &Repository, stack: &Stack) -> Result<Findings> {
    let answer =
        Client::new(&stack.sdk).get_introspection_schema().api_id(api(stack)?).format(OutputType::Sdl).send().await?;
    let deployed = answer.schema().context("the schema has no body")?;
    schema::compare(&repository.schema, std::str::from_utf8(deployed.as_ref())?)
}

/// Fields without a resolver, resolvers without a field.
pub(crate) async fn resolvers(repository: &Repository, stack: &Stack) -> Result<Findings> {
    let client = Client::new(&stack.sdk);
    let expected = BTreeSet::from_iter(schema::entries(&repository.schema)?);
    let mut deployed = BTreeSet::new();
    for name in expected.iter().map(|(name, _)| name).collect::<BTreeSet<_>>() {
        let mut pages = client.list_resolvers().api_id(api(stack)?).type_name(name).into_paginator().items().send();
        while let Some(resolver) = pages.next().await {
            let field = resolver?.field_name.unwrap_or_default();
            deployed.insert((name.clone(), field));
        }
    }
    let missing = expected.difference(&deployed).map(|(name, field)| format!("{name}.{field} has no resolver"));
    let unknown = deployed.difference(&expected).map(|(name, field)| format!("{name}.{field} has a resolver only"));
    Ok(missing.chain(unknown).collect())
}

/// The id of the interface. A stack names it by its id or by its address, which ends with the id.
fn api(stack: &Stack) -> Result<&str> {
    let api = stack.of_kind("AWS::AppSync::GraphQLApi").next().context("there is no GraphQL interface")?;
    api.physical_id.rsplit('/').next().context("the interface has no id")
}
