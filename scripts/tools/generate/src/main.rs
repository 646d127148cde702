//! Writes the files that follow from the functions' declarations: `./scripts/generate`. With `--check` it writes nothing and
//! fails if a file is out of date.
#![expect(clippy::print_stdout, reason = "the command prints its result")]
#![expect(clippy::format_push_string, clippy::format_collect, reason = "short templates read better with format!")]

mod alarms;
mod asyncapi;
mod broker;
mod events;
mod files;
mod functions;
mod lists;
mod openapi;
mod schema;
mod templates;

use anyhow::{Result, bail};
use clap::Parser;
use std::path::PathBuf;

/// Writes the files that follow from the functions' declarations.
#[derive(Parser)]
struct Arguments {
    /// Write nothing, and fail if a file is out of date.
    #[arg(long)]
    check: bool,
    /// The folder of the repository.
    #[arg(long, default_value = ".")]
    repository: PathBuf,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let outdated = files::outdated(&arguments.repository)?;
    if arguments.check {
        let names: Vec<_> = outdated.iter().map(|file| file.path.as_str()).collect();
        if !names.is_empty() {
            bail!("Out of date: {}. Run ./scripts/generate", names.join(", "));
        }
    } else {
        for file in outdated {
            file.write(&arguments.repository)?;
            println!("{}", file.path);
        }
    }
    Ok(())
}
