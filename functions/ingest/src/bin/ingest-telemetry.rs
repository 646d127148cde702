//! Consumer of the telemetry queue: writes the messages of fridges.

use ingest::IngestFridges;
use shared::prelude::*;

pub(crate) struct Function;

impl BatchConsumer for Function {
    /// The messages of one second together: their locations are read once, and the messages of a fridge are written in
    /// sequence. The limit keeps a slow table from using up the concurrency of the account.
    const SOURCE: Source = Source::Queue(QueueSource::new(Queue::Telemetry, 200).window_seconds(1).concurrency(10));
    const ACCESS: &'static [Access] = &[
        Table::AlertNotices.allows(&[UpdateItem]),
        Table::Audit.allows(&[PutItem]),
        Table::FridgeAlerts.allows(&[GetItem, PutItem, UpdateItem]),
        Table::FridgeCommands.allows(&[GetItem, PutItem]),
        Table::FridgeConnections.allows(&[UpdateItem]),
        Table::FridgeHealth.allows(&[UpdateItem]),
        Table::FridgeHistory.allows(&[BatchWriteItem]),
        Table::FridgeIdentities.allows(&[BatchGetItem]),
        Table::Inventory.allows(&[UpdateItem]),
        Table::Locations.allows(&[GetItem, BatchGetItem, UpdateItem]),
        Table::Reports.allows(&[PutItem]),
        Queue::TelemetryDeadLetter.sends(),
        Channels::Fleet.publishes(),
        Channels::Fridge.publishes(),
    ];
    const TIMEOUT_SECONDS: u32 = 30;
    type Dependencies = IngestFridges;

    async fn handle(uses: &Self::Dependencies, now: Instant, batch: Vec<Delivery>) -> BatchResult {
        ingest::ingest(&uses.0, now, batch).await
    }
}

fn main() -> Exit {
    shared::worker::consume_batches::<Function>()
}
