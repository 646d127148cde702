//! GraphQL mutation `createScheduleChanges`: schedules changes of locations.

use locations::update::Editor;
use schedules::{
    create::{self, CreateArguments},
    model::CreateScheduleChangesResult,
    queue::ScheduleQueue,
    store::ScheduleStore,
};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result, bounded::Limits};

struct CreateScheduleChanges;

impl Operation for CreateScheduleChanges {
    const NAME: &'static str = "createScheduleChanges";
    const PERMISSION: RequiredPermission =
        RequiredPermission::All(&[Action::AddScheduledEvent, Action::UpdateLocation]);
    const LIMITS: Limits = &[("value", 4000)];
    type Input = CreateArguments;
    type Output = CreateScheduleChangesResult;
    type Dependencies = (ScheduleStore, Editor, ScheduleQueue);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        create::create_schedule_changes(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<CreateScheduleChanges>()
}
