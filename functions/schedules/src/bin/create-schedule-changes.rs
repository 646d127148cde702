//! GraphQL mutation `createScheduleChanges`: schedules changes of locations.

use locations::update::Editor;
use schedules::{
    create::{self, CreateArguments},
    model::CreateScheduleChangesResult,
    queue::ScheduleQueue,
    store::ScheduleStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission =
        RequiredPermission::All(&[Action::AddScheduledEvent, Action::UpdateLocation]);
    const LIMITS: Limits = &[("value", 4000)];
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::DeviceAddresses.name_only(),
        Table::Locations.allows(&[BatchGetItem]),
        Table::Names.allows(&[BatchGetItem]),
        Table::ScheduleChanges.allows(&[BatchGetItem, PutItem]),
        Table::ScheduleChanges.index("byLocation"),
        Queue::Schedule.sends(),
        Setting::CompanyHostMarker.reads(),
    ];
    /// A thousand changes need 260 ms of CPU time. AppSync waits 30 seconds.
    const MEMORY_MIB: u32 = 256;
    const TIMEOUT_SECONDS: u32 = 28;
    type Input = CreateArguments;
    type Output = CreateScheduleChangesResult;
    type Dependencies = (ScheduleStore, Editor, ScheduleQueue);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        create::create_schedule_changes(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
