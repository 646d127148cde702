//! Measures one function.

use crate::{process::Process, runtime_api::RuntimeApi};
use anyhow::{Result, bail};
use bytes::Bytes;
use serde_json::Value;
use std::{
    fs,
    net::SocketAddr,
    path::PathBuf,
    time::{Duration, Instant},
};

/// What to measure.
pub(crate) struct Function {
    /// Its binary.
    pub(crate) binary: PathBuf,
    /// The event that it gets again and again.
    pub(crate) event: Bytes,
    /// The stub that stands for AWS.
    pub(crate) aws: SocketAddr,
}

/// How often.
pub(crate) struct Plan {
    /// Processes that are started.
    pub(crate) starts: usize,
    /// Calls of a warm process.
    pub(crate) calls: usize,
    /// Whether the function's log is shown.
    pub(crate) verbose: bool,
}

/// What a function costs.
pub(crate) struct Measured {
    /// From spawn to the first answer: the median of all starts.
    pub(crate) cold: Duration,
    /// A warm call: the median.
    pub(crate) p50: Duration,
    /// A warm call: only one in a hundred takes longer.
    pub(crate) p99: Duration,
    /// CPU time of a warm call, on average.
    pub(crate) cpu: Duration,
    /// The most memory held at once, in KiB.
    pub(crate) memory: u64,
    /// The binary's size in bytes.
    pub(crate) size: u64,
}

/// Starts the function several times, then calls the last process many times, one call after another.
pub(crate) async fn measure(function: &Function, plan: &Plan) -> Result<Measured> {
    let mut colds = Vec::with_capacity(plan.starts);
    let (mut api, mut process) = start(function, plan, &mut colds).await?;
    for _ in 1..plan.starts {
        (api, process) = start(function, plan, &mut colds).await?;
    }
    for _ in 0..plan.calls / 10 {
        call(&mut api, function).await?;
    }
    let before = process.cpu()?;
    let mut warms = Vec::with_capacity(plan.calls);
    for _ in 0..plan.calls {
        warms.push(call(&mut api, function).await?);
    }
    let cpu = process.cpu()?.saturating_sub(before) / u32::try_from(plan.calls)?;
    Ok(Measured {
        cold: percentile(&mut colds, 50),
        p50: percentile(&mut warms, 50),
        p99: percentile(&mut warms, 99),
        cpu,
        memory: process.peak_memory()?,
        size: fs::metadata(&function.binary)?.len(),
    })
}

async fn start(function: &Function, plan: &Plan, colds: &mut Vec<Duration>) -> Result<(RuntimeApi, Process)> {
    let mut api = RuntimeApi::start().await?;
    let started = Instant::now();
    let process = Process::start(&function.binary, api.address, function.aws, plan.verbose)?;
    call(&mut api, function).await?;
    colds.push(started.elapsed());
    Ok((api, process))
}

async fn call(api: &mut RuntimeApi, function: &Function) -> Result<Duration> {
    let (answer, latency) = api.invoke(function.event.clone()).await?;
    refuse_refusal(&answer)?;
    Ok(latency)
}

/// A refusal is quick and measures nothing: the sample event or the stub does not fit the function any more.
fn refuse_refusal(answer: &[u8]) -> Result<()> {
    let Ok(answer) = serde_json::from_slice::<Value>(answer) else { return Ok(()) };
    let status = answer.get("statusCode").and_then(Value::as_u64).unwrap_or_default();
    let failed = answer.get("batchItemFailures").and_then(Value::as_array).is_some_and(|items| !items.is_empty());
    if status >= 400 || failed || answer.get("error").is_some() {
        bail!("answers its sample event with {answer}");
    }
    Ok(())
}

fn percentile(durations: &mut [Duration], percent: usize) -> Duration {
    durations.sort_unstable();
    let last = durations.len().saturating_sub(1);
    durations.get(last * percent / 100).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_of_the_sorted_durations() {
        let mut durations: Vec<_> = (1..=100).rev().map(Duration::from_millis).collect();
        assert_eq!(percentile(&mut durations, 50), Duration::from_millis(50));
        assert_eq!(percentile(&mut durations, 99), Duration::from_millis(99));
        assert_eq!(percentile(&mut [], 50), Duration::ZERO);
    }

    #[test]
    fn a_refusal_is_no_measurement() {
        for refusal in [
            r#"{"error":{"type":"Forbidden"}}"#,
            r#"{"statusCode":400,"body":"{}"}"#,
            r#"{"batchItemFailures":[{"itemIdentifier":"1"}]}"#,
        ] {
            assert!(refuse_refusal(refusal.as_bytes()).is_err(), "{refusal}");
        }
        for answer in [r#"{"data":[]}"#, r#"{"statusCode":200}"#, r#"{"batchItemFailures":[]}"#, "null"] {
            assert!(refuse_refusal(answer.as_bytes()).is_ok(), "{answer}");
        }
    }
}
