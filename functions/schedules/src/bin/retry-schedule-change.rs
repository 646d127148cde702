//! GraphQL mutation `retryScheduleChange`: retries a failed change 5 seconds from now.

use schedules::{
    model::{KeyArguments, ScheduleChange},
    queue::ScheduleQueue,
    reschedule,
    store::ScheduleStore,
};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result, audit::AuditTable};

struct RetryScheduleChange;

impl Operation for RetryScheduleChange {
    const NAME: &'static str = "retryScheduleChange";
    const PERMISSION: RequiredPermission =
        RequiredPermission::All(&[Action::AddScheduledEvent, Action::UpdateLocation]);
    type Input = KeyArguments;
    type Output = Vec<ScheduleChange>;
    type Dependencies = (ScheduleStore, AuditTable, ScheduleQueue);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        reschedule::retry_schedule_change(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<RetryScheduleChange>()
}
