//! GraphQL query `pendingScheduleChanges`: the last pending change before an instant, of each attribute of locations.

use schedules::{
    list::{self, PendingArguments},
    model::ScheduleChange,
    store::ScheduleStore,
};
use shared::{Action, Exit, Needs, Operation, Request, Result};

struct PendingScheduleChanges;

impl Operation for PendingScheduleChanges {
    const NAME: &'static str = "pendingScheduleChanges";
    const NEEDS: Needs = Needs::Action(Action::GetScheduledEvents);
    type Input = PendingArguments;
    type Output = Vec<ScheduleChange>;
    type Uses = ScheduleStore;

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        list::pending_schedule_changes(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<PendingScheduleChanges>()
}
