//! Consumer of the telemetry queue: writes the messages of fridges, drivers and upstream systems.

use ingest::Ingest;
use shared::prelude::*;

pub(crate) struct Function;

impl BatchConsumer for Function {
    /// The messages of one second together: their locations are read once, and the messages of a fridge are written in
    /// sequence. The limit keeps a slow table from using up the concurrency of the account.
    const SOURCE: Source = Source::Queue(QueueSource::new(Queue::Telemetry, 200).window_seconds(1).concurrency(10));
    const ACCESS: &'static [Access] = &[
        Table::AlertNotices.allows(&[UpdateItem]),
        Table::Audit.allows(&[PutItem]),
        Table::DriverActions.allows(&[PutItem]),
        Table::DropDecisions.allows(&[UpdateItem]),
        Table::FridgeAlerts.allows(&[GetItem, PutItem, UpdateItem]),
        Table::FridgeCommands.allows(&[GetItem, PutItem]),
        Table::FridgeHealth.allows(&[UpdateItem]),
        Table::FridgeHistory.allows(&[BatchWriteItem]),
        Table::Inventory.allows(&[PutItem]),
        // A customer record of a wholesale location can create it.
        Table::Locations.allows(&[GetItem, BatchGetItem, PutItem, UpdateItem]),
        Table::Orders.allows(&[PutItem]),
        Table::PackingSlips.allows(&[PutItem]),
        Table::Reports.allows(&[PutItem]),
        Table::StopTimes.allows(&[UpdateItem]),
        Queue::TelemetryDeadLetter.sends(),
        Channels::Fleet.publishes(),
        Channels::Fridge.publishes(),
        Channels::Stocking.publishes(),
    ];
    const TIMEOUT_SECONDS: u32 = 30;
    type Dependencies = Ingest;

    async fn handle(uses: &Self::Dependencies, now: Instant, batch: Vec<Delivery>) -> BatchResult {
        ingest::ingest(uses, now, batch).await
    }
}

fn main() -> Exit {
    shared::worker::consume_batches::<Function>()
}
