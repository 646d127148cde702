//! GraphQL query `failedScheduleChanges`: changes that failed or are held, newest first.

use schedules::{
    list::{self, FailedArguments},
    model::ScheduleChange,
    store::ScheduleStore,
};
use shared::{Action, Exit, Needs, Operation, Page, Request, Result};

struct FailedScheduleChanges;

impl Operation for FailedScheduleChanges {
    const NAME: &'static str = "failedScheduleChanges";
    const NEEDS: Needs = Needs::Action(Action::GetScheduledEvents);
    type Input = FailedArguments;
    type Output = Page<ScheduleChange>;
    type Uses = ScheduleStore;

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        list::failed_schedule_changes(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<FailedScheduleChanges>()
}
