//! Consumes the queue of uploaded forecast files and writes their rows.

use forecast::ingest::{self, Dependencies};
use shared::prelude::*;

pub(crate) struct Function;

impl Consumer for Function {
    /// One file per message.
    const SOURCE: Source = Source::Queue(QueueSource::new(Queue::ForecastUploads, 1));
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::Forecast.allows(&[BatchGetItem, PutItem]),
        Table::Uploads.allows(&[GetItem, PutItem]),
        Bucket::Uploads.objects("forecast-uploads/*", &[GetObject]),
    ];
    const TIMEOUT_SECONDS: u32 = 30;
    type Dependencies = Dependencies;

    async fn handle(dependencies: &Dependencies, now: Instant, message: &str) -> Result<()> {
        ingest::ingest_forecast(dependencies, now, message).await
    }
}

fn main() -> Exit {
    shared::worker::consume::<Function>()
}
