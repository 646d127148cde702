//! What was changed by hand since the deployment: roles, alarms, queues, tables. `CloudFormation` finds it.

use crate::{report::Findings, stack::Stack};
use anyhow::{Context, Result, bail};
use aws_sdk_cloudformation::{
    Client,
    types::{StackDriftDetectionStatus, StackResourceDriftStatus},
};
use std::time::Duration;

/// How often it is asked whether it has finished, and how many times.
const PAUSE: Duration = Duration::from_secs(2);
const TRIES: usize = 60;

/// Resources that are not what their template made them.
pub(crate) async fn check(stack: &Stack) -> Result<Findings> {
    let client = Client::new(&stack.sdk);
    let mut findings = Findings::new();
    for id in stack.stacks.values() {
        let started = client.detect_stack_drift().stack_name(id).send().await?;
        finished(&client, started.stack_drift_detection_id().context("the detection has no id")?).await?;
        let answer = client
            .describe_stack_resource_drifts()
            .stack_name(id)
            .stack_resource_drift_status_filters(StackResourceDriftStatus::Modified)
            .stack_resource_drift_status_filters(StackResourceDriftStatus::Deleted)
            .send()
            .await?;
        for drift in answer.stack_resource_drifts() {
            let places = drift.property_differences().iter().filter_map(|difference| difference.property_path());
            let status = drift.stack_resource_drift_status().map_or("changed", |status| status.as_str());
            let name = drift.logical_resource_id().unwrap_or_default();
            findings.push(format!("{name} is {status}: {}", places.collect::<Vec<_>>().join(", ")));
        }
    }
    Ok(findings)
}

async fn finished(client: &Client, detection: &str) -> Result<()> {
    for _ in 0..TRIES {
        let answer = client.describe_stack_drift_detection_status().stack_drift_detection_id(detection).send().await?;
        match answer.detection_status() {
            Some(StackDriftDetectionStatus::DetectionComplete) => return Ok(()),
            Some(StackDriftDetectionStatus::DetectionInProgress) => tokio::time::sleep(PAUSE).await,
            other => {
                bail!("the detection ended as {other:?}: {}", answer.detection_status_reason().unwrap_or_default())
            }
        }
    }
    bail!("the detection did not finish")
}
