//! GraphQL mutation `releaseScheduleChange`: releases a held change. It is applied 5 seconds from now,
//! with the caller as its author.

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
        RequiredPermission::All(&[Action::ManagePermissions, Action::UpdateLocation]);
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::ScheduleChanges.allows(&[GetItem, PutItem, DeleteItem]),
        Queue::Schedule.sends(),
    ];
    type Input = KeyArguments;
    type Output = Vec<ScheduleChange>;
    type Dependencies = (ScheduleStore, AuditTable, ScheduleQueue);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        reschedule::release_schedule_change(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
