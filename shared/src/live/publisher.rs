//! The signed HTTP request that publishes events.

use crate::{
    Environment, Result,
    signed_http::{Response, SignedHttp},
};
use serde_json::{Value, json};
use std::time::Duration;

/// The timeout of a request.
const TIMEOUT: Duration = Duration::from_secs(1);

/// An Event API and the credentials for it.
#[derive(Debug)]
pub(super) struct Publisher {
    http: SignedHttp,
}

impl Publisher {
    /// Creates a publisher for `url`, such as `https://{id}.appsync-api.us-east-1.amazonaws.com/event`.
    pub(super) fn new(environment: &Environment, url: &str) -> Result<Self> {
        Ok(Self { http: SignedHttp::new(environment, "appsync", url)? })
    }

    /// Publishes one batch.
    pub(super) async fn publish(&self, channel: &str, events: &[String]) -> Result<(), String> {
        let body = json!({"channel": channel, "events": events}).to_string();
        check(&self.http.post("application/json", body, TIMEOUT).await?)
    }
}

/// Checks that AppSync accepted every event.
fn check(Response { status, body }: &Response) -> Result<(), String> {
    let report: Value = serde_json::from_slice(body).unwrap_or_default();
    match report.get("failed").and_then(Value::as_array).map(Vec::as_slice) {
        Some([]) if *status == 200 => Ok(()),
        _ => Err(format!("status {status}: {report}")),
    }
}
