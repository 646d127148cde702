//! GraphQL mutation `retryScheduleChange`: tries a failed change again, 5 seconds from now.

use schedules::{
    model::{KeyArguments, ScheduleChange},
    queue::ScheduleQueue,
    reschedule,
    store::ScheduleStore,
};
use shared::{Action, Exit, Needs, Operation, Request, Result, audit::AuditTable};

struct RetryScheduleChange;

impl Operation for RetryScheduleChange {
    const NAME: &'static str = "retryScheduleChange";
    const NEEDS: Needs = Needs::All(&[Action::AddScheduledEvent, Action::UpdateLocation]);
    type Input = KeyArguments;
    type Output = Vec<ScheduleChange>;
    type Uses = (ScheduleStore, AuditTable, ScheduleQueue);

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        reschedule::retry_schedule_change(uses, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<RetryScheduleChange>()
}
