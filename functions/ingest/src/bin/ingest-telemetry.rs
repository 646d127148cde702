//! Consumer of the telemetry queue: writes what fridges, drivers and upstream systems tell.

use ingest::Ingest;
use shared::{
    Exit, Instant,
    worker::{BatchConsumer, Delivery, Handled},
};

struct IngestTelemetry;

impl BatchConsumer for IngestTelemetry {
    const NAME: &'static str = "ingest-telemetry";
    type Uses = Ingest;

    async fn handle(uses: &Self::Uses, now: Instant, batch: Vec<Delivery>) -> Handled {
        ingest::ingest(uses, now, batch).await
    }
}

fn main() -> Exit {
    shared::worker::consume_batches::<IngestTelemetry>()
}
