//! Starts a function's process as Lambda does, and reads its CPU time and memory from the kernel.

use anyhow::{Context, Result};
use std::{
    fs,
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

/// The unit of CPU time in `/proc`, in ticks per second. Linux fixes it for user space.
const TICKS_PER_SECOND: u32 = 100;

/// The environment variables of all functions, as the template sets them. A function reads only the ones it needs.
const VARIABLES: &[(&str, &str)] = &[
    ("AWS_ACCESS_KEY_ID", "bench"),
    ("AWS_SECRET_ACCESS_KEY", "bench"),
    ("AWS_REGION", "us-east-1"),
    ("AWS_LAMBDA_FUNCTION_NAME", "bench"),
    ("AWS_LAMBDA_FUNCTION_VERSION", "$LATEST"),
    ("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "256"),
    ("AWS_LAMBDA_INITIALIZATION_TYPE", "on-demand"),
    ("LOCATIONS_TABLE", "Locations"),
    ("AUDIT_TABLE", "Audit"),
    ("SCHEDULE_CHANGES_TABLE", "ScheduleChanges"),
    ("NAMES_TABLE", "Names"),
    ("PERMISSIONS_TABLE", "Permissions"),
    ("FEATURE_FLAGS_TABLE", "FeatureFlags"),
    ("ROUTE_STOPS_TABLE", "RouteStops"),
    ("PLANOGRAMS_TABLE", "Planograms"),
    ("PACKING_SLIPS_TABLE", "PackingSlips"),
    ("DRIVER_ACTIONS_TABLE", "DriverActions"),
    ("ORDERS_TABLE", "Orders"),
    ("INVENTORY_TABLE", "Inventory"),
    ("REPORTS_TABLE", "Reports"),
    ("TELEMETRY_DEAD_LETTER_QUEUE_URL", "https://sqs.us-east-1.amazonaws.com/000000000000/dead"),
    ("FRIDGE_HEALTH_TABLE", "FridgeHealth"),
    ("FRIDGE_HISTORY_TABLE", "FridgeHistory"),
    ("FRIDGE_ALERTS_TABLE", "FridgeAlerts"),
    ("DROP_DECISIONS_TABLE", "DropDecisions"),
    ("UPLOADS_TABLE", "Uploads"),
    ("UPLOADS_BUCKET", "uploads"),
    ("COMPANY_HOST_MARKER", "larder-fridge"),
    ("FRIDGE_COMMANDS_TABLE", "FridgeCommands"),
    ("COMMAND_QUEUE_URL", "https://sqs.us-east-1.amazonaws.com/000000000000/command"),
    ("SCHEDULE_QUEUE_URL", "https://sqs.us-east-1.amazonaws.com/000000000000/schedule"),
    ("USER_POOL_ID", "us-east-1_bench"),
    ("ADMINISTRATOR_MFA", "optional"),
    ("SIGN_INS_TABLE", "SignIns"),
    // The audience of the tokens in `infra/events`.
    ("USER_POOL_CLIENT_ID", "1example23456789"),
    ("WEB_ORIGIN", "https://larder.example"),
    ("FIRST_ADMINISTRATOR", "admin@larder.example"),
];

/// A running function. Dropping it ends the process.
pub(crate) struct Process {
    child: Child,
}

impl Process {
    /// Starts `binary` with the Runtime API at `runtime_api` and all AWS services at `aws`.
    pub(crate) fn start(binary: &Path, runtime_api: SocketAddr, aws: SocketAddr, verbose: bool) -> Result<Self> {
        Self::start_with(binary, runtime_api, &format!("http://{aws}"), [], verbose)
    }

    /// As [`Process::start`], with `variables` that override the defaults. `aws` is a URL.
    pub(crate) fn start_with(
        binary: &Path,
        runtime_api: SocketAddr,
        aws: &str,
        variables: impl IntoIterator<Item = (String, String)>,
        verbose: bool,
    ) -> Result<Self> {
        let log = || if verbose { Stdio::inherit() } else { Stdio::null() };
        let child = Command::new(binary)
            .env_clear()
            .envs(VARIABLES.iter().copied())
            .envs(variables)
            .env("AWS_LAMBDA_RUNTIME_API", runtime_api.to_string())
            .env("AWS_ENDPOINT_URL", aws)
            .stdin(Stdio::null())
            .stdout(log())
            .stderr(log())
            .spawn()
            .with_context(|| format!("could not start {}", binary.display()))?;
        Ok(Self { child })
    }

    /// The CPU time so far, in user and system mode.
    pub(crate) fn cpu(&self) -> Result<Duration> {
        let stat = self.read("stat")?;
        // Field 2 is the program's name in parentheses and can contain spaces. Fields 14 and 15 are utime and stime.
        let fields = stat.rsplit_once(')').context("/proc/<pid>/stat has an unknown format")?.1.split_whitespace();
        let ticks: u32 = fields.skip(11).take(2).map(str::parse::<u32>).sum::<Result<_, _>>()?;
        Ok(Duration::from_secs(1) * ticks / TICKS_PER_SECOND)
    }

    /// The peak memory, in KiB.
    pub(crate) fn peak_memory(&self) -> Result<u64> {
        let status = self.read("status")?;
        let line =
            status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("/proc/<pid>/status has no VmHWM")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }

    fn read(&self, file: &str) -> Result<String> {
        fs::read_to_string(format!("/proc/{}/{file}", self.child.id())).context("the function is not running")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
