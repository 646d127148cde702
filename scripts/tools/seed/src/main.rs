//! Fills a stack with a fleet. Repeated runs add missing data and do not change stored data.
#![expect(clippy::print_stdout, reason = "the command reports its result on stdout")]

use anyhow::Result;
use chrono::Utc;
use clap::Parser;
use seed::{
    coupons, drivers, fleet, forecast, identities, jit, orders, pars, planograms, prices, reports,
    software::{self, SoftwareStores},
    stops,
    stores::Stores,
    telemetry::PastTelemetry,
    usage,
};
use shared::{FromEnvironment, Instant};
use stack::Stack;
use std::{path::PathBuf, time};

/// Fills a stack with a fleet, its history, scheduled changes, routes and reports, and the permissions of staff.
#[derive(Parser)]
struct Arguments {
    /// Path of the stack description.
    #[arg(long, default_value = ".local/stack.json")]
    stack: PathBuf,
    /// Number of locations.
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
    let software_stores = SoftwareStores::from_environment(&environment)?;
    let stored = stores.location_ids().await?;
    let now = Instant::from(Utc::now());
    let today = now.central_date();
    planograms::fill(&environment, today).await?;
    prices::fill(&environment, now).await?;
    coupons::fill(&environment, now).await?;
    let forecast_days = forecast::fill(&environment, today, now).await?;
    let complete = stored.len() >= usize::try_from(size)?;
    let has_software = software_stores.has_software().await?;
    let (_, last_day) = stops::current_days(today);
    if complete && has_software && stores.has_routes(last_day).await? {
        let (with_key, fridges) = identities::fill(stack, now).await?;
        println!("nothing to add: {} locations are stored; {with_key} of {fridges} fridges connect", stored.len());
        return Ok(());
    }
    // These are stored only before the first location, because staff may have changed them since.
    if stored.is_empty() {
        stores.grant_permissions_and_flags(&stack.users, now).await?;
        stores.store_names().await?;
        let emails: Vec<String> = stack.users.iter().map(|user| user.email.clone()).collect();
        usage::fill(&environment, &emails, now).await?;
    }
    let fleet = fleet::generate(size, now.utc().date_naive())?;
    let mut software = software::fleet_software(&fleet.locations)?;
    if has_software {
        // The software of stored fridges is not changed, because staff may have deployed other versions.
        software.retain(|software| !stored.contains(&software.fridge));
    } else {
        software_stores.store_versions_and_pilots(&software, today).await?;
    }
    software_stores.store_software(&software, today).await?;
    let current_routes = stops::current_routes(&fleet.locations, today)?;
    let past_routes = stops::past_routes(&fleet.locations, today)?;
    let month = reports::generate(&fleet.locations, now)?;
    // Locations are stored before routes, because routes refer to stored locations.
    let fleet = if complete { None } else { Some(stores.store_fleet(fleet, &stored, now).await?) };
    let slips = stops::slips(&[&past_routes[..], &current_routes[..]].concat(), today);
    stores.store_past_routes(&past_routes, now).await?;
    let orders = orders::fill(&environment, &slips, today).await?;
    let routes = stores.store_routes_and_slips(&current_routes, &slips, now).await?;
    let par_groups = pars::fill(&environment, &current_routes, today, now).await?;
    let jit_stockings = jit::fill(&environment, &current_routes, today).await?;
    if let Some(fleet) = fleet {
        println!(
            "stored {} locations, {} history entries and {} scheduled changes",
            fleet.locations.len(),
            fleet.history.len(),
            fleet.changes.len(),
        );
    }
    let accounts = drivers::create_accounts(&environment, &current_routes).await?;
    let reports = month.fill(&environment, now).await?;
    println!("stored {reports} reports of the last {} days and {accounts} driver accounts", reports::DAYS);
    let (with_key, fridges) = identities::fill(stack, now).await?;
    println!("stored the certificates of {fridges} fridges, {with_key} of them with a key");
    let messages = PastTelemetry::from_environment(&environment)?.store(now).await?;
    println!("stored {orders} orders and the pars of {par_groups} stockings");
    println!("stored {routes} routes, {} packing slips and {jit_stockings} JIT stockings", slips.len());
    println!("stored the forecast of {forecast_days} days");
    println!("stored {messages} fridge and driver messages; finished in {:.1} s", started.elapsed().as_secs_f64());
    Ok(())
}
