//! GraphQL mutation `deleteScheduleChange`: removes a scheduled change, and its pair; a held one needs ManagePermissions.

use schedules::{
    model::{KeyArguments, ScheduleChange},
    reschedule,
    store::ScheduleStore,
};
use shared::{Action, Exit, Needs, Operation, Request, Result, audit::AuditTable};

struct DeleteScheduleChange;

impl Operation for DeleteScheduleChange {
    const NAME: &'static str = "deleteScheduleChange";
    const NEEDS: Needs = Needs::AnyOf(&[Action::DeleteScheduledEvents, Action::ManagePermissions]);
    type Input = KeyArguments;
    type Output = Vec<ScheduleChange>;
    type Uses = (ScheduleStore, AuditTable);

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        reschedule::delete_schedule_change(uses, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<DeleteScheduleChange>()
}
