//! Reads whole fleets of several sizes page by page: the cost of a page should not depend on the size of the fleet, and
//! the total should grow in proportion to it.

use crate::{
    measure::{Function, Warm},
    plot::{self, Line},
    process::{Cores, Log},
    workload::Workload,
};
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::{fmt::Write, fs, path::Path, time::Duration};

/// The sizes of the fleets.
const SIZES: [u32; 4] = [50, 2_500, 10_000, 100_000];
/// The functions that read a list of the whole fleet or of its day.
const FUNCTIONS: [&str; 4] = ["locations", "fleet-health", "location-routes", "jit-locations"];
/// The CPU time that a measurement needs, because the kernel counts it in hundredths of a second.
const MIN_CPU: Duration = Duration::from_secs(1);
/// The maximum number of repetitions of a small list.
const MAX_PASSES: u32 = 500;
/// The maximum size of a page. AppSync and the web app accept more, but such a page is slow on a phone.
const MAX_PAGE_BYTES: usize = 1_000_000;
/// The files with the results.
const TABLE: &str = "docs/bench-scale.md";
const PLOT: &str = "docs/bench-scale.svg";

/// The figures of one function and fleet.
struct Figures {
    fridges: u32,
    pages: u32,
    rows: usize,
    /// The CPU time of reading all pages once.
    total: Duration,
    /// The size of the largest page.
    largest: usize,
    /// The peak memory, in KiB.
    memory: u64,
}

/// Measures all sizes, prints the figures and writes them to `docs/`.
pub(crate) async fn run(events: &Path, binaries: &Path, partners: &str, verbose: bool) -> Result<()> {
    let mut results: Vec<(&str, Vec<Figures>)> = FUNCTIONS.iter().map(|name| (*name, Vec::new())).collect();
    for fridges in SIZES {
        let workload = Workload::new(fridges).await?;
        for (name, figures) in &mut results {
            let measured = measure(&workload, (events, binaries), partners, name, fridges, verbose).await?;
            println!("{}", row(name, &measured));
            figures.push(measured);
        }
    }
    fs::write(TABLE, document(&results)?)?;
    fs::write(PLOT, plot(&results))?;
    println!("wrote {TABLE} and {PLOT}");
    let large = results.iter().flat_map(|(name, all)| all.iter().map(move |figures| (name, figures.largest)));
    for (name, bytes) in large {
        ensure!(bytes <= MAX_PAGE_BYTES, "a page of {name} has {bytes} bytes, more than {MAX_PAGE_BYTES}");
    }
    Ok(())
}

async fn measure(
    workload: &Workload,
    (events, binaries): (&Path, &Path),
    partners: &str,
    name: &str,
    fridges: u32,
    verbose: bool,
) -> Result<Figures> {
    let function = Function {
        command: vec![binaries.join(name)],
        event: workload.event(events, name, None)?,
        aws: workload.stub.address,
        partners: partners.to_owned(),
    };
    let mut warm = Warm::start(&function, Log::measured(verbose), Cores::Last).await?;
    // The first pass fills the stub's cache and warms the function up. Its tokens are used again.
    let (mut pages, mut rows, mut largest) = (vec![function.event.clone()], 0, 0);
    loop {
        let response = warm.call(pages.last().context("there is no page")?.clone()).await?;
        largest = largest.max(response.len());
        let data: Value = serde_json::from_slice(&response)?;
        let data = data.get("data").context("a response has no data")?;
        rows += data
            .as_object()
            .into_iter()
            .flatten()
            .filter_map(|(_, value)| value.as_array())
            .map(Vec::len)
            .sum::<usize>();
        match data.get("nextToken").and_then(Value::as_str) {
            Some(token) => pages.push(workload.event(events, name, Some(token))?),
            None => break,
        }
        if pages.len() > 10_000 {
            bail!("the list of {name} does not end");
        }
    }
    let before = warm.cpu()?;
    let mut passes = 0;
    while passes < MAX_PASSES && warm.cpu()?.saturating_sub(before) < MIN_CPU {
        for event in &pages {
            warm.call(event.clone()).await?;
        }
        passes += 1;
    }
    let total = warm.cpu()?.saturating_sub(before) / passes.max(1);
    Ok(Figures { fridges, pages: u32::try_from(pages.len())?, rows, total, largest, memory: warm.peak_memory()? })
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

/// The CPU time per 1,000 rows, which does not depend on how full the pages are.
fn per_thousand_rows(figures: &Figures) -> f64 {
    millis(figures.total) * 1e3 / f64::from(u32::try_from(figures.rows.max(1)).unwrap_or(u32::MAX))
}

fn row(name: &str, figures: &Figures) -> String {
    let Figures { fridges, pages, rows, total, largest, memory } = figures;
    format!(
        "| {name} | {fridges} | {rows} | {pages} | {:.2} | {:.2} | {:.1} | {} | {} |",
        millis(*total / (*pages).max(1)),
        per_thousand_rows(figures),
        millis(*total),
        largest / 1000,
        memory.div_ceil(1024),
    )
}

fn document(results: &[(&str, Vec<Figures>)]) -> Result<String> {
    let mut text = String::from(
        "# Lists by size of the fleet\n\n`./scripts/bench --scale` writes this file and the plot. Release binaries read all \
         pages of generated fleets from a stub that responds immediately. CPU times are of the function's process.\n\n\
         ![CPU time of reading the whole list](bench-scale.svg)\n\n\
         | function | fridges | rows | pages | CPU ms per page | CPU ms per 1,000 rows | CPU ms in total | largest page kB | peak MiB |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for figures in results.iter().flat_map(|(name, all)| all.iter().map(move |figures| row(name, figures))) {
        writeln!(text, "{figures}")?;
    }
    Ok(text)
}

fn plot(results: &[(&str, Vec<Figures>)]) -> String {
    let points = |all: &[Figures]| {
        all.iter().map(|figures| (f64::from(figures.fridges), millis(figures.total))).collect::<Vec<_>>()
    };
    let lines: Vec<Line> = results.iter().map(|(name, all)| Line { name, points: points(all) }).collect();
    plot::log_log("CPU time of reading the whole list", ("fridges", "milliseconds"), &lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_the_time_per_page_and_per_1000_rows() {
        let total = Duration::from_millis(30);
        let figures = Figures { fridges: 2500, pages: 3, rows: 2000, total, largest: 512_345, memory: 9_000 };
        assert_eq!(row("locations", &figures), "| locations | 2500 | 2000 | 3 | 10.00 | 15.00 | 30.0 | 512 | 9 |");
    }
}
