//! What is deployed: a stack with its nested stacks.

use anyhow::{Context, Result};
use aws_config::{Region, SdkConfig};
use aws_credential_types::{Credentials, provider::SharedCredentialsProvider};
use aws_sdk_cloudformation::{Client, types::StackResourceSummary};
use serde::Deserialize;
use shared::environment::sdk;
use std::{collections::BTreeMap, env, fs, path::Path};

/// The stack's name where its description has none.
const LOCAL: &str = "larder-local";

/// A deployed stack.
#[derive(Debug)]
pub(crate) struct Stack {
    /// How to reach the services.
    pub(crate) sdk: SdkConfig,
    /// Where REST is called, without a slash behind it.
    pub(crate) rest_url: String,
    /// The physical ids of the stacks by the logical id of their nested stack; the root's has an empty name.
    pub(crate) stacks: BTreeMap<String, String>,
    /// All resources of all of them.
    pub(crate) resources: Vec<Resource>,
}

/// A deployed resource.
#[derive(Debug)]
pub(crate) struct Resource {
    /// The name in the template.
    pub(crate) logical_id: String,
    /// The name or address in its service.
    pub(crate) physical_id: String,
    /// Such as `AWS::SQS::Queue`.
    pub(crate) kind: String,
    /// Such as `CREATE_COMPLETE`.
    pub(crate) status: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Description {
    endpoint: Option<String>,
    region: String,
    rest_url: String,
    stack_name: Option<String>,
}

impl Stack {
    /// The stack that a file describes, at the endpoint that it names.
    pub(crate) async fn described(path: &Path) -> Result<Self> {
        let text = fs::read(path).with_context(|| format!("there is no stack at {}", path.display()))?;
        let description: Description = serde_json::from_slice(&text)?;
        let mut loader = sdk().region(Region::new(description.region));
        if let Some(endpoint) = description.endpoint {
            loader = loader.endpoint_url(endpoint);
            if env::var("AWS_ACCESS_KEY_ID").is_err() {
                // An emulator takes any credentials, but the SDK wants some.
                let any = Credentials::new("test", "test", None, None, "emulator");
                loader = loader.credentials_provider(SharedCredentialsProvider::new(any));
            }
        }
        let name = description.stack_name.as_deref().unwrap_or(LOCAL).to_owned();
        let mut stack = Self::read(loader.load().await, &name).await?;
        stack.rest_url = description.rest_url;
        Ok(stack)
    }

    /// The stack of that name in the account and region of the environment.
    pub(crate) async fn on_aws(name: &str) -> Result<Self> {
        Self::read(sdk().load().await, name).await
    }

    async fn read(sdk: SdkConfig, name: &str) -> Result<Self> {
        let client = Client::new(&sdk);
        let described = client.describe_stacks().stack_name(name).send().await?;
        let root = described.stacks().first().with_context(|| format!("there is no stack {name}"))?;
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

    /// The resources of one kind.
    pub(crate) fn of_kind(&self, kind: &str) -> impl Iterator<Item = &Resource> {
        self.resources.iter().filter(move |resource| resource.kind == kind)
    }

    /// The resource of a name and kind.
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
