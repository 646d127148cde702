//! Consumer of the telemetry queue: writes what fridges and upstream systems tell.

use ingest::write::{self, Tables};
use shared::{Instant, Result, worker::Consumer};

struct IngestTelemetry;

impl Consumer for IngestTelemetry {
    const NAME: &'static str = "ingest-telemetry";
    type Uses = Tables;

    async fn handle(uses: &Self::Uses, now: Instant, body: &str) -> Result<()> {
        write::ingest(uses, now, body).await
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_runtime::Error> {
    shared::worker::consume::<IngestTelemetry>().await
}
