//! GraphQL query `readScheduleChange`: changes of a location that are pending, failed or held.

use schedules::{
    list::{self, ReadArguments},
    model::ScheduleChange,
    store::ScheduleStore,
};
use shared::{Action, Exit, Needs, Operation, Request, Result};

struct ReadScheduleChange;

impl Operation for ReadScheduleChange {
    const NAME: &'static str = "readScheduleChange";
    const NEEDS: Needs = Needs::Action(Action::GetScheduledEvents);
    type Input = ReadArguments;
    type Output = Vec<ScheduleChange>;
    type Uses = ScheduleStore;

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        list::read_schedule_change(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<ReadScheduleChange>()
}
