//! Records REST calls from the log lines that a subscription filter delivers.

use crate::{model::Event, rules, store::AnalyticsStore};
use aws_lambda_events::cloudwatch_logs::LogsEvent;
use serde_json::{Value, json};
use shared::Result;

/// Records the REST calls among the log lines. A line that is delivered again counts once.
pub async fn record_analytics(store: &AnalyticsStore, logged: LogsEvent) -> Result<Value> {
    let lines = logged.aws_logs.data.log_events;
    let calls: Vec<Event> = lines.iter().filter_map(|line| rules::parse_call(&line.message)).map(Event::Call).collect();
    let received = calls.len();
    // This output is logged. It must not contain the marker of the subscription filter, or the function invokes itself.
    Ok(json!({ "received": received, "recorded": store.record(calls).await? }))
}
