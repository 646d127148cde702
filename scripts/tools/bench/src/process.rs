//! Starts a function's process as Lambda does, and reads its CPU time and memory from the kernel.

use anyhow::{Context, Result};
use nix::{
    sched::{CpuSet, sched_getaffinity, sched_setaffinity},
    time::clock_getcpuclockid,
    unistd::Pid,
};
use shared::resource::{Access, Bucket, Queue, Table};
use std::{
    fs,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::PathBuf,
    process::{Child, ChildStderr, Command, ExitStatus, Stdio},
    thread::{self, JoinHandle},
    time::Duration,
};
use strum::IntoEnumIterator;

/// The environment variables of all functions that are not names of resources. A function reads only the ones it needs.
const VARIABLES: &[(&str, &str)] = &[
    ("AWS_ACCESS_KEY_ID", "bench"),
    ("AWS_SECRET_ACCESS_KEY", "bench"),
    ("AWS_REGION", "us-east-1"),
    ("AWS_LAMBDA_FUNCTION_NAME", "bench"),
    ("AWS_LAMBDA_FUNCTION_VERSION", "$LATEST"),
    ("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "128"),
    ("AWS_LAMBDA_INITIALIZATION_TYPE", "on-demand"),
    // The environment of the topics in `infra/events`.
    ("LARDER_ENVIRONMENT", "local"),
    ("COMPANY_HOST_MARKER", "larder-fridge"),
    ("CARD_READER_SECRET", "card-reader"),
    ("DRIVER_EMAIL_DOMAIN", "drivers.larder.example"),
    ("COUPON_MAX_DAYS", "365"),
    ("COUPON_MAX_DOLLARS", "100"),
    ("COUPON_MAX_PERCENT", "100"),
    ("LOGI_NEXT_SECRET", "loginext"),
    ("USER_POOL_ID", "us-east-1_bench"),
    ("ADMINISTRATOR_MFA", "optional"),
    ("ALERT_NOTIFICATIONS_TOPIC_ARN", "arn:aws:sns:us-east-1:000000000000:AlertNotifications"),
    // The audience of the tokens in `infra/events`.
    ("USER_POOL_CLIENT_ID", "1example23456789"),
    ("WEB_ORIGIN", "https://larder.example"),
    ("WEB_URL", "https://larder.example"),
    ("FIRST_ADMINISTRATOR", "admin@larder.example"),
];

/// All environment variables of functions.
pub(crate) fn variables() -> impl Iterator<Item = (String, String)> {
    VARIABLES.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).chain(resource_variables())
}

/// The variables with the names of all tables, queues and buckets. A table has the name of its [`Table`].
fn resource_variables() -> impl Iterator<Item = (String, String)> {
    let named =
        |access: Access, value: String| access.variables().into_iter().map(move |(name, _)| (name, value.clone()));
    let tables = Table::iter().flat_map(move |table| named(table.name_only(), table.to_string()));
    let queues = Queue::iter().flat_map(move |queue| {
        named(queue.sends(), format!("https://sqs.us-east-1.amazonaws.com/000000000000/{queue}"))
    });
    let buckets = Bucket::iter().flat_map(move |bucket| named(bucket.lists_keys(), bucket.to_string().to_lowercase()));
    tables.chain(queues).chain(buckets)
}

/// Where the log of a function goes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Log {
    /// Nowhere, so that writing it takes the least time.
    Discarded,
    /// To stderr.
    Shown,
    /// To the result of [`Process::end`].
    Captured {
        /// Whether it goes to stderr as well.
        shown: bool,
    },
}

impl Log {
    /// The log of a function that is measured.
    pub(crate) fn measured(verbose: bool) -> Self {
        if verbose { Self::Shown } else { Self::Discarded }
    }

    fn stderr(self) -> Stdio {
        match self {
            Self::Discarded => Stdio::null(),
            Self::Shown => Stdio::inherit(),
            Self::Captured { .. } => Stdio::piped(),
        }
    }
}

