//! Consumer of the upstream queue: writes the messages of the customer-relationship system, kitchens, order systems and
//! driver apps.

use ingest::IngestUpstream;
use shared::prelude::*;

pub(crate) struct Function;

impl BatchConsumer for Function {
    /// The messages of one second together: their locations are read once, and the messages of a location are written in
    /// sequence. The limit keeps a slow table from using up the concurrency of the account.
    const SOURCE: Source = Source::Queue(QueueSource::new(Queue::Upstream, 200).window_seconds(1).concurrency(10));
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::DriverActions.allows(&[PutItem]),
        Table::DropDecisions.allows(&[PutItem, UpdateItem]),
        // A customer record of a wholesale location can create it.
        Table::Locations.allows(&[GetItem, BatchGetItem, PutItem, UpdateItem]),
        Table::Orders.allows(&[PutItem]),
        Table::PackingSlips.allows(&[PutItem]),
        Table::Reports.allows(&[PutItem]),
        Table::StopTimes.allows(&[UpdateItem]),
        Queue::UpstreamDeadLetter.sends(),
        Channels::Stocking.publishes(),
    ];
    const TIMEOUT_SECONDS: u32 = 30;
    type Dependencies = IngestUpstream;

    async fn handle(uses: &Self::Dependencies, now: Instant, batch: Vec<Delivery>) -> BatchResult {
        ingest::ingest(&uses.0, now, batch).await
    }
}

fn main() -> Exit {
    shared::worker::consume_batches::<Function>()
}
