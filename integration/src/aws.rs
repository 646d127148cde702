//! The AWS services of a stack, for steps that are not possible through the endpoints, such as reading a table.

use crate::{description::Description, must, wait_until, with_cleanup};
use aws_config::SdkConfig;
use aws_sdk_dynamodb::{operation::update_item::UpdateItemError, types::AttributeValue};
use aws_sdk_lambda::{
    config::{retry::RetryConfig, timeout::TimeoutConfig},
    types::LastUpdateStatus,
};
use aws_sdk_s3::config::RequestChecksumCalculation;
use aws_sdk_sqs::types::{QueueAttributeName, SendMessageBatchRequestEntry};
use serde_json::Value;
use shared::{Environment, FromEnvironment};
use std::{
    collections::{BTreeMap, HashMap},
    time::Duration,
};

/// Longer than the timeout of any function, so that an invocation that takes too long ends with the function's error.
const LAMBDA_TIMEOUT: Duration = Duration::from_secs(90);

/// Clients of the services, and the deployed names of tables, queues, buckets and functions.
#[derive(Debug)]
pub struct Aws {
    sdk: SdkConfig,
    tables: BTreeMap<String, String>,
    queues: BTreeMap<String, String>,
    buckets: BTreeMap<String, String>,
    functions: BTreeMap<String, String>,
}

impl Aws {
    pub(crate) async fn new(description: &Description) -> Self {
        let Description { account, tables, queues, buckets, functions, .. } = description.clone();
        Self { sdk: account.sdk().await, tables, queues, buckets, functions }
    }

    /// The emulator's URL; absent on AWS.
    pub fn endpoint(&self) -> Option<&str> {
        self.sdk.endpoint_url()
    }

    /// Creates a client of Cognito.
    pub fn cognito(&self) -> aws_sdk_cognitoidentityprovider::Client {
        aws_sdk_cognitoidentityprovider::Client::new(&self.sdk)
    }

    /// Creates a client of DynamoDB.
    pub fn dynamodb(&self) -> aws_sdk_dynamodb::Client {
        aws_sdk_dynamodb::Client::new(&self.sdk)
    }

    /// Creates a client of Lambda.
    pub fn lambda(&self) -> aws_sdk_lambda::Client {
        aws_sdk_lambda::Client::from_conf(lambda_configuration(&self.sdk))
    }

    /// Creates a client of S3.
    pub fn s3(&self) -> aws_sdk_s3::Client {
        let path_style = self.sdk.endpoint_url().is_some();
        let settings = aws_sdk_s3::config::Builder::from(&self.sdk)
            .force_path_style(path_style)
            .request_checksum_calculation(RequestChecksumCalculation::WhenRequired)
            .build();
        aws_sdk_s3::Client::from_conf(settings)
    }

    /// Creates a client of SQS.
    pub fn sqs(&self) -> aws_sdk_sqs::Client {
        aws_sdk_sqs::Client::new(&self.sdk)
    }

    /// The deployed name of a table, such as `Locations`.
    pub fn table(&self, name: &str) -> &str {
        named(&self.tables, name)
    }

    /// The URL of a queue, such as `schedule`.
    pub fn queue(&self, name: &str) -> &str {
        named(&self.queues, name)
    }

    /// The deployed name of a bucket, such as `uploads`.
    pub fn bucket(&self, name: &str) -> &str {
        named(&self.buckets, name)
    }

    /// The deployed name of a function, such as `sweep-schedule-changes`.
    pub fn function(&self, name: &str) -> &str {
        named(&self.functions, name)
    }

    /// Creates an area's store. `tables` maps the store's variables to table names.
    pub fn store<T: FromEnvironment>(&self, tables: &[(&str, &str)]) -> T {
        let tables: Vec<_> = tables.iter().map(|(variable, name)| (*variable, self.table(name))).collect();
        must("store", T::from_environment(&self.environment(&tables)))
    }

    /// A function's environment on this stack, with the given variables.
    pub fn environment(&self, variables: &[(&str, &str)]) -> Environment {
        let variables = variables.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        Environment::new(self.sdk.clone(), variables)
    }

    /// Invokes a worker and returns its response.
    pub async fn invoke(&self, function: &str) -> Value {
        let response = must(function, self.lambda().invoke().function_name(self.function(function)).send().await);
        let payload = response.payload.map(aws_sdk_lambda::primitives::Blob::into_inner).unwrap_or_default();
        assert_eq!(response.function_error, None, "{function}: {}", String::from_utf8_lossy(&payload));
        must(function, serde_json::from_slice(&payload))
    }

    /// Runs `test` with an additional environment variable of a function, and restores the variables afterwards.
    pub async fn with_variable(&self, function: &str, (name, value): (&str, &str), test: impl Future<Output = ()>) {
        let configuration =
            self.lambda().get_function_configuration().function_name(self.function(function)).send().await;
        let original =
            must(function, configuration).environment.and_then(|environment| environment.variables).unwrap_or_default();
        let mut variables = original.clone();
        variables.insert(name.into(), value.into());
        self.set_variables(function, variables).await;
        with_cleanup(test, self.set_variables(function, original)).await;
    }

