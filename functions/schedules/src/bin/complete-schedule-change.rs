//! GraphQL mutation `completeScheduleChange`: moves a scheduled change to 5 seconds from now.

use schedules::{
    model::{KeyArguments, ScheduleChange},
    queue::ScheduleQueue,
    reschedule,
    store::ScheduleStore,
};
use shared::{Action, Exit, Needs, Operation, Request, Result, audit::AuditTable};

struct CompleteScheduleChange;

impl Operation for CompleteScheduleChange {
    const NAME: &'static str = "completeScheduleChange";
    const NEEDS: Needs = Needs::All(&[Action::AddScheduledEvent, Action::UpdateLocation]);
    type Input = KeyArguments;
    type Output = Vec<ScheduleChange>;
    type Uses = (ScheduleStore, AuditTable, ScheduleQueue);

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        reschedule::complete_schedule_change(uses, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<CompleteScheduleChange>()
}
