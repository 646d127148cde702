//! Consumes the queue of uploaded forecast files and writes their rows.

use forecast::ingest::{self, Dependencies};
use shared::{Exit, Instant, Result, worker::Consumer};

struct IngestForecast;

impl Consumer for IngestForecast {
    const NAME: &'static str = ingest::NAME;
    type Dependencies = Dependencies;

    async fn handle(dependencies: &Dependencies, now: Instant, message: &str) -> Result<()> {
        ingest::ingest_forecast(dependencies, now, message).await
    }
}

fn main() -> Exit {
    shared::worker::consume::<IngestForecast>()
}
