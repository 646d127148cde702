//! GraphQL mutation `releaseScheduleChange`: applies a held change, 5 seconds from now, in the caller's name.

use schedules::{
    model::{KeyArguments, ScheduleChange},
    queue::ScheduleQueue,
    reschedule,
    store::ScheduleStore,
};
use shared::{Action, Exit, Needs, Operation, Request, Result, audit::AuditTable};

struct ReleaseScheduleChange;

impl Operation for ReleaseScheduleChange {
    const NAME: &'static str = "releaseScheduleChange";
    const NEEDS: Needs = Needs::All(&[Action::ManagePermissions, Action::UpdateLocation]);
    type Input = KeyArguments;
    type Output = Vec<ScheduleChange>;
    type Uses = (ScheduleStore, AuditTable, ScheduleQueue);

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        reschedule::release_schedule_change(uses, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<ReleaseScheduleChange>()
}
