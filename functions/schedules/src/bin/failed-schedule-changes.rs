//! GraphQL query `failedScheduleChanges`: the failed and held changes, newest first.

use schedules::{
    list::{self, FailedArguments},
    model::ScheduleChange,
    store::ScheduleStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetScheduledEvents);
    const ACCESS: &'static [Access] = &[Table::ScheduleChanges.index("byState")];
    type Input = FailedArguments;
    type Output = Page<ScheduleChange>;
    type Dependencies = ScheduleStore;

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        list::failed_schedule_changes(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
