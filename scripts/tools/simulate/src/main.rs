//! Keeps a fleet alive through the queues of a stack: sends what its fridges, customers and drivers tell, and answers
//! the commands that staff send. It goes on until it is ended, or for the time that it is given.
#![expect(clippy::print_stdout, reason = "a command says what it did on stdout")]

mod outcome;
mod plan;

use anyhow::{Context, Result, bail};
use chrono::{Duration, Utc};
use clap::Parser;
use outcome::Outcome;
use plan::Plan;
use shared::{Environment, FromEnvironment, Instant};
use simulate::{
    clock::Clock,
    customer,
    faults::Shares,
    fleet::Fleet,
    fridge::{Command, Pace},
    message::Message,
    queues::{Commands, Telemetry},
    world::World,
};
use stack::Stack;
use std::{path::PathBuf, time};
use tokio::sync::mpsc;

/// Keeps a fleet alive through the queues of a stack.
#[derive(Parser)]
struct Arguments {
    /// The description of the stack.
    #[arg(long, default_value = ".local/stack.json")]
    stack: PathBuf,
    /// How many fridges at most; all that sell where no number is given.
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    fridges: usize,
    /// The time between two reports of a fridge, such as 60s, 10m or 1h.
    #[arg(long, default_value = "10m", value_parser = duration)]
    every: Duration,
    /// The time between two inventories of a fridge; 0s for none but those after stocking.
    #[arg(long, default_value = "0s", value_parser = duration)]
    inventory_every: Duration,
    /// Customers of a fridge on a working day.
    #[arg(long, default_value_t = 6.0)]
    customers: f64,
    /// What goes wrong: `usual`, `none`, or shares of the fleet in percent such as `usual,warm=10,silent=5`.
    #[arg(long, default_value = "usual")]
    faults: Shares,
    /// Where chance begins: the same seed, start and commands give the same messages.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How far in the past to begin.
    #[arg(long, default_value = "0s", value_parser = duration)]
    since: Duration,
    /// How fast that past passes; having caught up, time passes as it does.
    #[arg(long, default_value_t = 60.0)]
    speed: f64,
    /// For how long; until it is ended where no time is given.
    #[arg(long = "for", value_parser = duration)]
    time: Option<Duration>,
    /// Leaves the drivers out.
    #[arg(long)]
    no_drivers: bool,
    /// Tells at the end how late reports were, and whether any was lost.
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
    let (fleet, telemetry) = (Fleet::from_environment(environment)?, Telemetry::from_environment(environment)?);
    let started = now();
    let clock = Clock::start(started, arguments.since, arguments.speed);
    let pace = Pace {
        every: arguments.every,
        inventory_every: arguments.inventory_every,
        customers: arguments.customers,
        faults: arguments.faults.clone(),
        seed: arguments.seed,
    };
    let (fridges, heard) = fleet.resumed(arguments.fridges, &pace, clock.at(started)).await?;
    println!("{started} {} fridges, each reports every {} s", fridges.len(), arguments.every.num_seconds());
    let mut world = World::new(fridges);
    let mut commands = commands(environment);
    let mut plan = Plan::from(heard.unwrap_or(started));
    let mut customers = Customers::default();
    let mut counts = Counts::begin(started);
    let mut outcome = if arguments.measure { Some(Outcome::begin(environment)?) } else { None };
    let mut ticks = tokio::time::interval(time::Duration::from_secs(1));
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
    while arguments.time.is_none_or(|time| now().since(started) < time) {
        ticks.tick().await;
        let now = clock.at(now());
        if !arguments.no_drivers {
            plan.keep(&fleet, &mut world, arguments.seed, now).await;
        }
        while let Ok(command) = commands.try_recv() {
            counts.commands += 1;
            world.take(command, now);
        }
        let mut messages = world.advance(now);
        messages.extend(customers.records(&fleet, now).await);
        if let Some(outcome) = &mut outcome {
            outcome.note(&messages, now).await;
        }
        match telemetry.send(&messages).await {
            Ok(()) => counts.sent += messages.len(),
            // As with a fridge without a network: what it would have told is lost.
            Err(error) => eprintln!("{now} lost some of {} messages: {error:#}", messages.len()),
        }
        counts.tell(now);
    }
    match outcome {
        Some(outcome) => outcome.end().await,
        None => Ok(()),
    }
}

fn now() -> Instant {
    Utc::now().into()
}

/// How often the customer-relationship system looks for new fridges.
const RECORDS_EVERY: Duration = Duration::minutes(5);

/// The customer-relationship system.
#[derive(Default)]
struct Customers {
    /// When it last looked for new fridges.
    looked: Option<Instant>,
}

impl Customers {
    /// The customer records of new fridges, if it is time to look for them.
    async fn records(&mut self, fleet: &Fleet, now: Instant) -> Vec<Message> {
        if self.looked.is_some_and(|looked| now.since(looked) < RECORDS_EVERY) {
            return Vec::new();
        }
        self.looked = Some(now);
        match fleet.without_record().await {
            Ok(locations) => locations.iter().map(|location| customer::record(location, now)).collect(),
            Err(error) => {
                eprintln!("{now} no customer records: {error:#}");
                Vec::new()
            }
        }
    }
}

/// Commands as they come, where the stack has a queue of them.
fn commands(environment: &Environment) -> mpsc::UnboundedReceiver<Command> {
    let (arrived, commands) = mpsc::unbounded_channel();
    match Commands::from_environment(environment) {
        Ok(queue) => {
            tokio::spawn(async move {
                while !arrived.is_closed() {
                    match queue.fetch().await {
                        // Nobody listens once the fleet is at rest.
                        Ok(fetched) => fetched.into_iter().for_each(|command| drop(arrived.send(command))),
                        Err(error) => {
                            eprintln!("{error:#}");
                            tokio::time::sleep(time::Duration::from_secs(10)).await;
                        }
                    }
                }
            });
        }
        Err(error) => eprintln!("no commands: {error}"),
    }
    commands
}

/// What the log tells each minute.
struct Counts {
    told: Instant,
    sent: usize,
    commands: usize,
}

impl Counts {
    fn begin(now: Instant) -> Self {
        Self { told: now, sent: 0, commands: 0 }
    }

    fn tell(&mut self, now: Instant) {
        if now.since(self.told) >= Duration::minutes(1) {
            println!("{now} {} messages sent, {} commands taken", self.sent, self.commands);
            *self = Self::begin(now);
        }
    }
}

/// Reads `60s`, `10m` or `24h`.
fn duration(text: &str) -> Result<Duration> {
    let split = text.len().saturating_sub(1);
    let (count, unit) = text.split_at_checked(split).context("no time")?;
    let count: i64 = count.parse().with_context(|| format!("'{text}' is no time such as 60s, 10m or 24h"))?;
    match unit {
        "s" => Duration::try_seconds(count),
        "m" => Duration::try_minutes(count),
        "h" => Duration::try_hours(count),
        _ => bail!("'{text}' is no time such as 60s, 10m or 24h"),
    }
    .filter(|time| *time >= Duration::zero())
    .with_context(|| format!("'{text}' is too long, or negative"))
}
