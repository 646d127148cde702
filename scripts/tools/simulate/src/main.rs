//! Simulates a fleet through the queues of a stack: sends the messages of fridges, customers and drivers, and executes
//! the commands that staff send. It runs until it is stopped, or for the time given with `--for`.
#![expect(clippy::print_stdout, reason = "the command reports its result on stdout")]

mod delivery_check;
mod driver_plan;

use anyhow::{Context, Result, bail};
use chrono::{Duration, Utc};
use clap::Parser;
use delivery_check::DeliveryCheck;
use driver_plan::DriverPlan;
use shared::{Environment, FromEnvironment, Instant};
use simulate::{
    clock::Clock,
    crm,
    faults::Shares,
    fleet::Fleet,
    fridge::{Command, Settings},
    message::Message,
    queues::{CommandQueue, TelemetryQueue},
    world::World,
};
use stack::Stack;
use std::{path::PathBuf, time};
use tokio::sync::mpsc;

/// Simulates a fleet through the queues of a stack.
#[derive(Parser)]
struct Arguments {
    /// Path of the stack description.
    #[arg(long, default_value = ".local/stack.json")]
    stack: PathBuf,
    /// Maximum number of fridges. The default is all live fridges.
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    fridges: usize,
    /// Time between two reports of a fridge, such as 60s, 10m or 1h.
    #[arg(long, default_value = "10m", value_parser = parse_duration)]
    every: Duration,
    /// Time between two regular inventories of a fridge. 0s sends inventories only after stockings.
    #[arg(long, default_value = "0s", value_parser = parse_duration)]
    inventory_every: Duration,
    /// Average number of customers of a fridge on a working day.
    #[arg(long, default_value_t = 6.0)]
    customers: f64,
    /// Faults: `usual`, `none`, or shares of the fleet in percent such as `usual,warm=10,silent=5`.
    #[arg(long, default_value = "usual")]
    faults: Shares,
    /// Seed of all random values. The same seed, start and commands give the same messages.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How far in the past the simulation starts, such as 8h.
    #[arg(long, default_value = "0s", value_parser = parse_duration)]
    since: Duration,
    /// How many times faster than real time the simulation runs until it has caught up.
    #[arg(long, default_value_t = 60.0)]
    speed: f64,
    /// How long the simulation runs, such as 5m. By default, it runs until it is stopped.
    #[arg(long = "for", value_parser = parse_duration)]
    time: Option<Duration>,
    /// Simulate no drivers.
    #[arg(long)]
    no_drivers: bool,
    /// Measure the delivery of reports. At the end, print their latency and how many were lost.
    #[arg(long)]
    measure: bool,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let environment = Stack::read(&arguments.stack)?.environment().await;
    simulate(&arguments, &environment).await
}

async fn simulate(arguments: &Arguments, environment: &Environment) -> Result<()> {
    let (fleet, telemetry) = (Fleet::from_environment(environment)?, TelemetryQueue::from_environment(environment)?);
    let started = now();
    let clock = Clock::start(started, arguments.since, arguments.speed);
    let settings = Settings {
        report_interval: arguments.every,
        inventory_interval: arguments.inventory_every,
        customers_per_day: arguments.customers,
        faults: arguments.faults.clone(),
        seed: arguments.seed,
    };
    let (fridges, last_report) = fleet.load_with_state(arguments.fridges, &settings, clock.at(started)).await?;
    println!("{started} simulating {} fridges, one report every {} s", fridges.len(), arguments.every.num_seconds());
    let mut world = World::new(fridges);
    let mut commands = receive_commands(environment);
    let mut driver_plan = DriverPlan::new(last_report.unwrap_or(started));
    let mut crm = Crm::default();
    let mut counts = Counts::new(started);
    let mut check = if arguments.measure { Some(DeliveryCheck::new(environment)?) } else { None };
    let mut ticks = tokio::time::interval(time::Duration::from_secs(1));
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
    while arguments.time.is_none_or(|time| now().since(started) < time) {
        ticks.tick().await;
        let now = clock.at(now());
        if !arguments.no_drivers {
            driver_plan.refresh_if_due(&fleet, &mut world, arguments.seed, now).await;
        }
        while let Ok(command) = commands.try_recv() {
            counts.commands += 1;
            world.deliver(command, now);
        }
        let mut messages = world.advance(now);
        messages.extend(crm.records_if_due(&fleet, now).await);
        if let Some(check) = &mut check {
            check.record(&messages, now).await;
        }
        match telemetry.send(&messages).await {
            Ok(()) => counts.sent += messages.len(),
            // The messages are lost, as they are when a fridge has no network.
            Err(error) => eprintln!("{now} some of {} messages were lost: {error:#}", messages.len()),
        }
        counts.print_if_due(now);
    }
    match check {
        Some(check) => check.finish().await,
        None => Ok(()),
    }
}

