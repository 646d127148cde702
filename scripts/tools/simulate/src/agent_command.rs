//! `simulate agent`: connects a single fridge with Larder and prints each step.
#![expect(clippy::print_stdout, reason = "the command reports its steps on stdout")]

use crate::{now, parse_duration};
use anyhow::{Context, Result};
use chrono::Duration;
use chrono_tz::America;
use clap::Args;
use connections::identity::{
    model::{CertificateId, VALIDITY},
    store::IdentityStore,
};
use locations::model::LocationId;
use shared::{FromEnvironment, fridge_topics::FridgeTopics};
use simulate::{
    agent::{
        State,
        files::Files,
        provisioning::{self, Request},
        session::{Broker, Credentials},
    },
    faults::Shares,
    fridge::{Fridge, Settings},
    issue::Issuer,
    mqtt_fleet::{Connections, MqttFleet},
    world::World,
};
use stack::{Mqtt, Stack};
use std::{env, fs, path::PathBuf, time};

/// The reference agent of a single fridge.
#[derive(Args)]
pub(crate) struct AgentArguments {
    /// Id of the fridge's location, in its stored spelling.
    #[arg(long)]
    fridge: LocationId,
    /// Port of the local stack. The default is the stack whose description is the file LARDER_STACK, or the one that was
    /// started last.
    #[arg(long)]
    port: Option<u16>,
    /// Time between two reports, such as 60s.
    #[arg(long, default_value = "60s", value_parser = parse_duration)]
    every: Duration,
    /// Faults, as for the simulator.
    #[arg(long, default_value = "none")]
    faults: Shares,
    /// Renew the certificate after connecting.
    #[arg(long)]
    renew: bool,
    /// File with a claim certificate, to provision a fridge that has no files.
    #[arg(long, requires = "claim_key")]
    claim_certificate: Option<PathBuf>,
    /// File with the key of the claim certificate.
    #[arg(long, requires = "claim_certificate")]
    claim_key: Option<PathBuf>,
    /// Serial number of the computer, for provisioning.
    #[arg(long)]
    serial_number: Option<String>,
    /// How long the agent runs, such as 5m. By default, it runs until it is stopped.
    #[arg(long = "for", value_parser = parse_duration)]
    time: Option<Duration>,
}

pub(crate) async fn run(arguments: &AgentArguments) -> Result<()> {
    let path = match arguments.port {
        Some(port) => PathBuf::from(format!(".local/stacks/{port}/stack.json")),
        None => env::var_os("LARDER_STACK").map_or_else(|| PathBuf::from(".local/stack.json"), PathBuf::from),
    };
    let stack = Stack::read(&path)?;
    let address = stack.mqtt.as_ref().context("the stack has no local broker")?;
    let broker = Broker::of(address)?;
    let files = Files::new(address.fridges().join(arguments.fridge.as_str()));
    if files.credentials().is_err() {
        obtain_certificate(arguments, &stack, &broker, &files).await?;
    }
    connect(arguments, &stack, address, broker, files).await
}

/// Stores a certificate for a fridge that has none: with the claim, or with the control plane of the stack.
async fn obtain_certificate(arguments: &AgentArguments, stack: &Stack, broker: &Broker, files: &Files) -> Result<()> {
    let AgentArguments { fridge, serial_number, .. } = arguments;
    if let (Some(certificate), Some(key)) = (&arguments.claim_certificate, &arguments.claim_key) {
        let read =
            |path: &PathBuf| fs::read_to_string(path).with_context(|| format!("could not read {}", path.display()));
        let claim = Credentials { certificate: read(certificate)?, key: read(key)? };
        let request =
            Request { environment: &stack.environment_name, fridge, serial_number: serial_number.as_deref(), claim };
        let (thing, credentials) = provisioning::provision(broker.clone(), request).await?;
        files.store(&credentials)?;
        println!("{} provisioned {thing} with the claim certificate", now());
    } else {
        let environment = stack.environment().await;
        let issued = Issuer::new(&environment, &stack.environment_name)?.issue(fridge).await?;
        let certificate: CertificateId = issued.certificate_id.parse().map_err(anyhow::Error::msg)?;
        let identities = IdentityStore::from_environment(&environment)?;
        identities.store_seeded(&[(fridge.clone(), certificate)], now()).await?;
        files.store(&issued.credentials)?;
        println!("{} issued the certificate {} to {fridge}", now(), issued.certificate_id);
    }
    files.store_state(&State { certificate_expires_at: Some(now().plus(VALIDITY)), ..files.state()? })
}

async fn connect(
    arguments: &AgentArguments,
    stack: &Stack,
    address: &Mqtt,
    broker: Broker,
    files: Files,
) -> Result<()> {
    let started = now();
    let settings = Settings {
        report_interval: arguments.every,
        inventory_interval: Duration::zero(),
        customers_per_day: 0.0,
        faults: arguments.faults.clone(),
        seed: 1,
    };
    let fridge = Fridge::new(arguments.fridge.clone(), America::Chicago, &settings, started);
    let mut world = World::new(vec![fridge]);
    let connections = Connections {
        broker,
        topics: FridgeTopics::new(&stack.environment_name),
        seed: settings.seed,
        max_delay: time::Duration::ZERO,
        renew_now: arguments.renew,
    };
    println!("{started} {} connects to {}:{}", arguments.fridge, address.host, address.port);
    let mut fleet = MqttFleet::start(Some(&connections), vec![(arguments.fridge.clone(), files)], &mut world)?;
    let mut ticks = tokio::time::interval(time::Duration::from_millis(200));
    while arguments.time.is_none_or(|time| now().since(started) < time) {
        ticks.tick().await;
        let now = now();
        for entry in fleet.advance(&mut world, now) {
            println!("{now} {} {}", entry.fridge, entry.text);
        }
        for message in world.advance(now) {
            println!("{now} {} sends {}", arguments.fridge, message.kind);
            fleet.publish(&message);
        }
    }
    Ok(())
}
