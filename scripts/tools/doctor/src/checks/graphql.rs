//! Checks the GraphQL API: its schema, and a resolver for each root field.

use crate::{report::Findings, repository::Repository, schema, stack::Stack};
use anyhow::{Context, Result};
use aws_sdk_appsync::{Client, types::OutputType};
use std::collections::BTreeSet;

/// Finds differences between the schemas.
pub(crate) async fn schema(repository: &Repository, stack: &Stack) -> Result<Findings> {
    let response = Client::new(&stack.sdk)
        .get_introspection_schema()
        .api_id(api_id(stack)?)
        .format(OutputType::Sdl)
        .send()
        .await?;
    let deployed = response.schema().context("the response has no schema")?;
    schema::compare(&repository.schema, std::str::from_utf8(deployed.as_ref())?)
}

/// Finds fields without a resolver and resolvers without a field.
pub(crate) async fn resolvers(repository: &Repository, stack: &Stack) -> Result<Findings> {
    let client = Client::new(&stack.sdk);
    let expected = BTreeSet::from_iter(schema::root_fields(&repository.schema)?);
    let mut deployed = BTreeSet::new();
    for name in expected.iter().map(|(name, _)| name).collect::<BTreeSet<_>>() {
        let mut pages = client.list_resolvers().api_id(api_id(stack)?).type_name(name).into_paginator().items().send();
        while let Some(resolver) = pages.next().await {
            let field = resolver?.field_name.unwrap_or_default();
            deployed.insert((name.clone(), field));
        }
    }
    let missing = expected.difference(&deployed).map(|(name, field)| format!("{name}.{field} has no resolver"));
    let unknown = deployed
        .difference(&expected)
        .map(|(name, field)| format!("{name}.{field} has a resolver but is not in the schema"));
    Ok(missing.chain(unknown).collect())
}

/// The id of the API. Its physical id is the id or an ARN that ends with it.
fn api_id(stack: &Stack) -> Result<&str> {
    let api = stack.of_kind("AWS::AppSync::GraphQLApi").next().context("the stack has no GraphQL API")?;
    api.physical_id.rsplit('/').next().context("the API has no id")
}
