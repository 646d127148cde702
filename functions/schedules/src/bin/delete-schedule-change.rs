//! GraphQL mutation `deleteScheduleChange`: deletes a scheduled change and its reason. A held change requires
//! `ManagePermissions`.

use schedules::{
    model::{KeyArguments, ScheduleChange},
    reschedule,
    store::ScheduleStore,
};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result, audit::AuditTable};

struct DeleteScheduleChange;

impl Operation for DeleteScheduleChange {
    const NAME: &'static str = "deleteScheduleChange";
    const PERMISSION: RequiredPermission =
        RequiredPermission::AnyOf(&[Action::DeleteScheduledEvents, Action::ManagePermissions]);
    type Input = KeyArguments;
    type Output = Vec<ScheduleChange>;
    type Dependencies = (ScheduleStore, AuditTable);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        reschedule::delete_schedule_change(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<DeleteScheduleChange>()
}
