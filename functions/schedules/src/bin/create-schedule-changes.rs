//! GraphQL mutation `createScheduleChanges`: schedules changes of locations, one or many.

use locations::update::Editor;
use schedules::{
    create::{self, CreateArguments},
    model::CreateScheduleChangesResult,
    queue::ScheduleQueue,
    store::ScheduleStore,
};
use shared::{Action, Exit, Needs, Operation, Request, Result, bounded::Limits};

struct CreateScheduleChanges;

impl Operation for CreateScheduleChanges {
    const NAME: &'static str = "createScheduleChanges";
    const NEEDS: Needs = Needs::All(&[Action::AddScheduledEvent, Action::UpdateLocation]);
    const LIMITS: Limits = &[("value", 4000)];
    type Input = CreateArguments;
    type Output = CreateScheduleChangesResult;
    type Uses = (ScheduleStore, Editor, ScheduleQueue);

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        create::create_schedule_changes(uses, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<CreateScheduleChanges>()
}
