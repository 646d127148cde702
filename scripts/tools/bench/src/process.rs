//! A function's process, as Lambda would start it, and what the kernel knows of it.

use anyhow::{Context, Result};
use std::{
    fs,
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

/// The clock ticks a second in which `/proc` counts CPU time: fixed in Linux's interface to programs.
const TICKS: u32 = 100;

/// The variables that name what a function uses, as the template would set them; a function reads those it needs.
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

/// A running function; ends with this value.
pub(crate) struct Process {
    child: Child,
}

impl Process {
    /// Starts `binary` with its Runtime API at `runtime_api` and every AWS service at `aws`, with names for all that it
    /// may use.
    pub(crate) fn start(binary: &Path, runtime_api: SocketAddr, aws: SocketAddr, verbose: bool) -> Result<Self> {
        Self::start_with(binary, runtime_api, &format!("http://{aws}"), [], verbose)
    }

    /// Starts `binary` likewise, with other names for some.
    pub(crate) fn start_with(
        binary: &Path,
        runtime_api: SocketAddr,
        aws: &str,
        names: impl IntoIterator<Item = (String, String)>,
        verbose: bool,
    ) -> Result<Self> {
        let log = || if verbose { Stdio::inherit() } else { Stdio::null() };
        let child = Command::new(binary)
            .env_clear()
            .envs(VARIABLES.iter().copied())
            .envs(names)
            .env("AWS_LAMBDA_RUNTIME_API", runtime_api.to_string())
            .env("AWS_ENDPOINT_URL", aws)
            .stdin(Stdio::null())
            .stdout(log())
            .stderr(log())
            .spawn()
            .with_context(|| format!("cannot start {}", binary.display()))?;
        Ok(Self { child })
    }

    /// CPU time so far, in user and in system mode.
    pub(crate) fn cpu(&self) -> Result<Duration> {
        let stat = self.read("stat")?;
        // The second field is the program's name in brackets and may hold spaces; utime and stime are fields 14, 15.
        let fields = stat.rsplit_once(')').context("/proc has changed")?.1.split_whitespace();
        let ticks: u32 = fields.skip(11).take(2).map(str::parse::<u32>).sum::<Result<_, _>>()?;
        Ok(Duration::from_secs(1) * ticks / TICKS)
    }

    /// The most memory that it held at once, in KiB.
    pub(crate) fn peak_memory(&self) -> Result<u64> {
        let status = self.read("status")?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("/proc has changed")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }

    fn read(&self, file: &str) -> Result<String> {
        fs::read_to_string(format!("/proc/{}/{file}", self.child.id())).context("the function has ended")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
