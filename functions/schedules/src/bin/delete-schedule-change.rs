//! GraphQL mutation `deleteScheduleChange`: deletes a scheduled change and its reason. A held change requires
//! `ManagePermissions`.

use schedules::{
    model::{KeyArguments, ScheduleChange},
    reschedule,
    store::ScheduleStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission =
        RequiredPermission::AnyOf(&[Action::DeleteScheduledEvents, Action::ManagePermissions]);
    const ACCESS: &'static [Access] =
        &[Table::Audit.allows(&[PutItem]), Table::ScheduleChanges.allows(&[GetItem, DeleteItem])];
    type Input = KeyArguments;
    type Output = Vec<ScheduleChange>;
    type Dependencies = (ScheduleStore, AuditTable);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        reschedule::delete_schedule_change(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
