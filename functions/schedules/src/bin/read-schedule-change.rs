//! GraphQL query `readScheduleChange`: the pending, failed and held changes of a location.

use schedules::{
    list::{self, ReadArguments},
    model::ScheduleChange,
    store::ScheduleStore,
};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result};

struct ReadScheduleChange;

impl Operation for ReadScheduleChange {
    const NAME: &'static str = "readScheduleChange";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetScheduledEvents);
    type Input = ReadArguments;
    type Output = Vec<ScheduleChange>;
    type Dependencies = ScheduleStore;

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        list::read_schedule_change(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<ReadScheduleChange>()
}
