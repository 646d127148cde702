//! GraphQL query `failedScheduleChanges`: the failed and held changes, newest first.

use schedules::{
    list::{self, FailedArguments},
    model::ScheduleChange,
    store::ScheduleStore,
};
use shared::{Action, Exit, Operation, Page, Request, RequiredPermission, Result};

struct FailedScheduleChanges;

impl Operation for FailedScheduleChanges {
    const NAME: &'static str = "failedScheduleChanges";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetScheduledEvents);
    type Input = FailedArguments;
    type Output = Page<ScheduleChange>;
    type Dependencies = ScheduleStore;

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        list::failed_schedule_changes(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<FailedScheduleChanges>()
}