fn now() -> Instant {
    Utc::now().into()
}

/// How often the customer-relationship system checks for new fridges.
const NEW_FRIDGE_CHECK_INTERVAL: Duration = Duration::minutes(5);

/// The customer-relationship system.
#[derive(Default)]
struct Crm {
    /// When it last checked for new fridges.
    last_check: Option<Instant>,
}

impl Crm {
    /// The customer records of new fridges, if a check is due.
    async fn records_if_due(&mut self, fleet: &Fleet, now: Instant) -> Vec<Message> {
        if self.last_check.is_some_and(|at| now.since(at) < NEW_FRIDGE_CHECK_INTERVAL) {
            return Vec::new();
        }
        self.last_check = Some(now);
        match fleet.without_customer_record().await {
            Ok(locations) => locations.iter().map(|location| crm::customer_record(location, now)).collect(),
            Err(error) => {
                eprintln!("{now} could not read new fridges: {error:#}");
                Vec::new()
            }
        }
    }
}

/// Starts to receive commands, if the stack has a command queue.
fn receive_commands(environment: &Environment) -> mpsc::UnboundedReceiver<Command> {
    let (sender, commands) = mpsc::unbounded_channel();
    match CommandQueue::from_environment(environment) {
        Ok(queue) => {
            tokio::spawn(async move {
                while !sender.is_closed() {
                    match queue.receive().await {
                        // Sending fails only after the simulation has ended.
                        Ok(received) => received.into_iter().for_each(|command| drop(sender.send(command))),
                        Err(error) => {
                            eprintln!("{error:#}");
                            tokio::time::sleep(time::Duration::from_secs(10)).await;
                        }
                    }
                }
            });
        }
        Err(error) => eprintln!("commands are not received: {error}"),
    }
    commands
}

/// The counts that are logged every minute.
struct Counts {
    since: Instant,
    sent: usize,
    commands: usize,
}

impl Counts {
    fn new(now: Instant) -> Self {
        Self { since: now, sent: 0, commands: 0 }
    }

    /// Prints and resets the counts every minute.
    fn print_if_due(&mut self, now: Instant) {
        if now.since(self.since) >= Duration::minutes(1) {
            println!("{now} {} messages sent, {} commands received", self.sent, self.commands);
            *self = Self::new(now);
        }
    }
}

/// Parses a duration such as `60s`, `10m` or `24h`.
fn parse_duration(text: &str) -> Result<Duration> {
    let invalid = || format!("'{text}' is not a duration such as 60s, 10m or 24h");
    let split = text.len().saturating_sub(1);
    let (count, unit) = text.split_at_checked(split).with_context(invalid)?;
    let count: i64 = count.parse().ok().with_context(invalid)?;
    match unit {
        "s" => Duration::try_seconds(count),
        "m" => Duration::try_minutes(count),
        "h" => Duration::try_hours(count),
        _ => bail!(invalid()),
    }
    .filter(|duration| *duration >= Duration::zero())
    .with_context(|| format!("'{text}' is negative or too long"))
}
