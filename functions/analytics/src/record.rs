//! Recording REST calls as the log tells them.

use crate::{model::Event, rules, store::AnalyticsStore};
use aws_lambda_events::cloudwatch_logs::LogsEvent;
use serde_json::{Value, json};
use shared::Result;

/// Records the calls among some lines of the log. Told again, they count once.
pub async fn record_analytics(store: &AnalyticsStore, logged: LogsEvent) -> Result<Value> {
    let lines = logged.aws_logs.data.log_events;
    let calls: Vec<Event> = lines.iter().filter_map(|line| rules::call(&line.message)).map(Event::Call).collect();
    let told = calls.len();
    // What this logs must not hold the word that it listens for: a line of its own would come back.
    Ok(json!({ "told": told, "recorded": store.record(calls).await? }))
}
