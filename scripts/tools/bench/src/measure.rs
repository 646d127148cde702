//! Measures one function.

use crate::{
    process::{Cores, Log, Process},
    runtime_api::{Response, RuntimeApi},
};
use anyhow::{Context, Result, bail, ensure};
use bytes::Bytes;
use serde_json::Value;
use std::{
    fs,
    net::SocketAddr,
    path::PathBuf,
    time::{Duration, Instant},
};

/// The function to measure.
#[derive(Clone)]
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

/// The maximum duration of a call that is checked. A call takes milliseconds, but other programs may use the processors.
const CHECK_LIMIT: Duration = Duration::from_mins(1);
/// How often a check looks whether the process has ended.
const EXIT_INTERVAL: Duration = Duration::from_millis(20);
/// The messages of warnings that a function logs for its sample event as its purpose.
const EXPECTED_WARNINGS: [&str; 1] = ["a browser reported an error"];
/// How often the measured calls of functions alternate.
const ROUNDS: usize = 10;
/// The number of log lines that the error of a failed call contains.
const MAX_LOG_LINES: usize = 3;

/// Checks one call of the function, starts it several times, and calls the last process many times, one call after another.
pub(crate) async fn measure(function: &Function, plan: &Plan) -> Result<Measurement> {
    let [measurement] = measure_together([function], plan).await?;
    Ok(measurement)
}

/// Measures functions as [`measure`] does. Their starts and their calls alternate, so that a change of the machine's speed
/// affects all of them.
pub(crate) async fn measure_together<const N: usize>(
    functions: [&Function; N],
    plan: &Plan,
) -> Result<[Measurement; N]> {
    let mut subjects = Vec::with_capacity(N);
    for function in functions {
        call_once(function, plan.verbose).await?;
        subjects.push(Subject::start(function, plan).await?);
    }
    for _ in 1..plan.starts {
        for subject in &mut subjects {
            subject.restart(plan).await?;
        }
    }
    for subject in &mut subjects {
        subject.warm_up(plan.calls / 10).await?;
    }
    let (calls, rounds) = (plan.calls, ROUNDS.min(plan.calls));
    for round in 0..rounds {
        for subject in &mut subjects {
            subject.call(calls * (round + 1) / rounds - calls * round / rounds).await?;
        }
    }
    let measurements = subjects.into_iter().map(Subject::end).collect::<Result<Vec<_>>>()?;
    measurements.try_into().map_err(|_| anyhow::anyhow!("a function has no measurement"))
}

/// A function that is being measured.
struct Subject<'a> {
    function: &'a Function,
    api: RuntimeApi,
    process: Process,
    cold: Vec<Duration>,
    cold_cpu: Vec<Duration>,
    latencies: Vec<Duration>,
    cpu: Duration,
}

impl<'a> Subject<'a> {
    async fn start(function: &'a Function, plan: &Plan) -> Result<Self> {
        let (api, process, cold) = start(function, plan).await?;
        let cold_cpu = vec![process.cpu()?];
        Ok(Self { function, api, process, cold: vec![cold], cold_cpu, latencies: Vec::new(), cpu: Duration::ZERO })
    }

    /// Ends the process and starts another one.
    async fn restart(&mut self, plan: &Plan) -> Result<()> {
        let (api, process, cold) = start(self.function, plan).await?;
        (self.api, self.process) = (api, process);
        self.cold.push(cold);
        self.cold_cpu.push(self.process.cpu()?);
        Ok(())
    }

    /// Calls the function without measuring it.
    async fn warm_up(&mut self, calls: usize) -> Result<()> {
        for _ in 0..calls {
            call(&mut self.api, self.function).await?;
        }
        Ok(())
    }

    async fn call(&mut self, calls: usize) -> Result<()> {
        let before = self.process.cpu()?;
        for _ in 0..calls {
            let response = call(&mut self.api, self.function).await?;
            self.latencies.push(response.received - response.called);
        }
        self.cpu += self.process.cpu()?.saturating_sub(before);
        Ok(())
    }

