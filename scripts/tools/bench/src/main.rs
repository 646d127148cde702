//! Measures the functions' release binaries: cold start, warm latency, CPU time, memory, size.
//!
//! A function runs as in Lambda, with a local Runtime API ([`runtime_api`]) and an AWS stub that responds without delay
//! ([`aws`]), so that only the function is measured. `floor`, a minimal function with an SDK client, is measured for
//! comparison: no function can be faster.
#![expect(clippy::print_stdout, reason = "a command's result goes to stdout")]

mod aws;
mod capacity;
mod database;
mod http;
mod items;
mod load;
mod measure;
mod peers;
mod plot;
mod process;
mod record;
mod recorder;
mod report;
mod requests;
#[cfg(test)]
mod route_pages;
mod runtime_api;
mod sample;
mod scale;
mod workload;

use anyhow::{Context, Result, bail};
use aws::FleetStub;
use clap::{Parser, Subcommand};
use measure::{Function, Plan};
use partners::Partners;
use record::Record;
use requests::LargestRequests;
use shared::Instant;
use std::{env, fs, path::PathBuf};
use workload::Workload;

/// The minimal function: one `PutItem`.
const FLOOR: &str = "floor";

/// Measures the functions' release binaries with a local Lambda Runtime API.
#[derive(Parser)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command")]
#[command(args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The names of the functions' binaries. Default: every function with a sample event.
    functions: Vec<String>,
    /// The folder of the sample events (`<function>.json`).
    #[arg(long, default_value = "infra/events")]
    events: PathBuf,
    /// The folder of the binaries. Default: the folder of this tool's binary.
    #[arg(long)]
    binaries: Option<PathBuf>,
    /// The number of measured calls of each function. A tenth as many warm-up calls run first.
    #[arg(long, default_value_t = 2000)]
    calls: usize,
    /// The number of measured starts of each function.
    #[arg(long, default_value_t = 20)]
    starts: usize,
    /// Compare functions with their peers in Node.js (scripts/tools/bench/peers), on a generated fleet.
    #[arg(long)]
    peers: bool,
    /// Read the lists of generated fleets of 50 to 100,000 fridges, and write docs/bench-scale.md and its plot.
    #[arg(long, conflicts_with = "peers")]
    scale: bool,
    /// Write the figures of all functions to this file, for docs/cost.md and docs/calls.md. If functions are named, the
    /// figures of the others stay.
    #[arg(long, conflicts_with_all = ["peers", "scale"])]
    record: Option<PathBuf>,
    /// Record only the requests to AWS with their capacity units. The other figures of the file stay.
    #[arg(long, requires = "record")]
    only_requests: bool,
    /// Show the functions' logs.
    #[arg(long, global = true)]
    verbose: bool,
}

/// Other measurements.
#[derive(Subcommand)]
enum Command {
    /// Run a load test: send a simulated fleet's reports to `ingest-telemetry`, which writes to a running stack.
    Ingest(load::Load),
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let binaries = match &arguments.binaries {
        Some(folder) => folder.clone(),
        None => env::current_exe()?.parent().context("the path of this tool has no folder")?.to_owned(),
    };
    if let Some(Command::Ingest(load)) = &arguments.command {
        return load::run(load, &binaries, arguments.verbose).await;
    }
    let plan = Plan { starts: arguments.starts.max(1), calls: arguments.calls.max(1), verbose: arguments.verbose };
    let stub = aws::start().await?;
    let partners = Partners::start(0).await?;
    let command = vec![binaries.join(FLOOR)];
    let floor = Function { command, event: "{}".into(), aws: stub.address, partners: partners.url().to_owned() };
    if arguments.peers {
        let folders = (arguments.events.as_path(), binaries.as_path());
        return peers::run(folders, partners.url(), &floor, &plan, &arguments.functions).await;
    }
    if arguments.scale {
        return scale::run(&arguments.events, &binaries, partners.url(), plan.verbose).await;
    }
    let mut record = stored_record(&arguments)?;
    let mut failures = 0;
    if !arguments.only_requests {
        println!("{}", report::header());
    }
    for name in functions(&arguments)? {
        let event = if name == FLOOR { "{}".into() } else { sample::read(&arguments.events, &name, Instant::now())? };
        let function = Function { command: vec![binaries.join(&name)], event, ..floor.clone() };
        if let Err(error) = run(&name, [&function, &floor], &stub, &plan, &arguments, &mut record).await {
            failures += 1;
            println!("{name:<32} {error:#}");
        }
    }
    if failures > 0 {
        bail!("{failures} functions could not be measured");
    }
    if let Some(path) = &arguments.record {
        let workload = Workload::new(peers::FRIDGES).await?;
        let folders = (arguments.events.as_path(), binaries.as_path());
        if !arguments.only_requests {
            let plan = Plan { starts: 1, calls: (plan.calls / 20).max(1), ..plan };
            for (name, measurement) in peers::measure_largest(&workload, folders, partners.url(), &plan).await? {
                println!("{}", report::row(&format!("{name} (largest call)"), &measurement, None));
                record.add_largest(name, &measurement);
            }
            record.add_item_bytes(workload.stub.database.average_bytes());
        }
        let names = |name: &str| arguments.functions.is_empty() || arguments.functions.iter().any(|one| one == name);
        for (name, content) in workload::LARGEST.into_iter().filter(|(name, _)| names(name)) {
            let event = workload.largest_event(&arguments.events, name)?;
            let command = vec![binaries.join(name)];
            let function = Function { command, event, aws: workload.stub.address, partners: partners.url().to_owned() };
            let requests = requests::record(&function, &workload.stub.recorder, plan.verbose).await;
            let largest = LargestRequests::new(content, requests.with_context(|| name.to_owned())?);
            println!("{}", largest.row(name));
            record.add_largest_requests(name, largest);
        }
        record.write(path)?;
    }
    Ok(())
}

