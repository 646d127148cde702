//! Checks the workers: queue consumers, schedules and dead-letter queues.

use crate::{report::Findings, stack::Stack};
use anyhow::Result;
use aws_sdk_scheduler::types::ScheduleState;
use aws_sdk_sqs::types::QueueAttributeName;

/// Finds disabled consumers and schedules.
pub(crate) async fn check(stack: &Stack) -> Result<Findings> {
    let mut findings = Findings::new();
    let lambda = aws_sdk_lambda::Client::new(&stack.sdk);
    for mapping in stack.of_kind("AWS::Lambda::EventSourceMapping") {
        let response = lambda.get_event_source_mapping().uuid(&mapping.physical_id).send().await?;
        let state = response.state().unwrap_or_default();
        if !["Enabled", "Enabling"].contains(&state) {
            findings.push(format!("{} is {state}", mapping.logical_id));
        }
    }
    let scheduler = aws_sdk_scheduler::Client::new(&stack.sdk);
    for schedule in stack.of_kind("AWS::Scheduler::Schedule") {
        let response = scheduler.get_schedule().name(&schedule.physical_id).send().await?;
        if response.state() != Some(&ScheduleState::Enabled) {
            findings.push(format!("the schedule {} is disabled", schedule.logical_id));
        }
    }
    Ok(findings)
}

/// Finds dead-letter queues that are not empty.
pub(crate) async fn dead_letters(stack: &Stack) -> Result<Findings> {
    let client = aws_sdk_sqs::Client::new(&stack.sdk);
    let mut findings = Findings::new();
    for queue in stack.of_kind("AWS::SQS::Queue").filter(|queue| queue.logical_id.contains("DeadLetter")) {
        let response = client
            .get_queue_attributes()
            .queue_url(&queue.physical_id)
            .attribute_names(QueueAttributeName::ApproximateNumberOfMessages)
            .send()
            .await?;
        let attributes = response.attributes();
        let count = attributes.and_then(|all| all.get(&QueueAttributeName::ApproximateNumberOfMessages));
        match count.map(String::as_str) {
            Some("0") => {}
            Some(count) => findings.push(format!("{} contains {count} messages", queue.logical_id)),
            None => findings.push(format!("{} did not report its number of messages", queue.logical_id)),
        }
    }
    Ok(findings)
}
