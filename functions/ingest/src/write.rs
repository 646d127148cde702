//! Writes a message with the function of the area that its type belongs to.

use crate::message::{Fact, Message};
use commands::store::CommandStore;
use inventory::store::InventoryStore;
use locations::store::LocationStore;
use orders::store::OrderStore;
use reports::store::ReportStore;
use shared::{Environment, FromEnvironment, Instant, Result, audit::AuditTable, live::Live};
use stocking::{
    decision::DropDecisionStore, driver_action::DriverActionStore, stop_times::StopTimeStore, store::PackingSlipStore,
};

/// The stores of all areas.
#[derive(Debug)]
pub(crate) struct Stores {
    /// The locations that messages refer to.
    pub(crate) locations: LocationStore,
    audit: AuditTable,
    slips: PackingSlipStore,
    actions: DriverActionStore,
    drops: DropDecisionStore,
    stop_times: StopTimeStore,
    orders: OrderStore,
    inventory: InventoryStore,
    reports: ReportStore,
    health: health::store::Stores,
    commands: CommandStore,
    live: Live,
}

impl FromEnvironment for Stores {
    fn from_environment(environment: &Environment) -> Result<Self> {
        // A batch publishes after all of its writes: see `Stores::publish`.
        let live = Live::from_environment(environment)?.deferred();
        let health = health::store::Stores::from_environment(environment)?;
        Ok(Self {
            locations: LocationStore::from_environment(environment)?,
            audit: AuditTable::from_environment(environment)?,
            slips: PackingSlipStore::from_environment(environment)?,
            actions: DriverActionStore::from_environment(environment)?,
            drops: DropDecisionStore::from_environment(environment)?,
            stop_times: StopTimeStore::from_environment(environment)?,
            orders: OrderStore::from_environment(environment)?,
            inventory: InventoryStore::from_environment(environment)?,
            reports: ReportStore::from_environment(environment)?,
            health: health::store::Stores { live: live.clone(), ..health },
            commands: CommandStore::from_environment(environment)?,
            live,
        })
    }
}

impl Stores {
    /// Publishes what the written messages changed. A failure is only logged: pages poll as well.
    pub(crate) async fn publish(&self) {
        self.live.flush().await;
    }

    /// Writes the message. A duplicate message changes nothing.
    ///
    /// # Errors
    /// If the location does not exist or a service fails.
    pub(crate) async fn write(&self, now: Instant, message: Message) -> Result<()> {
        let Message { message_id, location_id: id, occurred_at, fact } = message;
        match fact {
            Fact::CustomerRecord(record) => {
                let stores = (&self.locations, &self.audit);
                locations::record::customer_record(stores, (&id, occurred_at, now), record).await
            }
            Fact::FridgeIdentity(identity) => {
                let stores = (&self.locations, &self.audit);
                locations::record::fridge_identity(stores, (&id, occurred_at, now), identity).await
            }
            Fact::PackingSlip(slip) => stocking::record::packing_slip(&self.slips, id, occurred_at, slip).await,
            Fact::HealthReport(report) => {
                health::record::health_report(&self.health, &id, (occurred_at, now), message_id, report).await
            }
            Fact::CheckpointEvent(event) => {
                health::record::checkpoint_event(&self.health, &id, occurred_at, message_id, event).await
            }
            Fact::SegmentEvent(event) => {
                health::record::segment_event(&self.health, &id, occurred_at, message_id, event).await
            }
            Fact::DriverAction(action) => {
                let stores = (&self.actions, &self.drops, &self.stop_times, &self.live);
                stocking::record::driver_action(stores, id, (occurred_at, now), message_id, action).await
            }
            Fact::CommandAcknowledgement(fact) => {
                commands::record::acknowledgement((&self.commands, &self.live), (&id, occurred_at), fact).await
            }
            Fact::Order(order) => orders::record::order(&self.orders, id, occurred_at, order).await,
            Fact::Inventory(fact) => {
                inventory::record::inventory((&self.inventory, &self.live), id, occurred_at, fact).await
            }
            Fact::Temperature(fact) => {
                reports::record::temperature(&self.reports, (id, occurred_at, message_id), fact).await
            }
            Fact::StockOut(fact) => {
                reports::record::stock_out(&self.reports, (id, occurred_at, message_id), fact).await
            }
            Fact::EmptyChannel(fact) => {
                reports::record::empty_channel(&self.reports, (id, occurred_at, message_id), fact).await
            }
            Fact::DriverLog(fact) => {
                reports::record::driver_log(&self.reports, (id, occurred_at, message_id), fact).await
            }
        }
    }
}
