//! The tables of the area. The only modules that know their keys and indexes.

mod alerts;
mod history;
mod latest;

pub use alerts::AlertStore;
pub use history::{Entry, FridgeChanges, HistoryStore, Told};
pub use latest::{Kept, LatestStore, Outcome};

use aws_sdk_dynamodb::types::TransactWriteItem;
use locations::store::LocationStore;
use shared::{
    Environment, FromEnvironment, Instant, Result,
    dynamo::{self, Transaction},
    live::Live,
};

/// The tables that a report changes, what decides about it, and who is told.
#[derive(Debug)]
pub struct Stores {
    /// What fridges reported last.
    pub latest: LatestStore,
    /// What happened.
    pub history: HistoryStore,
    /// The alerts.
    pub alerts: AlertStore,
    /// Which fridges are in service.
    pub locations: LocationStore,
    /// The pages that are open.
    pub live: Live,
}

impl FromEnvironment for Stores {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let (latest, history, alerts) = FromEnvironment::from_environment(environment)?;
        let (locations, live) = FromEnvironment::from_environment(environment)?;
        Ok(Self { latest, history, alerts, locations, live })
    }
}

impl Stores {
    /// Writes all of `actions`, or none; answers whether they were written.
    pub async fn transact(&self, actions: Vec<TransactWriteItem>) -> Result<bool> {
        Ok(dynamo::transact(self.latest.client(), actions).await? == Transaction::Written)
    }
}

/// Where an entry of that time ends: what DynamoDB compares with its clock.
fn expiry(at: Instant, days: i64) -> i64 {
    at.plus(chrono::Duration::days(days)).utc().timestamp()
}
