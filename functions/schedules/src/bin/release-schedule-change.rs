//! GraphQL mutation `releaseScheduleChange`: releases a held change. It is applied 5 seconds from now,
//! with the caller as its author.

use schedules::{
    model::{KeyArguments, ScheduleChange},
    queue::ScheduleQueue,
    reschedule,
    store::ScheduleStore,
};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result, audit::AuditTable};

struct ReleaseScheduleChange;

impl Operation for ReleaseScheduleChange {
    const NAME: &'static str = "releaseScheduleChange";
    const PERMISSION: RequiredPermission =
        RequiredPermission::All(&[Action::ManagePermissions, Action::UpdateLocation]);
    type Input = KeyArguments;
    type Output = Vec<ScheduleChange>;
    type Dependencies = (ScheduleStore, AuditTable, ScheduleQueue);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        reschedule::release_schedule_change(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<ReleaseScheduleChange>()
}
