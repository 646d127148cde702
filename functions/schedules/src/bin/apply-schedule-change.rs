//! Consumer of the schedule queue: applies due changes exactly once.

use schedules::apply;
use shared::prelude::*;

pub(crate) struct Function;

impl BatchConsumer for Function {
    const SOURCE: Source = Source::Queue(QueueSource::new(Queue::Schedule, 10));
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::DeviceAddresses.allows(&[GetItem, PutItem, DeleteItem]),
        Table::Locations.allows(&[GetItem, UpdateItem]),
        Table::Names.allows(&[BatchGetItem]),
        // What the changes' authors may do now.
        Table::Permissions.allows(&[GetItem]),
        Table::Permissions.index("byEmail"),
        Table::ScheduleChanges.allows(&[BatchGetItem, PutItem, DeleteItem]),
        Table::ScheduleChanges.index("byLocation"),
        Setting::CompanyHostMarker.reads(),
    ];
    type Dependencies = apply::Dependencies;

    async fn handle(dependencies: &Self::Dependencies, now: Instant, batch: Vec<Delivery>) -> BatchResult {
        apply::apply_schedule_changes(dependencies, now, batch).await
    }
}

fn main() -> Exit {
    shared::worker::consume_batches::<Function>()
}
