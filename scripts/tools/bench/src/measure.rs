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

/// The function to measure.
pub(crate) struct Function {
    /// The path of the program, and its arguments.
    pub(crate) command: Vec<PathBuf>,
    /// The event of every call.
    pub(crate) event: Bytes,
    /// The address of the AWS stub.
    pub(crate) aws: SocketAddr,
    /// The base URL of the simulated partners.
    pub(crate) partners: String,
}

/// The number of starts and calls.
pub(crate) struct Plan {
    /// The number of processes to start.
    pub(crate) starts: usize,
    /// The number of calls of a warm process.
    pub(crate) calls: usize,
    /// Whether to show the function's log.
    pub(crate) verbose: bool,
}

/// The measured costs of a function.
pub(crate) struct Measurement {
    /// The median time from spawn to the first response.
    pub(crate) cold: Duration,
    /// The median CPU time of a process from its start to the first response. Other load of the machine affects it less
    /// than the time.
    pub(crate) cold_cpu: Duration,
    /// The median latency of a warm call.
    pub(crate) p50: Duration,
    /// The 99th percentile of the latency of a warm call.
    pub(crate) p99: Duration,
    /// The average CPU time of a warm call.
    pub(crate) cpu: Duration,
    /// The peak memory, in KiB.
    pub(crate) memory: u64,
    /// The size of the binary or of the bundle, in bytes.
    pub(crate) size: u64,
}

/// Starts the function several times, then calls the last process many times, one call after another.
pub(crate) async fn measure(function: &Function, plan: &Plan) -> Result<Measurement> {
    let mut cold_starts = Vec::with_capacity(plan.starts);
    let mut cold_cpu = Vec::with_capacity(plan.starts);
    let (mut api, mut process) = start(function, plan, &mut cold_starts).await?;
    cold_cpu.push(process.cpu()?);
    for _ in 1..plan.starts {
        (api, process) = start(function, plan, &mut cold_starts).await?;
        cold_cpu.push(process.cpu()?);
    }
    for _ in 0..plan.calls / 10 {
        call(&mut api, function).await?;
    }
    let before = process.cpu()?;
    let mut latencies = Vec::with_capacity(plan.calls);
    for _ in 0..plan.calls {
        latencies.push(call(&mut api, function).await?);
    }
    let cpu = process.cpu()?.saturating_sub(before) / u32::try_from(plan.calls)?;
    Ok(Measurement {
        cold: percentile(&mut cold_starts, 50),
        cold_cpu: percentile(&mut cold_cpu, 50),
        p50: percentile(&mut latencies, 50),
        p99: percentile(&mut latencies, 99),
        cpu,
        memory: process.peak_memory()?,
        size: function.command.last().map(fs::metadata).transpose()?.map_or(0, |file| file.len()),
    })
}

/// A running process of a function.
pub(crate) struct Warm {
    api: RuntimeApi,
    process: Process,
}

impl Warm {
    /// Starts the function.
    pub(crate) async fn start(function: &Function, verbose: bool) -> Result<Self> {
        let api = RuntimeApi::start().await?;
        let process = start_process(function, &api, verbose)?;
        Ok(Self { api, process })
    }

    /// Calls the function. Rejects an error response.
    pub(crate) async fn call(&mut self, event: Bytes) -> Result<Bytes> {
        let (response, _) = self.api.invoke(event).await?;
        check_succeeded(&response)?;
        Ok(response)
    }

    /// The CPU time so far.
    pub(crate) fn cpu(&self) -> Result<Duration> {
        self.process.cpu()
    }

    /// The peak memory, in KiB.
    pub(crate) fn peak_memory(&self) -> Result<u64> {
        self.process.peak_memory()
    }
}

/// Calls the function once in a new process, and returns its response.
pub(crate) async fn call_once(function: &Function, verbose: bool) -> Result<Bytes> {
    Warm::start(function, verbose).await?.call(function.event.clone()).await
}

async fn start(function: &Function, plan: &Plan, cold_starts: &mut Vec<Duration>) -> Result<(RuntimeApi, Process)> {
    let mut api = RuntimeApi::start().await?;
    let started = Instant::now();
    let process = start_process(function, &api, plan.verbose)?;
    call(&mut api, function).await?;
    cold_starts.push(started.elapsed());
    Ok((api, process))
}

fn start_process(function: &Function, api: &RuntimeApi, verbose: bool) -> Result<Process> {
    let (aws, partners) = (format!("http://{}", function.aws), &function.partners);
    let variables = [
        ("CARD_READER_URL".to_owned(), format!("{partners}/card-reader")),
        ("LOGI_NEXT_URL".to_owned(), format!("{partners}/loginext")),
    ];
    Process::start(&function.command, api.address, &aws, variables, verbose)
}

async fn call(api: &mut RuntimeApi, function: &Function) -> Result<Duration> {
    let (response, latency) = api.invoke(function.event.clone()).await?;
    check_succeeded(&response)?;
    Ok(latency)
}

/// Rejects an error response, because a failed call is quick and would falsify the measurement. It means that the
/// sample event or the stub no longer matches the function.
fn check_succeeded(response: &[u8]) -> Result<()> {
    let Ok(response) = serde_json::from_slice::<Value>(response) else { return Ok(()) };
    let status = response.get("statusCode").and_then(Value::as_u64).unwrap_or_default();
    let failed = response.get("batchItemFailures").and_then(Value::as_array).is_some_and(|items| !items.is_empty());
    if status >= 400 || failed || response.get("error").is_some() {
        bail!("the sample event failed: {response}");
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
    fn computes_percentiles_of_unsorted_durations() {
        let mut durations: Vec<_> = (1..=100).rev().map(Duration::from_millis).collect();
        assert_eq!(percentile(&mut durations, 50), Duration::from_millis(50));
        assert_eq!(percentile(&mut durations, 99), Duration::from_millis(99));
        assert_eq!(percentile(&mut [], 50), Duration::ZERO);
    }

    #[test]
    fn rejects_error_responses() {
        for response in [
            r#"{"error":{"type":"Forbidden"}}"#,
            r#"{"statusCode":400,"body":"{}"}"#,
            r#"{"batchItemFailures":[{"itemIdentifier":"1"}]}"#,
        ] {
            assert!(check_succeeded(response.as_bytes()).is_err(), "{response}");
        }
        for response in [r#"{"data":[]}"#, r#"{"statusCode":200}"#, r#"{"batchItemFailures":[]}"#, "null"] {
            assert!(check_succeeded(response.as_bytes()).is_ok(), "{response}");
        }
    }
}