    fn end(mut self) -> Result<Measurement> {
        Ok(Measurement {
            cold: percentile(&mut self.cold, 50),
            cold_cpu: percentile(&mut self.cold_cpu, 50),
            p50: percentile(&mut self.latencies, 50),
            p99: percentile(&mut self.latencies, 99),
            cpu: self.cpu / u32::try_from(self.latencies.len().max(1))?,
            memory: self.process.peak_memory()?,
            size: self.function.command.last().map(fs::metadata).transpose()?.map_or(0, |file| file.len()),
        })
    }
}

/// A running process of a function.
pub(crate) struct Warm {
    api: RuntimeApi,
    process: Process,
}

impl Warm {
    /// Starts the function.
    pub(crate) async fn start(function: &Function, log: Log, cores: Cores) -> Result<Self> {
        let api = RuntimeApi::start().await?;
        let process = start_process(function, &api, log, cores)?;
        Ok(Self { api, process })
    }

    /// Calls the function. Rejects an error response.
    pub(crate) async fn call(&mut self, event: Bytes) -> Result<Bytes> {
        let response = tokio::select! {
            response = self.api.invoke(event) => response?.body,
            error = exited(&mut self.process) => return Err(error),
            () = tokio::time::sleep(CHECK_LIMIT) => bail!("the function did not respond within {CHECK_LIMIT:?}"),
        };
        check_succeeded(&response)?;
        Ok(response)
    }

    /// Ends the process and returns its log if it was captured.
    pub(crate) fn end(self) -> String {
        self.process.end()
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

/// Calls the function once in a new process, and returns its response. Rejects an error response and a log with a
/// failure: a trigger, a consumer of a queue, and a write that succeeds in part only log some errors.
pub(crate) async fn call_once(function: &Function, verbose: bool) -> Result<Bytes> {
    let mut warm = Warm::start(function, Log::Captured { shown: verbose }, Cores::All).await?;
    let response = warm.call(function.event.clone()).await;
    checked(response, &warm.end())
}

/// Calls the function twice in a new process. `between` runs between the calls. Rejects what [`call_once`] rejects.
pub(crate) async fn call_twice(function: &Function, verbose: bool, between: impl FnOnce()) -> Result<()> {
    let mut warm = Warm::start(function, Log::Captured { shown: verbose }, Cores::All).await?;
    let mut response = warm.call(function.event.clone()).await;
    if response.is_ok() {
        between();
        response = warm.call(function.event.clone()).await;
    }
    checked(response, &warm.end()).map(drop)
}

fn checked(response: Result<Bytes>, log: &str) -> Result<Bytes> {
    let response = response.with_context(|| format!("log: {}", last_lines(log)))?;
    check_log(log)?;
    Ok(response)
}

/// Returns an error when the process has ended. A function ends only if it could not start or panicked.
async fn exited(process: &mut Process) -> anyhow::Error {
    loop {
        match process.exit_status() {
            Ok(None) => tokio::time::sleep(EXIT_INTERVAL).await,
            Ok(Some(status)) => return anyhow::anyhow!("the function ended with {status}"),
            Err(error) => return error,
        }
    }
}

/// Starts the function and calls it once. Returns the time from spawn to the response as well.
async fn start(function: &Function, plan: &Plan) -> Result<(RuntimeApi, Process, Duration)> {
    let mut api = RuntimeApi::start().await?;
    let started = Instant::now();
    let process = start_process(function, &api, Log::measured(plan.verbose), Cores::Last)?;
    let response = call(&mut api, function).await?;
    Ok((api, process, response.received - started))
}

fn start_process(function: &Function, api: &RuntimeApi, log: Log, cores: Cores) -> Result<Process> {
    let (aws, partners) = (format!("http://{}", function.aws), &function.partners);
    let variables = [
        ("CARD_READER_URL".to_owned(), format!("{partners}/card-reader")),
        ("LOGI_NEXT_URL".to_owned(), format!("{partners}/loginext")),
    ];
    Process::start(&function.command, api.address, &aws, variables, log, cores)
}

async fn call(api: &mut RuntimeApi, function: &Function) -> Result<Response> {
    let response = api.invoke(function.event.clone()).await?;
    check_succeeded(&response.body)?;
    Ok(response)
}

/// Rejects an error response, because a failed call is quick and would falsify the measurement. It means that the
/// sample event or the stub no longer matches the function. A hook that rejects its event does less than usual as well.
fn check_succeeded(response: &[u8]) -> Result<()> {
    let Ok(response) = serde_json::from_slice::<Value>(response) else { return Ok(()) };
    let status = response.get("statusCode").and_then(Value::as_u64).unwrap_or_default();
    let failed = response.get("batchItemFailures").and_then(Value::as_array).is_some_and(|items| !items.is_empty());
    let rejected = response.get("allowProvisioning") == Some(&Value::Bool(false));
    if status >= 400 || failed || rejected || response.get("error").is_some() {
        bail!("the sample event failed: {response}");
    }
    Ok(())
}

/// Rejects a log with a failed invocation, a failed message, a dead letter, or a warning.
fn check_log(log: &str) -> Result<()> {
    let is_filled = |value: Option<&Value>| match value {
        Some(Value::Array(values)) => !values.is_empty(),
        Some(Value::Object(values)) => !values.is_empty(),
        _ => false,
    };
    for line in log.lines() {
        let Ok(entry) = serde_json::from_str::<Value>(line) else { continue };
        let text = |name: &str| entry.get(name).and_then(Value::as_str);
        let is_expected = text("message").is_some_and(|message| EXPECTED_WARNINGS.contains(&message));
        let is_severe = text("level").is_some_and(|level| ["WARN", "ERROR"].contains(&level)) && !is_expected;
        let has_failed = text("outcome").is_some_and(|outcome| outcome != "Ok");
        let details = ["/detail/failed", "/detail/deadLetters"].map(|path| entry.pointer(path));
        ensure!(
            !is_severe && !has_failed && !details.into_iter().any(is_filled),
            "the sample event failed, by the log: {line}"
        );
    }
    Ok(())
}

/// The last lines of a log, for the error of a failed call.
fn last_lines(log: &str) -> String {
    let lines: Vec<&str> = log.lines().collect();
    let last = lines.get(lines.len().saturating_sub(MAX_LOG_LINES)..).unwrap_or_default();
    if last.is_empty() { "empty".into() } else { last.join(" | ") }
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
            r#"{"allowProvisioning":false,"parameterOverrides":{}}"#,
        ] {
            assert!(check_succeeded(response.as_bytes()).is_err(), "{response}");
        }
        for response in [
            r#"{"data":[]}"#,
            r#"{"statusCode":200}"#,
            r#"{"batchItemFailures":[]}"#,
            r#"{"allowProvisioning":true}"#,
            "null",
        ] {
            assert!(check_succeeded(response.as_bytes()).is_ok(), "{response}");
        }
    }

