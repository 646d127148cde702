//! The stores of the area's tables. Only these modules use the tables' keys and indexes.

mod alerts;
mod corrective;
mod history;
mod latest;
mod notices;
mod settings;

pub use alerts::AlertStore;
pub use corrective::CorrectiveActionStore;
pub use history::{Entry, EntrySource, FridgeChanges, HistoryStore};
pub use latest::{ConditionsUpdate, LastReceived, LatestStore, ReportOutcome};
pub use notices::{DueAlert, NoticeStore};
pub use settings::{MAX_SUBSCRIPTIONS, SettingsStore};

use locations::store::LocationStore;
use shared::{
    Environment, FromEnvironment, Result,
    live::Live,
    table::{TransactWriteItem, Transaction},
};

/// The stores and the publisher that recording a report needs.
#[derive(Debug)]
pub struct Stores {
    /// The latest reports.
    pub latest: LatestStore,
    /// The history of fridges.
    pub history: HistoryStore,
    /// The alerts.
    pub alerts: AlertStore,
    /// The notices about alerts.
    pub notices: NoticeStore,
    /// The locations, which state whether a fridge is in service.
    pub locations: LocationStore,
    /// The publisher of live events to open pages.
    pub live: Live,
}

impl FromEnvironment for Stores {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let (latest, history, alerts) = FromEnvironment::from_environment(environment)?;
        let (notices, locations, live) = FromEnvironment::from_environment(environment)?;
        Ok(Self { latest, history, alerts, notices, locations, live })
    }
}

impl Stores {
    /// Executes `actions` as one transaction. Returns whether it was written.
    pub async fn transact(&self, actions: Vec<TransactWriteItem>) -> Result<bool> {
        Ok(Transaction::new().with_all(actions).send(self.latest.client()).await?.is_written())
    }
}
