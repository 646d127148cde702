//! Measures functions' release binaries: cold start, warm latency, CPU, memory, size.
//!
//! A function runs as in Lambda, against a Runtime API of this tool's own ([`runtime_api`]) and an AWS stub that
//! answers at once ([`aws`]), so that what is measured is the function and nothing else. Beside it runs `floor`, an
//! empty function with an SDK client: what no function here can be faster than.
#![expect(clippy::print_stdout, reason = "a command's result goes to stdout")]

mod aws;
mod http;
mod items;
mod load;
mod measure;
mod process;
mod report;
mod runtime_api;

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};
use measure::{Function, Plan};
use std::{env, fs, path::PathBuf};

/// The function that does nothing more than one `PutItem`.
const FLOOR: &str = "floor";

/// Runs functions' release binaries under a Lambda Runtime API and prints what they cost.
#[derive(Parser)]
#[command(args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Functions by the name of their binary; every function that has a sample event where none is named.
    functions: Vec<String>,
    /// The folder of the sample events, `<function>.json`.
    #[arg(long, default_value = "infra/events")]
    events: PathBuf,
    /// The folder of the binaries; this tool's own where none is named.
    #[arg(long)]
    binaries: Option<PathBuf>,
    /// Calls that are measured of each function, after a tenth as many that are not.
    #[arg(long, default_value_t = 2000)]
    calls: usize,
    /// Starts that are measured of each function.
    #[arg(long, default_value_t = 20)]
    starts: usize,
    /// Lets the functions' own log through.
    #[arg(long, global = true)]
    verbose: bool,
}

/// What is measured besides single functions.
#[derive(Subcommand)]
enum Command {
    /// A fleet's reports through the ingesting function, against the tables of a running stack.
    Ingest(load::Load),
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let binaries = match &arguments.binaries {
        Some(folder) => folder.clone(),
        None => env::current_exe()?.parent().context("this tool is in no folder")?.to_owned(),
    };
    if let Some(Command::Ingest(load)) = &arguments.command {
        return load::run(load, &binaries, arguments.verbose).await;
    }
    let plan = Plan { starts: arguments.starts.max(1), calls: arguments.calls.max(1), verbose: arguments.verbose };
    let stub = aws::start().await?;
    let mut failures = 0;
    println!("{}", report::heading());
    for name in functions(&arguments)? {
        let event = if name == FLOOR {
            "{}".into()
        } else {
            let path = arguments.events.join(format!("{name}.json"));
            fs::read(&path).with_context(|| format!("no sample event for {name}: {}", path.display()))?.into()
        };
        let function = Function { binary: binaries.join(&name), event, aws: stub };
        match measure::measure(&function, &plan).await {
            Ok(measured) => println!("{}", report::line(&name, &measured)),
            Err(error) => {
                failures += 1;
                println!("{name:<32} {error:#}");
            }
        }
    }
    if failures > 0 {
        bail!("{failures} could not be measured");
    }
    Ok(())
}

/// The floor and the functions asked for, or all that have a sample event.
fn functions(arguments: &Arguments) -> Result<Vec<String>> {
    let mut names = arguments.functions.clone();
    if names.is_empty() {
        for entry in fs::read_dir(&arguments.events)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "json") {
                names.extend(path.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned));
            }
        }
        names.sort();
    }
    names.insert(0, FLOOR.into());
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::BTreeSet, path::Path};

    fn stems(folder: &Path, extension: &str) -> BTreeSet<String> {
        let paths = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
        let paths = paths.filter(|path| path.extension().is_some_and(|found| found == extension));
        paths.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect()
    }

    #[test]
    fn every_function_has_a_sample_event_and_every_event_a_function() {
        // From the package, where tests run: a path that the compiler writes down may be of another checkout with this cache.
        let root = Path::new("../../..");
        let packages = fs::read_dir(root.join("functions")).unwrap().map(|entry| entry.unwrap().path());
        let functions: BTreeSet<_> = packages.flat_map(|package| stems(&package.join("src/bin"), "rs")).collect();
        assert_eq!(stems(&root.join("infra/events"), "json"), functions);
    }
}
