//! Consumer of the queue of forecasts' files: writes what they say.

use forecast::ingest::{self, Uses};
use shared::{Exit, Instant, Result, worker::Consumer};

struct IngestForecast;

impl Consumer for IngestForecast {
    const NAME: &'static str = ingest::NAME;
    type Uses = Uses;

    async fn handle(uses: &Uses, now: Instant, message: &str) -> Result<()> {
        ingest::ingest_forecast(uses, now, message).await
    }
}

fn main() -> Exit {
    shared::worker::consume::<IngestForecast>()
}
