//! `ConnectionStore` reads and writes the FridgeConnections table.
//!
//! One item contains the latest event of a fridge's connection. The sparse index `byDisconnection` lists the
//! disconnected fridges. Its sort key, the attribute `since`, ends with the id of the fridge, so that a page never
//! skips one of two fridges that disconnected at the same time.

use super::model::{Connection, ConnectionState, Presence};
use chrono::Duration;
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::{
    Error, Instant, Page, Result,
    shards::Order,
    table::{self, Changes, Index, SimpleKey, attribute},
};
use std::collections::BTreeSet;

const KEY: SimpleKey = SimpleKey::new("location");
const BY_DISCONNECTION: Index = Index::new("byDisconnection", DISCONNECTED_SHARD, SINCE);
const DISCONNECTED_SHARD: &str = "disconnectedShard";
const SINCE: &str = "since";
/// The attribute that counts the events that were written.
const REVISION: &str = "revision";
/// The number of partitions of the index.
const SHARDS: u32 = 8;
/// The maximum number of fridges on a page.
const PAGE_SIZE: u16 = 500;

shared::store! {
    /// The store of the connections of fridges.
    pub struct ConnectionStore { variable: "FRIDGE_CONNECTIONS_TABLE", key: KEY }
}

/// A fridge that is disconnected from the broker.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DisconnectedFridge {
    /// The fridge.
    pub location_id: LocationId,
    /// When it disconnected.
    pub since: Instant,
    /// The broker's reason.
    pub reason: Option<String>,
}

/// The stored item. `since` contains the time and the fridge.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stored {
    location: LocationId,
    state: Option<ConnectionState>,
    since: Option<String>,
    reason: Option<String>,
    address: Option<String>,
    session: Option<String>,
    connection: Option<i64>,
    #[serde(default)]
    takeovers: BTreeSet<Instant>,
    clock_skew_seconds: Option<i64>,
    clock_skew_at: Option<Instant>,
    #[serde(default)]
    revision: u64,
}

impl ConnectionStore {
    /// The connection of the fridge, which is empty if it never connected. The id has the stored spelling.
    pub async fn get(&self, fridge: &LocationId) -> Result<Connection> {
        let stored: Option<Stored> = self.table.get(KEY.of(fridge.as_str())).await?;
        stored.map_or_else(|| Ok(Connection::new(fridge.clone())), connection)
    }

    /// Stores the events of a connection. Returns `false` if another event was written since the connection was read.
    pub async fn write(&self, connection: &Connection) -> Result<bool> {
        let Connection { location, presence, takeovers, revision, .. } = connection;
        let expected = (*revision > 0).then_some(*revision);
        let changes = changes(location, presence.as_ref())
            .set("takeovers", table::to_value(takeovers)?)
            .set(REVISION, revision + 1);
        let unchanged = attribute(REVISION).equals_or_not_exists(expected);
        self.table.update(KEY.of(location.as_str()), changes).when(unchanged).send().await
    }

    /// Stores the difference between the fridge's clock and Larder's, which is positive if the fridge's clock is ahead.
    /// The id has the stored spelling.
    pub async fn record_clock_skew(&self, fridge: &LocationId, skew: Duration, now: Instant) -> Result<()> {
        let changes = Changes::new().set("clockSkewSeconds", skew.num_seconds()).set("clockSkewAt", now);
        self.table.update(KEY.of(fridge.as_str()), changes).send().await.map(drop)
    }

    /// A page of the disconnected fridges, latest first.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the token is invalid.
    pub async fn disconnected(&self, next_token: Option<&str>) -> Result<Page<DisconnectedFridge>> {
        #[derive(Deserialize)]
        struct Row {
            location: LocationId,
            since: String,
            reason: Option<String>,
        }
        let queries = (0..SHARDS).map(|shard| self.table.query(BY_DISCONNECTION.partition(shard.to_string())));
        let page: Page<Row> = table::merged_page(Order::Descending, PAGE_SIZE, next_token, queries).await?;
        let fridge = |Row { location, since, reason }: Row| {
            Ok(DisconnectedFridge { since: time(&location, &since)?, location_id: location, reason })
        };
        let items = page.items.into_iter().map(fridge).collect::<Result<_>>()?;
        Ok(Page { items, next_token: page.next_token })
    }
}

/// The changes that store an event. Only disconnected fridges are in the index.
fn changes(fridge: &LocationId, presence: Option<&Presence>) -> Changes {
    let Some(Presence { state, since, reason, address, session, connection }) = presence else { return Changes::new() };
    let shard = table::shard(fridge.as_str(), SHARDS).to_string();
    Changes::new()
        .set("state", state.to_string())
        .set(SINCE, format!("{since}#{fridge}"))
        .set_or_remove("reason", reason.as_deref())
        .set_or_remove("address", address.as_deref())
        .set("session", session.as_str())
        .set("connection", *connection)
        .set_or_remove(DISCONNECTED_SHARD, (*state == ConnectionState::Disconnected).then_some(shard))
}

fn connection(stored: Stored) -> Result<Connection> {
    let Stored { location, takeovers, revision, .. } = stored;
    let presence = match (stored.state, stored.since, stored.session, stored.connection) {
        (Some(state), Some(since), Some(session), Some(connection)) => {
            let since = time(&location, &since)?;
            Some(Presence { state, since, reason: stored.reason, address: stored.address, session, connection })
        }
        _ => None,
    };
    let clock_skew = stored.clock_skew_seconds.and_then(Duration::try_seconds).zip(stored.clock_skew_at);
    Ok(Connection { location, presence, takeovers, clock_skew, revision })
}

/// The time in a stored `since`.
fn time(fridge: &LocationId, since: &str) -> Result<Instant> {
    let at = since.split('#').next().and_then(|at| at.parse().ok());
    at.ok_or_else(|| Error::internal(format!("the connection of {fridge} has the time {since:?}")))
}

#[cfg(test)]
mod tests;
