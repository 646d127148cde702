//! Writes a message with the function of the area that its type belongs to.

use crate::{
    message::{Fact, Message},
    sender::Origin,
};
use chrono::Duration;
use commands::store::CommandStore;
use connections::presence::store::ConnectionStore;
use inventory::store::InventoryStore;
use locations::{model::LocationId, store::LocationStore};
use orders::store::OrderStore;
use reports::store::ReportStore;
use shared::{Environment, Error, FromEnvironment, Instant, Result, audit::AuditTable, live::Live};
use std::collections::BTreeMap;
use stocking::{
    decision::DropDecisionStore, driver_action::DriverActionStore, stop_times::StopTimeStore, store::PackingSlipStore,
};

/// The stores of all areas whose messages an origin contains.
#[derive(Debug)]
pub(crate) struct Stores {
    /// The locations that messages refer to.
    pub(crate) locations: LocationStore,
    audit: AuditTable,
    reports: ReportStore,
    fridges: Option<FridgeStores>,
    upstream: Option<UpstreamStores>,
    live: Live,
}

/// The stores of messages that only fridges send.
#[derive(Debug)]
struct FridgeStores {
    inventory: InventoryStore,
    health: health::store::Stores,
    commands: CommandStore,
    connections: ConnectionStore,
}

/// The stores of messages that only upstream systems send.
#[derive(Debug)]
struct UpstreamStores {
    slips: PackingSlipStore,
    actions: DriverActionStore,
    drops: DropDecisionStore,
    stop_times: StopTimeStore,
    orders: OrderStore,
}

impl FridgeStores {
    fn new(environment: &Environment, live: &Live) -> Result<Self> {
        let health = health::store::Stores::from_environment(environment)?;
        Ok(Self {
            inventory: InventoryStore::from_environment(environment)?,
            health: health::store::Stores { live: live.clone(), ..health },
            commands: CommandStore::from_environment(environment)?,
            connections: ConnectionStore::from_environment(environment)?,
        })
    }
}

impl FromEnvironment for UpstreamStores {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self {
            slips: PackingSlipStore::from_environment(environment)?,
            actions: DriverActionStore::from_environment(environment)?,
            drops: DropDecisionStore::from_environment(environment)?,
            stop_times: StopTimeStore::from_environment(environment)?,
            orders: OrderStore::from_environment(environment)?,
        })
    }
}

impl Stores {
    /// The stores for the messages of an origin.
    pub(crate) fn new(environment: &Environment, origin: Origin) -> Result<Self> {
        // A batch publishes after all of its writes: see `Stores::publish`.
        let live = Live::from_environment(environment)?.deferred();
        let fridges = (origin != Origin::Upstream).then(|| FridgeStores::new(environment, &live)).transpose()?;
        let upstream =
            (origin != Origin::Fridges).then(|| UpstreamStores::from_environment(environment)).transpose()?;
        Ok(Self {
            locations: LocationStore::from_environment(environment)?,
            audit: AuditTable::from_environment(environment)?,
            reports: ReportStore::from_environment(environment)?,
            fridges,
            upstream,
            live,
        })
    }

    fn fridges(&self) -> Result<&FridgeStores> {
        self.fridges.as_ref().ok_or_else(|| Error::internal("this function does not write messages of fridges"))
    }

    fn upstream(&self) -> Result<&UpstreamStores> {
        self.upstream
            .as_ref()
            .ok_or_else(|| Error::internal("this function does not write messages of upstream systems"))
    }

    /// Stores the differences between the clocks of fridges and that of the broker, which the screens show. A failure is
    /// only logged: the dead letters state the times as well.
    pub(crate) async fn record_clock_skews(&self, skews: BTreeMap<LocationId, Duration>, now: Instant) {
        let Some(FridgeStores { connections, .. }) = &self.fridges else { return };
        for (fridge, skew) in skews {
            if let Err(error) = connections.record_clock_skew(&fridge, skew, now).await {
                tracing::error!(%fridge, cause = error.cause(), "the clock of a fridge was not recorded");
            }
        }
    }

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
            Fact::PackingSlip(slip) => {
                stocking::record::packing_slip(&self.upstream()?.slips, id, occurred_at, slip).await
            }
            Fact::HealthReport(report) => {
                let health = &self.fridges()?.health;
                health::record::health_report(health, &id, (occurred_at, now), message_id, report).await
            }
            Fact::CheckpointEvent(event) => {
                health::record::checkpoint_event(&self.fridges()?.health, &id, occurred_at, message_id, event).await
            }
            Fact::SegmentEvent(event) => {
                health::record::segment_event(&self.fridges()?.health, &id, occurred_at, message_id, event).await
            }
            Fact::DriverAction(action) => {
                let upstream = self.upstream()?;
                let stores = (&upstream.actions, &upstream.drops, &upstream.stop_times, &self.live);
                stocking::record::driver_action(stores, id, (occurred_at, now), message_id, action).await
            }
            Fact::CommandAcknowledgement(fact) => {
                let commands = &self.fridges()?.commands;
                commands::record::acknowledgement((commands, &self.live), (&id, occurred_at), fact).await
            }
            Fact::Order(order) => orders::record::order(&self.upstream()?.orders, id, occurred_at, order).await,
            Fact::Inventory(fact) => {
                let inventory = &self.fridges()?.inventory;
                inventory::record::inventory((inventory, &self.live), id, (occurred_at, now), fact).await
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
