//! Finds roles, alarms, queues and tables that were changed by hand, with `CloudFormation`'s drift detection.

use crate::{report::Findings, stack::Stack};
use anyhow::{Context, Result, bail};
use aws_sdk_cloudformation::{
    Client,
    types::{StackDriftDetectionStatus, StackResourceDriftStatus},
};
use std::time::Duration;

/// The time between two checks whether the detection has finished.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// The maximum number of these checks.
const MAX_POLLS: usize = 60;

/// Finds resources that differ from their template.
pub(crate) async fn check(stack: &Stack) -> Result<Findings> {
    let client = Client::new(&stack.sdk);
    let mut findings = Findings::new();
    for id in stack.stacks.values() {
        let started = client.detect_stack_drift().stack_name(id).send().await?;
        wait_for_detection(&client, started.stack_drift_detection_id().context("the drift detection has no id")?)
            .await?;
        let response = client
            .describe_stack_resource_drifts()
            .stack_name(id)
            .stack_resource_drift_status_filters(StackResourceDriftStatus::Modified)
            .stack_resource_drift_status_filters(StackResourceDriftStatus::Deleted)
            .send()
            .await?;
        for drift in response.stack_resource_drifts() {
            let properties = drift.property_differences().iter().filter_map(|difference| difference.property_path());
            let status = drift.stack_resource_drift_status().map_or("changed", |status| status.as_str());
            let name = drift.logical_resource_id().unwrap_or_default();
            findings.push(format!("{name} is {status}: {}", properties.collect::<Vec<_>>().join(", ")));
        }
    }
    Ok(findings)
}

async fn wait_for_detection(client: &Client, detection: &str) -> Result<()> {
    for _ in 0..MAX_POLLS {
        let response =
            client.describe_stack_drift_detection_status().stack_drift_detection_id(detection).send().await?;
        match response.detection_status() {
            Some(StackDriftDetectionStatus::DetectionComplete) => return Ok(()),
            Some(StackDriftDetectionStatus::DetectionInProgress) => tokio::time::sleep(POLL_INTERVAL).await,
            other => {
                bail!(
                    "the drift detection ended as {other:?}: {}",
                    response.detection_status_reason().unwrap_or_default()
                )
            }
        }
    }
    bail!("the drift detection did not finish in time")
}