    #[test]
    fn rejects_logs_with_failures_that_the_response_does_not_contain() {
        for line in [
            r#"{"level":"INFO","outcome":"Invalid"}"#,
            r#"{"level":"ERROR","outcome":"Unavailable"}"#,
            r#"{"level":"WARN","message":"AWS IoT was not changed"}"#,
            r#"{"level":"INFO","outcome":"Ok","detail":{"messages":1,"failed":[{"messageId":"1"}]}}"#,
            r#"{"level":"INFO","outcome":"Ok","detail":{"messages":1,"failed":[],"deadLetters":{"type":1}}}"#,
        ] {
            let log = format!("text\n{{\"level\":\"INFO\",\"outcome\":\"Ok\"}}\n{line}\n");
            let error = check_log(&log).unwrap_err().to_string();
            assert!(error.ends_with(line), "{error}");
        }
        let detail = r#"{"level":"INFO","outcome":"Ok","detail":{"messages":1,"failed":[],"deadLetters":{}}}"#;
        assert!(check_log(detail).is_ok());
        assert!(check_log(r#"{"level":"WARN","message":"a browser reported an error"}"#).is_ok());
        assert!(check_log("").is_ok());
    }

    fn shell(script: &str) -> Function {
        let command = ["/bin/sh", "-c", script].map(PathBuf::from).to_vec();
        Function { command, event: Bytes::new(), aws: ([127, 0, 0, 1], 1).into(), partners: String::new() }
    }

    #[tokio::test]
    async fn a_process_that_ends_without_a_response_is_reported_with_its_log() {
        let started = Instant::now();
        let error = call_once(&shell("echo 'a variable is missing' >&2; exit 3"), false).await.unwrap_err();
        let error = format!("{error:#}");
        assert_eq!(error, "log: a variable is missing: the function ended with exit status: 3");
        assert!(started.elapsed() < CHECK_LIMIT);
    }
}