/// The figures of the file, if this run records only a part of them.
fn stored_record(arguments: &Arguments) -> Result<Record> {
    match &arguments.record {
        Some(path) if !arguments.functions.is_empty() => Record::read(path),
        Some(path) if arguments.only_requests => Ok(Record::read(path)?.without_requests()),
        _ => Ok(Record::default()),
    }
}

/// Measures one function together with the floor and records its requests, as the arguments state.
async fn run(
    name: &str,
    [function, floor]: [&Function; 2],
    stub: &FleetStub,
    plan: &Plan,
    arguments: &Arguments,
    record: &mut Record,
) -> Result<()> {
    if !arguments.only_requests {
        let [measurement, floor] = measure::measure_together([function, floor], plan).await?;
        println!("{}", report::row(name, &measurement, Some(&floor)));
        record.add(name, &function.event, &measurement);
    }
    if arguments.record.is_some() && name != FLOOR {
        let requests = requests::record(function, &stub.recorder, plan.verbose).await?;
        println!("{}", requests::row(name, &requests));
        record.add_requests(name, requests);
    }
    Ok(())
}

/// The floor and the requested functions, or all functions that have a sample event.
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

    fn file_stems(folder: &Path, extension: &str) -> BTreeSet<String> {
        let paths = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
        let paths = paths.filter(|path| path.extension().is_some_and(|found| found == extension));
        paths.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect()
    }

    /// Tests run in the package's folder. `env!("CARGO_MANIFEST_DIR")` could be the path of another checkout with the same
    /// build cache.
    const ROOT: &str = "../../..";

    #[test]
    fn every_function_has_a_sample_event_and_every_event_a_function() {
        let root = Path::new(ROOT);
        let packages = fs::read_dir(root.join("functions")).unwrap().map(|entry| entry.unwrap().path());
        let functions: BTreeSet<_> = packages.flat_map(|package| file_stems(&package.join("src/bin"), "rs")).collect();
        assert_eq!(file_stems(&root.join("infra/events"), "json"), functions);
    }

    /// `./scripts/test integration` runs it with the binaries of its stack.
    #[tokio::test]
    #[ignore = "LARDER_BINARIES is the folder of the functions' release binaries"]
    async fn every_function_accepts_its_sample_event() {
        let binaries = PathBuf::from(env::var_os("LARDER_BINARIES").unwrap());
        let events = Path::new(ROOT).join("infra/events");
        let (aws, partners) = (aws::start().await.unwrap().address, Partners::start(0).await.unwrap());
        let mut failures = Vec::new();
        for name in file_stems(&events, "json") {
            let event = sample::read(&events, &name, Instant::now()).unwrap();
            let command = vec![binaries.join(&name)];
            let function = Function { command, event, aws, partners: partners.url().to_owned() };
            if let Err(error) = measure::call_once(&function, false).await {
                failures.push(format!("{name}: {error:#}"));
            }
        }
        assert!(failures.is_empty(), "{} functions failed:\n{}", failures.len(), failures.join("\n"));
    }
}
