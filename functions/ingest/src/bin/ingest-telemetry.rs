//! Consumer of the telemetry queue: writes the messages of fridges, drivers and upstream systems.

use ingest::Ingest;
use shared::{
    Exit, Instant,
    worker::{BatchConsumer, BatchResult, Delivery},
};

struct IngestTelemetry;

impl BatchConsumer for IngestTelemetry {
    const NAME: &'static str = "ingest-telemetry";
    type Dependencies = Ingest;

    async fn handle(uses: &Self::Dependencies, now: Instant, batch: Vec<Delivery>) -> BatchResult {
        ingest::ingest(uses, now, batch).await
    }
}

fn main() -> Exit {
    shared::worker::consume_batches::<IngestTelemetry>()
}
