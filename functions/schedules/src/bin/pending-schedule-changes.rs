//! GraphQL query `pendingScheduleChanges`: the last pending change before an instant for each location and
//! attribute.

use schedules::{
    list::{self, PendingArguments},
    model::ScheduleChange,
    store::ScheduleStore,
};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result};

struct PendingScheduleChanges;

impl Operation for PendingScheduleChanges {
    const NAME: &'static str = "pendingScheduleChanges";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetScheduledEvents);
    type Input = PendingArguments;
    type Output = Vec<ScheduleChange>;
    type Dependencies = ScheduleStore;

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        list::pending_schedule_changes(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<PendingScheduleChanges>()
}
