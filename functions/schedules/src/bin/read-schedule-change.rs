//! GraphQL query `readScheduleChange`: the pending, failed and held changes of a location.

use schedules::{
    list::{self, ReadArguments},
    model::ScheduleChange,
    store::ScheduleStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetScheduledEvents);
    const ACCESS: &'static [Access] = &[Table::ScheduleChanges.index("byLocation")];
    type Input = ReadArguments;
    type Output = Vec<ScheduleChange>;
    type Dependencies = ScheduleStore;

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        list::read_schedule_change(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
