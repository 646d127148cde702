//! A deployed stack with its nested stacks.

use anyhow::{Context, Result};
use aws_config::SdkConfig;
use aws_sdk_cloudformation::{Client, types::StackResourceSummary};
use serde::Deserialize;
use shared::aws_client::sdk;
use stack::Account;
use std::{collections::BTreeMap, fs, path::Path};

/// The stack's name if its description has none.
const DEFAULT_NAME: &str = "larder-local";

/// A deployed stack.
#[derive(Debug)]
pub(crate) struct Stack {
    /// The configuration of all service clients.
    pub(crate) sdk: SdkConfig,
    /// The URL of the REST API, without a trailing slash.
    pub(crate) rest_url: String,
    /// The physical ids of the nested stacks by logical id. The root stack has an empty logical id.
    pub(crate) stacks: BTreeMap<String, String>,
    /// The resources of all stacks.
    pub(crate) resources: Vec<Resource>,
}

/// A deployed resource.
#[derive(Debug)]
pub(crate) struct Resource {
    /// The name in the template.
    pub(crate) logical_id: String,
    /// The name, URL or ARN of the resource.
    pub(crate) physical_id: String,
    /// The type, such as `AWS::SQS::Queue`.
    pub(crate) kind: String,
    /// The status, such as `CREATE_COMPLETE`.
    pub(crate) status: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Description {
    #[serde(flatten)]
    account: Account,
    rest_url: String,
    stack_name: Option<String>,
}

impl Stack {
    /// Reads the stack that the file at `path` describes, at the endpoint in that file.
    pub(crate) async fn from_description(path: &Path) -> Result<Self> {
        let text =
            fs::read(path).with_context(|| format!("could not read the stack description {}", path.display()))?;
        let description: Description = serde_json::from_slice(&text)?;
        let name = description.stack_name.as_deref().unwrap_or(DEFAULT_NAME).to_owned();
        let mut stack = Self::read(description.account.sdk().await, &name).await?;
        stack.rest_url = description.rest_url;
        Ok(stack)
    }

    /// Reads the stack with this name in the account and region of the environment.
    pub(crate) async fn on_aws(name: &str) -> Result<Self> {
        Self::read(sdk().load().await, name).await
    }

    async fn read(sdk: SdkConfig, name: &str) -> Result<Self> {
        let client = Client::new(&sdk);
        let response = client.describe_stacks().stack_name(name).send().await?;
        let root = response.stacks().first().with_context(|| format!("the stack {name} does not exist"))?;
        let rest_url = root.outputs().iter().find(|output| output.output_key() == Some("RestUrl"));
        let rest_url = rest_url.and_then(|output| output.output_value()).unwrap_or_default();
        let rest_url = rest_url.trim_end_matches('/').to_owned();
        let mut stacks = BTreeMap::from([(String::new(), name.to_owned())]);
        let mut resources = resources(&client, name).await?;
        let nested = resources.iter().filter(|resource| resource.kind == "AWS::CloudFormation::Stack");
        stacks.extend(nested.map(|resource| (resource.logical_id.clone(), resource.physical_id.clone())));
        for (_, id) in stacks.iter().filter(|(logical_id, _)| !logical_id.is_empty()) {
            resources.extend(self::resources(&client, id).await?);
        }
        Ok(Self { sdk, rest_url, stacks, resources })
    }

    /// The resources of one type.
    pub(crate) fn of_kind(&self, kind: &str) -> impl Iterator<Item = &Resource> {
        self.resources.iter().filter(move |resource| resource.kind == kind)
    }

    /// The resource with this type and logical id.
    pub(crate) fn find(&self, kind: &str, logical_id: &str) -> Option<&Resource> {
        self.of_kind(kind).find(|resource| resource.logical_id == logical_id)
    }
}

async fn resources(client: &Client, stack: &str) -> Result<Vec<Resource>> {
    let mut pages = client.list_stack_resources().stack_name(stack).into_paginator().items().send();
    let mut resources = Vec::new();
    while let Some(summary) = pages.next().await {
        resources.push(resource(summary?));
    }
    Ok(resources)
}

fn resource(summary: StackResourceSummary) -> Resource {
    Resource {
        logical_id: summary.logical_resource_id.unwrap_or_default(),
        physical_id: summary.physical_resource_id.unwrap_or_default(),
        kind: summary.resource_type.unwrap_or_default(),
        status: summary.resource_status.map(|status| status.to_string()).unwrap_or_default(),
    }
}
