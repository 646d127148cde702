//! Simulates a fleet: sends the messages of fridges, customers and drivers, and executes the commands that staff send. It
//! runs until it is stopped, or for the time given with `--for`.
#![expect(clippy::print_stdout, reason = "the command reports its result on stdout")]

mod agent_command;
mod delivery_check;
mod driver_plan;

use agent_command::AgentArguments;
use anyhow::{Context, Result, bail, ensure};
use chrono::{Duration, Utc};
use clap::{Parser, Subcommand};
use connections::identity::store::IdentityStore;
use delivery_check::DeliveryCheck;
use driver_plan::DriverPlan;
use shared::{FromEnvironment, Instant, fridge_topics::FridgeTopics};
use simulate::{
    agent::{files::Files, session::Broker},
    clock::Clock,
    crm,
    faults::Shares,
    fleet::Fleet,
    fridge::{Fridge, Settings},
    issue::Issuer,
    message::Message,
    mqtt_fleet::{Connections, Entry, EntryKind, MqttFleet},
    relay::Relay,
    upstream::Upstream,
    world::World,
};
use stack::Stack;
use std::{path::PathBuf, time};

/// Simulates the fleet of a stack.
#[derive(Parser)]
#[command(args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
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
    /// How many fridges are connected with the broker of a local stack. Those that have no certificate get one. By default,
    /// these are the fridges that the seeder issued a certificate to.
    #[arg(long)]
    connect: Option<usize>,
    /// Measure the delivery of reports from the time on at which all fridges are connected. At the end, print their latency
    /// and how many were lost.
    #[arg(long)]
    measure: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Runs the reference agent of a single fridge.
    Agent(AgentArguments),
}

/// The maximum delay of a fridge's first connection, so that the fridges do not connect at the same time.
const MAX_CONNECT_DELAY: time::Duration = time::Duration::from_secs(10);
/// The rate of first connections in a large fleet: this delay for each fridge, if it is more than the above in total.
const CONNECT_INTERVAL: time::Duration = time::Duration::from_millis(20);
/// The time within which all fridges of a measurement must be connected.
const CONNECT_TIME_LIMIT: Duration = Duration::minutes(20);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if let Some(Command::Agent(agent)) = &arguments.command {
        return agent_command::run(agent).await;
    }
    simulate(&arguments, &Stack::read(&arguments.stack)?).await
}

async fn simulate(arguments: &Arguments, stack: &Stack) -> Result<()> {
    let environment = stack.environment().await;
    let fleet = Fleet::from_environment(&environment)?;
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
    let simulated = fridges.len();
    if let (Some(count), Some(address)) = (arguments.connect, &stack.mqtt) {
        let issuer = Issuer::new(&environment, &stack.environment_name)?;
        let certificates = issuer.ensure(address, fridges.iter().take(count).map(Fridge::id), started).await?;
        IdentityStore::from_environment(&environment)?.store_seeded_fleet(certificates, started).await?;
    }
    let mut world = World::new(fridges);
    let mut senders = Senders {
        connected: connect(stack, arguments.seed, &mut world)?,
        relay: Relay::from_environment(&environment)?,
        upstream: Upstream::from_environment(&environment)?,
    };
    println!(
        "{started} simulating {simulated} fridges, one report every {} s; {} are connected with the broker",
        arguments.every.num_seconds(),
        senders.connected.len()
    );
    let mut driver_plan = DriverPlan::new(last_report.unwrap_or(started));
    let mut crm = Crm::default();
    let mut counts = Counts::new(started);
    let mut check = if arguments.measure { Some(DeliveryCheck::new(&environment)?) } else { None };
    // A measurement starts when all fridges are connected.
    let mut measured = if arguments.measure { None } else { Some(started) };
    let mut ticks = tokio::time::interval(time::Duration::from_secs(1));
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
    while arguments.time.is_none_or(|time| measured.is_none_or(|measured| now().since(measured) < time)) {
        ticks.tick().await;
        let now = clock.at(now());
        if !arguments.no_drivers {
            driver_plan.refresh_if_due(&fleet, &mut world, arguments.seed, now).await;
        }
        for entry in senders.connected.advance(&mut world, now) {
            counts.commands += usize::from(entry.kind == EntryKind::Command);
            print_problem(&entry, now);
        }
        if measured.is_none() {
            let unconnected = senders.connected.unconnected().count();
            if unconnected == 0 {
                println!("{now} all fridges are connected after {} s", now.since(started).num_seconds());
                measured = Some(now);
            }
            let example = senders.connected.unconnected().next();
            ensure!(
                now.since(started) < CONNECT_TIME_LIMIT || unconnected == 0,
                "{unconnected} fridges are not connected after {} s, such as {}",
                CONNECT_TIME_LIMIT.num_seconds(),
                example.map(ToString::to_string).unwrap_or_default()
            );
        }
        let mut messages = world.advance(now);
        messages.extend(crm.records_if_due(&fleet, now).await);
        if let (Some(check), Some(_)) = (&mut check, measured) {
            check.record(&messages, now).await;
        }
        match senders.send(&messages).await {
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

/// Connects the fridges that have a certificate with the broker of a local stack.
fn connect(stack: &Stack, seed: u64, world: &mut World) -> Result<MqttFleet> {
    let Some(address) = &stack.mqtt else { return MqttFleet::start(None, Vec::new(), world) };
    let fridges = Files::find(&address.fridges())?;
    let connections = Connections {
        broker: Broker::of(address)?,
        topics: FridgeTopics::new(&stack.environment_name),
        seed,
        max_delay: MAX_CONNECT_DELAY.max(CONNECT_INTERVAL * u32::try_from(fridges.len())?),
        renew_now: false,
    };
    MqttFleet::start(Some(&connections), fridges, world)
}

/// Prints a problem of a connected fridge.
fn print_problem(entry: &Entry, now: Instant) {
    if entry.kind == EntryKind::Problem {
        eprintln!("{now} {} {}", entry.fridge, entry.text);
    }
}

/// The senders of messages.
struct Senders {
    connected: MqttFleet,
    relay: Relay,
    upstream: Upstream,
}

impl Senders {
    async fn send(&self, messages: &[Message]) -> Result<()> {
        let others: Vec<Message> =
            messages.iter().filter(|message| !self.connected.publish(message)).cloned().collect();
        tokio::try_join!(self.relay.send(&others, now()), self.upstream.send(&others))?;
        Ok(())
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
