//! What runs without a caller: consumers of queues, the schedule; and the queues of what could not be handled.

use crate::{report::Findings, stack::Stack};
use anyhow::Result;
use aws_sdk_scheduler::types::ScheduleState;
use aws_sdk_sqs::types::QueueAttributeName;

/// Consumers and schedules that are switched off.
pub(crate) async fn check(stack: &Stack) -> Result<Findings> {
    let mut findings = Findings::new();
    let lambda = aws_sdk_lambda::Client::new(&stack.sdk);
    for mapping in stack.of_kind("AWS::Lambda::EventSourceMapping") {
        let answer = lambda.get_event_source_mapping().uuid(&mapping.physical_id).send().await?;
        let state = answer.state().unwrap_or_default();
        if !["Enabled", "Enabling"].contains(&state) {
            findings.push(format!("{} is {state}", mapping.logical_id));
        }
    }
    let scheduler = aws_sdk_scheduler::Client::new(&stack.sdk);
    for schedule in stack.of_kind("AWS::Scheduler::Schedule") {
        let answer = scheduler.get_schedule().name(&schedule.physical_id).send().await?;
        if answer.state() != Some(&ScheduleState::Enabled) {
            findings.push(format!("the schedule {} is switched off", schedule.logical_id));
        }
    }
    Ok(findings)
}

/// Queues in which messages wait for a person.
pub(crate) async fn dead_letters(stack: &Stack) -> Result<Findings> {
    let client = aws_sdk_sqs::Client::new(&stack.sdk);
    let mut findings = Findings::new();
    for queue in stack.of_kind("AWS::SQS::Queue").filter(|queue| queue.logical_id.contains("DeadLetter")) {
        let answer = client
            .get_queue_attributes()
            .queue_url(&queue.physical_id)
            .attribute_names(QueueAttributeName::ApproximateNumberOfMessages)
            .send()
            .await?;
        let attributes = answer.attributes();
        let waiting = attributes.and_then(|all| all.get(&QueueAttributeName::ApproximateNumberOfMessages));
        match waiting.map(String::as_str) {
            Some("0") => {}
            waiting => findings.push(format!("{} holds {} messages", queue.logical_id, waiting.unwrap_or("unknown"))),
        }
    }
    Ok(findings)
}
