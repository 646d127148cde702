//! Generates the messages that the simulator would have sent until now, so that screens show data immediately. The
//! code that consumes the telemetry queue stores them, so that the result is the same as with the simulator.

use anyhow::{Result, ensure};
use chrono::Duration;
use ingest::{Ingest, sender::Origin};
use inventory::{model::Inventory, store::InventoryStore};
use shared::{Environment, FromEnvironment, Instant, table, worker::Delivery};
use simulate::{
    faults::Shares,
    fleet::Fleet,
    fridge::{Fridge, Settings},
    measure::LatestReports,
    message::{Kind, Message},
    world::World,
};
use std::collections::{BTreeMap, BTreeSet};

/// The number of messages in one write.
const BATCH_SIZE: usize = 1000;
/// The number of fridges with messages of the whole last day, and with certificates of the broker. Other fridges only
/// have a latest report.
pub(crate) const DETAILED_FRIDGES: usize = 24;
/// The period of the detailed messages.
const DETAILED_PERIOD: Duration = Duration::hours(24);
/// The time between two reports of a fridge.
const REPORT_INTERVAL: Duration = Duration::minutes(30);
/// The seed of the simulator, so that the simulator continues with the same fleet state.
const SEED: u64 = 1;

/// Stores past messages of fridges and drivers.
#[derive(Debug)]
pub struct PastTelemetry {
    fleet: Fleet,
    latest_reports: LatestReports,
    ingest: Ingest,
    inventory: InventoryStore,
}

impl FromEnvironment for PastTelemetry {
    fn from_environment(environment: &Environment) -> shared::Result<Self> {
        Ok(Self {
            fleet: Fleet::from_environment(environment)?,
            latest_reports: LatestReports::from_environment(environment)?,
            ingest: Ingest::new(environment, Origin::Trusted)?,
            inventory: InventoryStore::from_environment(environment)?,
        })
    }
}

impl PastTelemetry {
    /// Stores messages of fridges without a stored report, and today's messages of drivers. Returns the number of
    /// messages.
    ///
    /// # Errors
    /// If a table cannot be read, or a message is rejected.
    pub async fn store(&self, now: Instant) -> Result<usize> {
        let mut messages = self.fridge_messages(now).await?;
        messages.extend(self.driver_messages(now).await?);
        messages.sort_by_key(|message| message.occurred_at);
        let stored = messages.len();
        for batch in messages.chunks(BATCH_SIZE) {
            self.store_batch(batch, now).await?;
        }
        Ok(stored)
    }

    async fn fridge_messages(&self, now: Instant) -> Result<Vec<Message>> {
        let fridges = self.fleet.load(usize::MAX, &settings(), now).await?;
        let reports = self.latest_reports.get(fridges.iter().map(|fridge| fridge.id().clone()).collect()).await?;
        let reported: BTreeSet<_> = reports.into_iter().map(|report| report.location_id).collect();
        let mut missing: Vec<Fridge> = fridges.into_iter().filter(|fridge| !reported.contains(fridge.id())).collect();
        let mut messages: Vec<Message> = Vec::new();
        if reported.is_empty() {
            let start = now.plus(-DETAILED_PERIOD);
            let mut detailed = self.fleet.load(DETAILED_FRIDGES, &settings(), start).await?;
            missing.retain(|fridge| detailed.iter().all(|other| other.id() != fridge.id()));
            messages.extend(detailed.iter_mut().filter_map(|fridge| fridge.last_report_before_silence(start)));
            messages.extend(World::new(detailed).advance(now));
        }
        // These fridges have no stored inventory that could be newer, so batch writes are safe.
        let inventories = missing.iter().map(|fridge| recent_inventory(fridge, now)).collect::<Result<Vec<_>>>()?;
        self.inventory.put_all(&inventories).await?;
        messages.extend(missing.iter_mut().map(|fridge| fridge.latest_report(now)));
        Ok(messages)
    }

    /// Today's actions and temperatures. `reports` stores today's driver log.
    async fn driver_messages(&self, now: Instant) -> Result<Vec<Message>> {
        let steps = self.fleet.driver_steps(now.central_date(), SEED).await?;
        let messages = steps.into_iter().filter(|step| step.at <= now).flat_map(|step| step.messages);
        Ok(messages.filter(|message| matches!(message.kind, Kind::DriverAction | Kind::Temperature)).collect())
    }

    async fn store_batch(&self, messages: &[Message], now: Instant) -> Result<()> {
        let delivery = |message: &Message| Delivery {
            id: message.id().to_string(),
            body: message.body(),
            count: 1,
            attributes: BTreeMap::new(),
        };
        let handled = ingest::ingest(&self.ingest, now, messages.iter().map(delivery).collect()).await;
        let rejected = handled.counted.get("deadLetters").and_then(serde_json::Value::as_u64).unwrap_or_default();
        ensure!(rejected == 0, "{rejected} messages were rejected. The telemetry dead-letter queue has the reasons");
        ensure!(handled.failed.is_empty(), "{} messages could not be stored", handled.failed.len());
        Ok(())
    }
}

/// An inventory that a fridge sent within the last hour.
fn recent_inventory(fridge: &Fridge, now: Instant) -> Result<Inventory> {
    let minutes = table::shard(fridge.id().as_str(), 55);
    let Message { location_id, occurred_at, fields, .. } =
        fridge.inventory(now.plus(-Duration::minutes(minutes.into())));
    Ok(Inventory::from_message(location_id, occurred_at, serde_json::from_value(serde_json::Value::Object(fields))?))
}

pub(crate) fn settings() -> Settings {
    Settings {
        report_interval: REPORT_INTERVAL,
        inventory_interval: Duration::hours(12),
        customers_per_day: 8.0,
        faults: Shares::usual(),
        seed: SEED,
    }
}
