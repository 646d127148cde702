//! Receives the log lines of REST calls from a subscription filter. Stores and counts each call once.

use analytics::{record, store::AnalyticsStore};
use aws_lambda_events::cloudwatch_logs::LogsEvent;
use serde_json::Value;
use shared::{prelude::*, telemetry::REST_CALL};

pub(crate) struct Function;

impl Listener for Function {
    const SOURCE: Source = Source::Log(REST_CALL);
    const ACCESS: &'static [Access] = &[Table::Analytics.allows(&[PutItem, UpdateItem])];
    type Event = LogsEvent;
    type Dependencies = AnalyticsStore;

    async fn handle(store: &AnalyticsStore, _: Instant, logged: LogsEvent) -> Result<Value> {
        record::record_analytics(store, logged).await
    }
}

fn main() -> Exit {
    shared::worker::listen::<Function>()
}
