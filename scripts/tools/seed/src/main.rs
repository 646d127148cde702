//! Fills a stack with a fleet. It can be run again at any time: it adds what is missing and changes nothing else.
#![expect(clippy::print_stdout, reason = "a command says what it did on stdout")]

use anyhow::Result;
use chrono::Utc;
use clap::Parser;
use seed::{
    coupons, drivers, fleet, forecast, jit, orders, pars, past::Past, planograms, prices, reports, software, stops,
    usage, write::Stores,
};
use shared::{FromEnvironment, Instant};
use stack::Stack;
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
    let environment = stack.environment().await;
    let stores = Stores::from_environment(&environment)?;
    let software_stores = software::Stores::from_environment(&environment)?;
    let stored = stores.stored().await?;
    let now = Instant::from(Utc::now());
    let today = now.central_date();
    planograms::fill(&environment, today).await?;
    prices::fill(&environment, now).await?;
    coupons::fill(&environment, now).await?;
    let forecast = forecast::fill(&environment, today, now).await?;
    let complete = stored.len() >= usize::try_from(size)?;
    let equipped = software_stores.any().await?;
    if complete && equipped && stores.has_routes(stops::first_and_last(today).1).await? {
        println!("{} locations are there already", stored.len());
        return Ok(());
    }
    // Once, before the first location: what staff changed since is theirs.
    if stored.is_empty() {
        stores.equip(&stack.users, now).await?;
        stores.offer_names().await?;
        let emails: Vec<String> = stack.users.iter().map(|user| user.email.clone()).collect();
        usage::fill(&environment, &emails, now).await?;
    }
    let fleet = fleet::fleet(size, now.utc().date_naive())?;
    let mut software = software::fleet(&fleet.locations)?;
    if equipped {
        // What is deployed to fridges that are there is the staff's business.
        software.retain(|software| !stored.contains(&software.fridge));
    } else {
        software_stores.offer(&software, today).await?;
    }
    software_stores.fill(&software, today).await?;
    let days = stops::days(&fleet.locations, today)?;
    let days_over = stops::days_over(&fleet.locations, today)?;
    let month = reports::month(&fleet.locations, now)?;
    // First the locations: routes name those that are there.
    let fleet = if complete { None } else { Some(stores.fill(fleet, &stored, now).await?) };
    let slips = stops::slips(&[&days_over[..], &days[..]].concat(), today);
    stores.look_back(&days_over, now).await?;
    let ordered = orders::fill(&environment, &slips, today).await?;
    let planned = stores.plan(&days, &slips, now).await?;
    let filled_up = pars::fill(&environment, &days, today, now).await?;
    let just_in_time = jit::fill(&environment, &days, today).await?;
    if let Some(fleet) = fleet {
        println!(
            "{} locations, {} entries of their history and {} scheduled changes",
            fleet.locations.len(),
            fleet.history.len(),
            fleet.changes.len(),
        );
    }
    let enrolled = drivers::enroll(&environment, &days).await?;
    let reported = month.fill(&environment, now).await?;
    println!("{reported} reports of the last {} days; {enrolled} drivers' accounts", reports::DAYS);
    let told = Past::from_environment(&environment)?.tell(now).await?;
    println!("pars of {filled_up} stockings and {ordered} orders");
    println!("{planned} days of routes, {} packing slips and {just_in_time} stockings just in time", slips.len());
    println!("{forecast} days of forecast");
    println!("{told} messages of fridges and drivers; all in {:.1} s", started.elapsed().as_secs_f64());
    Ok(())
}