/// The cores that a process can use.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Cores {
    /// Those of this program.
    All,
    /// The last one. A measured function uses one core, as in Lambda with less than 1,769 MB.
    Last,
}

/// A running function. Dropping it ends the process.
pub(crate) struct Process {
    child: Child,
    log: Option<JoinHandle<String>>,
}

impl Process {
    /// Starts the program `command` with its arguments, with the Runtime API at `runtime_api` and all AWS services at the
    /// URL `aws`. `variables` override the defaults.
    pub(crate) fn start(
        command: &[PathBuf],
        runtime_api: SocketAddr,
        aws: &str,
        variables: impl IntoIterator<Item = (String, String)>,
        log: Log,
        cores: Cores,
    ) -> Result<Self> {
        let (binary, arguments) = command.split_first().context("a function has no binary")?;
        let mut program = Command::new(binary);
        program
            .args(arguments)
            .env_clear()
            .envs(self::variables())
            .envs(variables)
            .env("AWS_LAMBDA_RUNTIME_API", runtime_api.to_string())
            .env("AWS_ENDPOINT_URL", aws)
            .stdin(Stdio::null())
            .stdout(if log == Log::Shown { Stdio::inherit() } else { Stdio::null() })
            .stderr(log.stderr());
        let spawned = match cores {
            Cores::All => program.spawn().map_err(Into::into),
            Cores::Last => spawn_on_last_core(program),
        };
        let mut child = spawned.with_context(|| format!("could not start {}", binary.display()))?;
        let shown = log == Log::Captured { shown: true };
        let log = child.stderr.take().map(|stderr| thread::spawn(move || read_log(stderr, shown)));
        Ok(Self { child, log })
    }

    /// The status of a process that ended by itself, or `None` if it is running.
    pub(crate) fn exit_status(&mut self) -> Result<Option<ExitStatus>> {
        Ok(self.child.try_wait()?)
    }

    /// Ends the process and returns its log if it was captured.
    pub(crate) fn end(mut self) -> String {
        self.stop();
        self.log.take().and_then(|log| log.join().ok()).unwrap_or_default()
    }

    fn stop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// The CPU time of all threads so far, in user and system mode. Its clock counts nanoseconds. `/proc/<pid>/stat` counts
    /// hundredths of a second, which is longer than most first calls.
    pub(crate) fn cpu(&self) -> Result<Duration> {
        let clock = clock_getcpuclockid(Pid::from_raw(self.child.id().try_into()?))?;
        Ok(clock.now()?.into())
    }

    /// The peak memory, in KiB.
    pub(crate) fn peak_memory(&self) -> Result<u64> {
        let status =
            fs::read_to_string(format!("/proc/{}/status", self.child.id())).context("the function is not running")?;
        let line =
            status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("/proc/<pid>/status has no VmHWM")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Starts a program from a thread that is limited to the last core, because a process inherits the cores of its thread.
fn spawn_on_last_core(mut program: Command) -> Result<Child> {
    let start = move || -> Result<Child> {
        let this_thread = Pid::from_raw(0);
        let available = sched_getaffinity(this_thread)?;
        let last = (0..CpuSet::count()).rev().find(|core| available.is_set(*core).unwrap_or(false));
        let mut cores = CpuSet::new();
        cores.set(last.context("no core is available")?)?;
        sched_setaffinity(this_thread, &cores)?;
        Ok(program.spawn()?)
    };
    thread::spawn(start).join().map_err(|_| anyhow::anyhow!("the thread that starts the program panicked"))?
}

/// Reads the log until the process ends.
fn read_log(stderr: ChildStderr, shown: bool) -> String {
    let mut log = String::new();
    for line in BufReader::new(stderr).lines().map_while(Result::ok) {
        if shown {
            eprintln!("{line}");
        }
        log.push_str(&line);
        log.push('\n');
    }
    log
}
