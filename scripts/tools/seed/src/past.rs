//! What fridges and drivers told until now, as the simulator would have sent it, so that screens are alive at once. It
//! is written by the code that consumes the telemetry queue: what is stored is what would be stored.

use anyhow::{Result, ensure};
use chrono::Duration;
use ingest::Ingest;
use inventory::{model::Inventory, store::InventoryStore};
use shared::{Environment, FromEnvironment, Instant, dynamo, worker::Delivery};
use simulate::{
    faults::Shares,
    fleet::Fleet,
    fridge::{Fridge, Pace},
    measure::Stored,
    message::{Kind, Message},
    world::World,
};
use std::collections::BTreeSet;

/// Messages that are written at once.
const BATCH: usize = 1000;
/// Fridges of which the last day is told; of the others the last report.
const FOLLOWED: usize = 24;
/// How long ago a day was.
const DAY: Duration = Duration::hours(24);
/// The time between two reports of the past day.
const EVERY: Duration = Duration::minutes(30);
/// Where chance begins: as with the simulator, so that it goes on as the seeder began.
const SEED: u64 = 1;

/// What is written of the past.
#[derive(Debug)]
pub struct Past {
    fleet: Fleet,
    health: Stored,
    ingest: Ingest,
    inventory: InventoryStore,
}

impl FromEnvironment for Past {
    fn from_environment(environment: &Environment) -> shared::Result<Self> {
        Ok(Self {
            fleet: Fleet::from_environment(environment)?,
            health: Stored::from_environment(environment)?,
            ingest: Ingest::from_environment(environment)?,
            inventory: InventoryStore::from_environment(environment)?,
        })
    }
}

impl Past {
    /// Tells of fridges of which nothing is known, and what drivers did today; answers how many messages that were.
    ///
    /// # Errors
    /// Where a table cannot be read, or a message is refused.
    pub async fn tell(&self, now: Instant) -> Result<usize> {
        let mut messages = self.fridges(now).await?;
        messages.extend(self.drivers(now).await?);
        // Newest last, whoever tells it.
        messages.sort_by_key(|message| message.occurred_at);
        let written = messages.len();
        for batch in messages.chunks(BATCH) {
            self.write(batch, now).await?;
        }
        Ok(written)
    }

    async fn fridges(&self, now: Instant) -> Result<Vec<Message>> {
        let fridges = self.fleet.drawn(usize::MAX, &pace(), now).await?;
        let known = self.health.of(fridges.iter().map(|fridge| fridge.id().clone()).collect()).await?;
        let known: BTreeSet<_> = known.into_iter().map(|latest| latest.location_id).collect();
        let mut unknown: Vec<Fridge> = fridges.into_iter().filter(|fridge| !known.contains(fridge.id())).collect();
        let mut messages: Vec<Message> = Vec::new();
        if known.is_empty() {
            let begun = now.plus(-DAY);
            let mut followed = self.fleet.drawn(FOLLOWED, &pace(), begun).await?;
            unknown.retain(|fridge| followed.iter().all(|other| other.id() != fridge.id()));
            messages.extend(followed.iter_mut().filter_map(|fridge| fridge.last_words(begun)));
            messages.extend(World::new(followed).advance(now));
        }
        // Newer than nothing: these can be written whole, many at once.
        let inventories = unknown.iter().map(|fridge| counted(fridge, now)).collect::<Result<Vec<_>>>()?;
        self.inventory.put_all(&inventories).await?;
        messages.extend(unknown.iter_mut().map(|fridge| fridge.words(now)));
        Ok(messages)
    }

    /// The actions alone, and the temperatures: of what drivers' apps log there is enough from now on.
    async fn drivers(&self, now: Instant) -> Result<Vec<Message>> {
        let steps = self.fleet.steps(now.central_date(), SEED).await?;
        let told = steps.into_iter().filter(|step| step.at <= now).flat_map(|step| step.messages);
        Ok(told.filter(|message| matches!(message.kind, Kind::DriverAction | Kind::Temperature)).collect())
    }

    async fn write(&self, messages: &[Message], now: Instant) -> Result<()> {
        let delivery = |message: &Message| Delivery { id: message.id().to_string(), body: message.body(), count: 1 };
        let handled = ingest::ingest(&self.ingest, now, messages.iter().map(delivery).collect()).await;
        let refused = handled.counted.get("givenUp").and_then(serde_json::Value::as_u64).unwrap_or_default();
        ensure!(refused == 0, "{refused} messages were refused: the dead-letter queue of telemetry has the reasons");
        ensure!(handled.failed.is_empty(), "{} messages were not written", handled.failed.len());
        Ok(())
    }
}

/// What a fridge told of what is in it, within the last hour.
fn counted(fridge: &Fridge, now: Instant) -> Result<Inventory> {
    let minutes = dynamo::shard(fridge.id().as_str(), 55);
    let Message { location_id, occurred_at, fields, .. } =
        fridge.inventory(now.plus(-Duration::minutes(minutes.into())));
    Ok(Inventory::told(location_id, occurred_at, serde_json::from_value(serde_json::Value::Object(fields))?))
}

fn pace() -> Pace {
    Pace { every: EVERY, inventory_every: Duration::hours(12), customers: 8.0, faults: Shares::usual(), seed: SEED }
}
