//! GraphQL query `pendingScheduleChanges`: the last pending change before an instant for each location and
//! attribute.

use schedules::{
    list::{self, PendingArguments},
    model::ScheduleChange,
    store::ScheduleStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetScheduledEvents);
    const ACCESS: &'static [Access] = &[Table::ScheduleChanges.index("byLocation")];
    type Input = PendingArguments;
    type Output = Vec<ScheduleChange>;
    type Dependencies = ScheduleStore;

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        list::pending_schedule_changes(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
