//! Writes one structured log line per invocation to stderr, with CloudWatch metrics in the embedded metric format.

use crate::{Error, Instant};
use serde::Serialize;
use std::{
    sync::{
        LazyLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant as Clock,
};

/// The namespace of all metrics: `Larder/<environment>`, so that environments in one account have separate metrics. The
/// alarms use the same namespace.
static NAMESPACE: LazyLock<String> = LazyLock::new(|| namespace(std::env::var("LARDER_ENVIRONMENT").ok().as_deref()));

fn namespace(environment: Option<&str>) -> String {
    environment.map_or_else(|| "Larder".into(), |environment| format!("Larder/{environment}"))
}

/// The marker of log lines of REST calls. `record-analytics` subscribes to lines with this word and records them as
/// analytics events, so that recording neither delays nor fails a call. No other line may contain this word.
pub const REST_CALL: &str = "RestCall";

/// Writes warnings and errors of libraries to stderr as JSON. Must be called once, before any other code.
pub fn start() {
    let _ = tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_max_level(tracing::Level::WARN)
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .try_init();
}

/// True until the first invocation starts.
static COLD: AtomicBool = AtomicBool::new(true);

/// Measures one invocation.
#[derive(Debug)]
pub struct Invocation {
    operation: &'static str,
    request_id: String,
    cold: bool,
    started: Clock,
    event: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line<'a> {
    #[serde(rename = "_aws")]
    aws: Metadata,
    level: &'static str,
    operation: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<&'static str>,
    request_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    user: Option<&'a str>,
    outcome: &'static str,
    start: &'static str,
    milliseconds: f64,
    failures: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'a serde_json::Value>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Metadata {
    timestamp: i64,
    cloud_watch_metrics: [Directive; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Directive {
    namespace: &'static str,
    dimensions: [[&'static str; 1]; 1],
    metrics: [Metric; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Metric {
    name: &'static str,
    unit: &'static str,
}

impl Invocation {
    /// Starts the measurement.
    pub fn start(operation: &'static str, request_id: &str) -> Self {
        let cold = COLD.swap(false, Ordering::Relaxed);
        Self { operation, request_id: request_id.into(), cold, started: Clock::now(), event: None }
    }

    /// Sets the log line's `event` marker, such as [`REST_CALL`].
    #[must_use]
    pub fn marked(self, event: &'static str) -> Self {
        Self { event: Some(event), ..self }
    }

    /// Writes the log line. `user` is an e-mail; `detail` contains a worker's counts. Input, tokens and payloads are
    /// never logged.
    pub fn end(self, user: Option<&str>, error: Option<&Error>, detail: Option<&serde_json::Value>) {
        let failed = matches!(error, Some(Error::Unavailable { .. }));
        let line = Line {
            aws: Metadata {
                timestamp: Instant::now().utc().timestamp_millis(),
                cloud_watch_metrics: [Directive {
                    namespace: &NAMESPACE,
                    dimensions: [["operation"]],
                    // CloudWatch charges each metric of each operation. Lambda's own metric of the duration costs nothing.
                    metrics: [Metric { name: "failures", unit: "Count" }],
                }],
            },
            level: if failed { "ERROR" } else { "INFO" },
            operation: self.operation,
            event: self.event,
            request_id: &self.request_id,
            user,
            outcome: error.map_or("Ok", Error::kind),
            start: if self.cold { "cold" } else { "warm" },
            milliseconds: (self.started.elapsed().as_secs_f64() * 1e6).round() / 1e3,
            failures: failed.into(),
            cause: error.and_then(Error::cause),
            detail,
        };
        if let Ok(line) = serde_json::to_string(&line) {
            eprintln!("{line}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_namespace_contains_the_environment() {
        assert_eq!(namespace(Some("dev")), "Larder/dev");
        assert_eq!(namespace(None), "Larder");
    }
}
