//! Fills a stack with a fleet. It can be run again at any time: it adds what is missing and changes nothing else.
#![expect(clippy::print_stdout, reason = "a command says what it did on stdout")]

use anyhow::Result;
use chrono::Utc;
use clap::Parser;
use seed::{fleet, stack::Stack, write::Stores};
use shared::{FromEnvironment, Instant};
use std::{path::PathBuf, time};

/// Fills a stack with a fleet, its history, its scheduled changes, and what staff may do.
#[derive(Parser)]
struct Arguments {
    /// The description of the stack.
    #[arg(long, default_value = ".local/stack.json")]
    stack: PathBuf,
    /// How many locations.
    #[arg(long, default_value = "2500", value_parser = ["50", "2500", "10000"])]
    fleet: String,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    seed(&Stack::read(&arguments.stack)?, arguments.fleet.parse()?).await
}

async fn seed(stack: &Stack, size: u32) -> Result<()> {
    let started = time::Instant::now();
    let stores = Stores::from_environment(&stack.environment().await)?;
    let stored = stores.stored().await?;
    if stored.len() >= usize::try_from(size)? {
        println!("{} locations are there already", stored.len());
        return Ok(());
    }
    let now = Instant::from(Utc::now());
    // Once, before the first location: what staff changed since is theirs.
    if stored.is_empty() {
        stores.equip(&stack.users, now).await?;
        stores.offer_names().await?;
    }
    let fleet = stores.fill(fleet::fleet(size, now.utc().date_naive())?, &stored, now).await?;
    println!(
        "{} locations, {} entries of their history and {} scheduled changes in {:.1} s",
        fleet.locations.len(),
        fleet.history.len(),
        fleet.changes.len(),
        started.elapsed().as_secs_f64(),
    );
    Ok(())
}
