//! GraphQL mutation `retryScheduleChange`: retries a failed change 5 seconds from now.

use schedules::{
    model::{KeyArguments, ScheduleChange},
    queue::ScheduleQueue,
    reschedule,
    store::ScheduleStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission =
        RequiredPermission::All(&[Action::AddScheduledEvent, Action::UpdateLocation]);
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::ScheduleChanges.allows(&[GetItem, PutItem, DeleteItem]),
        Queue::Schedule.sends(),
    ];
    type Input = KeyArguments;
    type Output = Vec<ScheduleChange>;
    type Dependencies = (ScheduleStore, AuditTable, ScheduleQueue);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        reschedule::retry_schedule_change(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
