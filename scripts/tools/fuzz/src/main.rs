//! Runs the parsers of all functions with arbitrary inputs and prints a table. Each parser runs in a separate process,
//! because a panic ends the process in release builds.
#![expect(clippy::print_stdout, reason = "a command's result goes to stdout")]

mod input;
mod targets;

use anyhow::{Result, bail};
use clap::Parser;
use input::Generator;
use std::{
    env,
    io::Read,
    panic,
    process::{Command, ExitCode, Stdio},
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};
use targets::{TARGETS, Target};

/// The time that one input may take.
const MAX_INPUT_TIME: Duration = Duration::from_secs(1);
/// The time after the limit until a parser counts as hanging.
const GRACE: Duration = Duration::from_secs(20);

/// The number of the current input.
static CURRENT: AtomicU64 = AtomicU64::new(0);

/// Runs the parsers of all functions with arbitrary inputs.
#[derive(Parser)]
struct Arguments {
    /// The number of inputs per parser.
    #[arg(long, default_value_t = 1_000_000)]
    inputs: u64,
    /// The time limit per parser in seconds.
    #[arg(long, default_value_t = 300)]
    seconds: u64,
    /// The number of the first input, to repeat a failure.
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// Runs only this parser, in this process.
    #[arg(long)]
    parser: Option<String>,
}

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    match &arguments.parser {
        Some(name) => match TARGETS.iter().find(|target| target.name == name) {
            Some(target) => Ok(run(target, &arguments)),
            None => bail!("there is no parser {name}"),
        },
        None => run_all(&arguments),
    }
}

/// Runs one parser and prints the number of inputs. A failed input ends the run.
fn run(target: &Target, arguments: &Arguments) -> ExitCode {
    panic::set_hook(Box::new(|panic| println!("input {} panics: {panic}", CURRENT.load(Ordering::Relaxed))));
    let generator = Generator { seeds: target.seeds };
    let start = Instant::now();
    let mut done = 0;
    for number in arguments.from..arguments.from.saturating_add(arguments.inputs) {
        if start.elapsed() > Duration::from_secs(arguments.seconds) {
            break;
        }
        CURRENT.store(number, Ordering::Relaxed);
        let input = generator.input(number);
        let before = Instant::now();
        let outcome = (target.run)(&input);
        let text = String::from_utf8_lossy(&input);
        if let Err(violation) = outcome {
            println!("input {number} fails: {violation}: {text:?}");
            return ExitCode::FAILURE;
        }
        if before.elapsed() > MAX_INPUT_TIME {
            println!("input {number} takes {:?}: {text:?}", before.elapsed());
            return ExitCode::FAILURE;
        }
        done += 1;
    }
    println!("{done}");
    ExitCode::SUCCESS
}

/// Runs each parser in its own process and prints the table.
fn run_all(arguments: &Arguments) -> Result<ExitCode> {
    println!("{:26} {:>10} {:>9} {:>9}", "parser", "inputs", "seconds", "failures");
    let mut failures = Vec::new();
    for target in TARGETS {
        let start = Instant::now();
        let result = run_in_process(target, arguments)?;
        let seconds = start.elapsed().as_secs_f64();
        let (inputs, failed) = match &result {
            Ok(inputs) => (inputs.as_str(), 0),
            Err(failure) => {
                failures.push(format!("{}: {failure}", target.name));
                ("-", 1)
            }
        };
        println!("{:26} {inputs:>10} {seconds:>9.1} {failed:>9}", target.name);
    }
    for failure in &failures {
        println!("{failure}");
    }
    println!("{} passed, {} failed", TARGETS.len() - failures.len(), failures.len());
    Ok(if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs a parser in a process and returns its number of inputs, or the failure.
fn run_in_process(target: &Target, arguments: &Arguments) -> Result<Result<String, String>> {
    let numbers = [("--inputs", arguments.inputs), ("--seconds", arguments.seconds), ("--from", arguments.from)];
    let mut command = Command::new(env::current_exe()?);
    command.args(["--parser", target.name]).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut process =
        command.args(numbers.iter().flat_map(|(name, number)| [(*name).to_owned(), number.to_string()])).spawn()?;
    let limit = Instant::now() + Duration::from_secs(arguments.seconds) + GRACE;
    let status = loop {
        if let Some(status) = process.try_wait()? {
            break status;
        }
        if Instant::now() > limit {
            process.kill()?;
            process.wait()?;
            return Ok(Err("it hangs".into()));
        }
        thread::sleep(Duration::from_millis(50));
    };
    let mut output = String::new();
    if let Some(mut stdout) = process.stdout.take() {
        stdout.read_to_string(&mut output)?;
    }
    let output = output.trim().to_owned();
    Ok(if status.success() { Ok(output) } else { Err(output) })
}
