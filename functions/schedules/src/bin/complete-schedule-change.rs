//! GraphQL mutation `completeScheduleChange`: moves a scheduled change to 5 seconds from now.

use schedules::{
    model::{KeyArguments, ScheduleChange},
    queue::ScheduleQueue,
    reschedule,
    store::ScheduleStore,
};
use shared::{Action, Needs, Operation, Request, Result, audit::AuditTable};

struct CompleteScheduleChange;

impl Operation for CompleteScheduleChange {
    const NAME: &'static str = "completeScheduleChange";
    const NEEDS: Needs = Needs::Action(Action::AddScheduledEvent);
    type Input = KeyArguments;
    type Output = Vec<ScheduleChange>;
    type Uses = (ScheduleStore, AuditTable, ScheduleQueue);

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        reschedule::complete_schedule_change(uses, request).await
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_runtime::Error> {
    shared::graphql::serve::<CompleteScheduleChange>().await
}