    /// Sets a function's environment variables and waits until the update succeeded.
    async fn set_variables(&self, function: &str, variables: HashMap<String, String>) {
        let (lambda, name) = (self.lambda(), self.function(function));
        let environment = aws_sdk_lambda::types::Environment::builder().set_variables(Some(variables)).build();
        let update = lambda.update_function_configuration().function_name(name).environment(environment);
        must(function, update.send().await);
        let updated = async || {
            let configuration = lambda.get_function_configuration().function_name(name).send().await;
            (must(function, configuration).last_update_status == Some(LastUpdateStatus::Successful)).then_some(())
        };
        wait_until("the function's configuration", updated).await;
    }

    /// Sends messages in one call with a delay of `delay` seconds. [`Self::send_telemetry`] sends telemetry.
    pub async fn send(&self, queue: &str, messages: &[String], delay: i32) {
        let entry = |(position, message): (usize, &String)| {
            let entry = SendMessageBatchRequestEntry::builder().id(position.to_string()).delay_seconds(delay);
            must(queue, entry.message_body(message).build())
        };
        let entries = messages.iter().enumerate().map(entry).collect();
        let sent = self.sqs().send_message_batch().queue_url(self.queue(queue)).set_entries(Some(entries)).send().await;
        assert_eq!(must(queue, sent).failed.len(), 0, "{queue} rejected messages");
    }

    /// Sets the visibility timeout of a queue and returns the previous value.
    pub async fn set_visibility(&self, queue: &str, seconds: &str) -> String {
        let (sqs, url) = (self.sqs(), self.queue(queue));
        let request = sqs.get_queue_attributes().queue_url(url).attribute_names(QueueAttributeName::VisibilityTimeout);
        let before = must(queue, request.send().await).attributes;
        let before = before.and_then(|mut all| all.remove(&QueueAttributeName::VisibilityTimeout));
        let set = sqs.set_queue_attributes().queue_url(url);
        must(queue, set.attributes(QueueAttributeName::VisibilityTimeout, seconds).send().await);
        must(queue, before.ok_or("the queue has no visibility timeout"))
    }

    /// Sets string attributes of an item directly, without the checks of a function. Does nothing if the item does not
    /// exist.
    pub async fn set_attributes(&self, table: &str, (key, value): (&str, &str), attributes: &[(&str, &str)]) {
        let mut update = self.dynamodb().update_item().table_name(self.table(table)).key(key, text(value));
        let mut set = Vec::new();
        for (position, (name, value)) in attributes.iter().enumerate() {
            set.push(format!("#a{position} = :a{position}"));
            update = update
                .expression_attribute_names(format!("#a{position}"), *name)
                .expression_attribute_values(format!(":a{position}"), text(value));
        }
        let update = update
            .update_expression(format!("SET {}", set.join(", ")))
            .condition_expression("attribute_exists(#key)")
            .expression_attribute_names("#key", key);
        match update.send().await {
            Err(error)
                if error.as_service_error().is_some_and(UpdateItemError::is_conditional_check_failed_exception) => {}
            sent => drop(must(table, sent)),
        }
    }

    /// Removes an attribute of an item directly.
    pub async fn remove_attribute(&self, table: &str, (key, value): (&str, &str), attribute: &str) {
        let update = self.dynamodb().update_item().table_name(self.table(table)).key(key, text(value));
        let update = update.update_expression("REMOVE #attribute").expression_attribute_names("#attribute", attribute);
        must(table, update.send().await);
    }

    /// Reads all items of a table.
    pub async fn items(&self, table: &str) -> Vec<HashMap<String, AttributeValue>> {
        let scan = self.dynamodb().scan().table_name(self.table(table)).consistent_read(true);
        must(table, scan.into_paginator().items().send().collect::<Result<_, _>>().await)
    }
}

fn text(value: &str) -> AttributeValue {
    AttributeValue::S(value.into())
}

fn named<'a>(names: &'a BTreeMap<String, String>, name: &str) -> &'a str {
    must("stack.json", names.get(name).map(String::as_str).ok_or_else(|| format!("it does not contain {name}")))
}

/// The configuration for calls of Lambda. A function's time counts as time of the call, and a second attempt would run the
/// function in parallel with the first one.
fn lambda_configuration(sdk: &SdkConfig) -> aws_sdk_lambda::Config {
    let timeouts =
        TimeoutConfig::builder().operation_attempt_timeout(LAMBDA_TIMEOUT).operation_timeout(LAMBDA_TIMEOUT).build();
    aws_sdk_lambda::config::Builder::from(sdk).timeout_config(timeouts).retry_config(RetryConfig::disabled()).build()
}

#[cfg(test)]
mod tests {
    use super::*;
    use aws_config::BehaviorVersion;

    #[test]
    fn an_invocation_is_sent_once_and_not_aborted_before_the_functions_timeout() {
        let sdk = SdkConfig::builder()
            .timeout_config(shared::aws_client::timeout_config())
            .retry_config(shared::aws_client::retry_config())
            .behavior_version(BehaviorVersion::latest())
            .build();
        let configuration = lambda_configuration(&sdk);
        assert_eq!(configuration.retry_config().map(RetryConfig::max_attempts), Some(1));
        let timeouts = configuration.timeout_config().unwrap();
        assert_eq!(timeouts.operation_attempt_timeout(), Some(LAMBDA_TIMEOUT));
        assert_eq!(timeouts.operation_timeout(), Some(LAMBDA_TIMEOUT));
    }
}
