//! `SyncStore` reads and writes the LogiNextSyncs table.
//!
//! All syncs are in one partition, newest last. Staff start a few per day, and each is written a few times per center,
//! far below the limits of a partition. The table also contains the state of the circuit breaker, and one marker for
//! each combination of days and centers with the id of its latest sync.

use crate::{
    circuit::Circuit,
    model::{Center, CenterState, Sync},
};
use serde::Deserialize;
use shared::{
    Instant, Page, Result,
    table::{
        self, Changes, CompositeKey, Cursor, Item, ItemExt, Key, Return, TransactWriteItem, Transaction, UpdateItem,
        Updated, Write, attribute,
    },
};
use uuid::Uuid;

const KEY: CompositeKey = CompositeKey::new("kind", "id");
/// The position in the list of syncs.
const CURSOR: Cursor = Cursor::new(&["id"], |ids| ids.iter().all(|id| id.parse::<Uuid>().is_ok()));
/// Syncs per page.
const PAGE_SIZE: i32 = 20;
const SYNC: &str = "SYNC";
const CIRCUIT: &str = "CIRCUIT";
const LATEST: &str = "LAST";

shared::store! {
    /// Reads and writes the table of syncs.
    pub struct SyncStore { variable: "LOGI_NEXT_SYNCS_TABLE", key: KEY }
}

/// The item that names the latest sync of its days and centers.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Marker {
    sync_id: Uuid,
}

impl SyncStore {
    /// The actions that store a new sync as the latest one of its days and centers. Their conditions fail if the latest
    /// sync is not `expected_latest`, so only one of two concurrent requests starts a sync.
    pub fn put_as_latest(&self, sync: &Sync, expected_latest: Option<Uuid>) -> Result<Vec<TransactWriteItem>> {
        let marker = self.table.put(Item::from(marker_key(sync)).with("syncId", sync.id));
        let marker = marker.when(attribute("syncId").equals_or_not_exists(expected_latest));
        let sync = self.table.put(table::to_item(sync)?.with_key(KEY.of(SYNC, sync.id)));
        Ok(vec![marker.action()?, sync.when(attribute("id").not_exists()).action()?])
    }

    /// The latest sync of the same days and centers as `sync`.
    pub async fn latest_like(&self, sync: &Sync) -> Result<Option<Sync>> {
        match self.table.get(marker_key(sync)).await? {
            Some(Marker { sync_id }) => self.get(sync_id).await,
            None => Ok(None),
        }
    }

    /// The sync, or `None` if it does not exist.
    pub async fn get(&self, id: Uuid) -> Result<Option<Sync>> {
        self.table.get(KEY.of(SYNC, id)).await
    }

    /// A page of the syncs, newest first.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] if the token was not issued by this list.
    pub async fn newest(&self, next_token: Option<&str>) -> Result<Page<Sync>> {
        let syncs = self.table.query(KEY.partition(SYNC)).newest_first().consistent().limit(PAGE_SIZE);
        syncs.page(CURSOR, next_token).await
    }

    /// Stores the progress of a center if it is in progress and has `expected_attempts` failed calls. Otherwise another
    /// message has stored newer progress, and nothing is written.
    pub async fn put_center(&self, id: Uuid, name: &str, expected_attempts: u32, center: &Center) -> Result<()> {
        let stored = attribute("centers").member(name);
        let is_open = stored.clone().member("state").equals(table::to_value(&CenterState::InProgress)?);
        let is_expected = is_open.and(stored.clone().member("attempts").equals(expected_attempts));
        let changes = Changes::new().set(stored, table::to_value(center)?);
        self.table.update(KEY.of(SYNC, id), changes).when(is_expected).send().await.map(drop)
    }

    /// The state of the circuit breaker.
    pub async fn circuit(&self) -> Result<Circuit> {
        Ok(self.table.get(KEY.of(CIRCUIT, CIRCUIT)).await?.unwrap_or_default())
    }

    /// Counts a failure. Opens the circuit if there are too many.
    pub async fn count_failure(&self, now: Instant) -> Result<()> {
        let count = self.update_circuit(Changes::new().add("failures", 1_u32));
        let (Updated::Written(after) | Updated::ConditionFailed(after)) = count.send_returning(Return::After).await?;
        let Circuit { failures, .. } = self.table.read(after.unwrap_or_default())?;
        match Circuit::open_until(failures, now) {
            Some(until) => self.update_circuit(Changes::new().set("openUntil", until)).send().await.map(drop),
            None => Ok(()),
        }
    }

    /// Closes the circuit and resets the failures after a successful call.
    pub async fn close_circuit(&self) -> Result<()> {
        self.update_circuit(Changes::new().set("failures", 0_u32).remove("openUntil")).send().await.map(drop)
    }

    /// Claims the probe call of a circuit that was open until `open_until`. The circuit stays open for all other calls
    /// until `until`. Returns `false` if another call has claimed the probe.
    pub async fn claim_probe(&self, open_until: Instant, until: Instant) -> Result<bool> {
        let claim = self.update_circuit(Changes::new().set("openUntil", until));
        let claim = claim.when(attribute("openUntil").equals(open_until)).action()?;
        // A transaction recognizes its own earlier attempt, whose response was lost.
        Ok(Transaction::new().with(claim).send(self.client()).await?.is_written())
    }

    fn update_circuit(&self, changes: Changes) -> Write<'_, UpdateItem> {
        self.table.update(KEY.of(CIRCUIT, CIRCUIT), changes)
    }
}

/// The key of the marker for the days and centers of a sync.
fn marker_key(sync: &Sync) -> Key {
    let centers: Vec<&str> = sync.centers.keys().map(String::as_str).collect();
    let name = format!("{}#{}#{}", sync.start_date, sync.end_date, centers.join("\n"));
    KEY.of(LATEST, Uuid::new_v5(&Uuid::NAMESPACE_OID, name.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn reads_back_a_stored_sync() {
        let center = Center { attempts: 2, routes: Some(3), message: Some("m".into()), ..Center::default() };
        let sync = Sync {
            id: Uuid::now_v7(),
            start_date: "2026-11-21".parse().unwrap(),
            end_date: "2026-11-23".parse().unwrap(),
            requested_at: "2026-11-21T10:00:00Z".parse().unwrap(),
            user: "lena@larder.example".into(),
            centers: BTreeMap::from([("Chicago, IL".into(), center), ("Dallas".into(), Center::default())]),
        };
        let read: Sync = table::from_item("LogiNextSyncs", "id", table::to_item(&sync).unwrap()).unwrap();
        assert_eq!(read, sync);
    }

    #[test]
    fn syncs_of_the_same_days_and_centers_share_a_marker() {
        let sync = |end: &str, centers: &[&str]| Sync {
            id: Uuid::now_v7(),
            start_date: "2026-11-21".parse().unwrap(),
            end_date: end.parse().unwrap(),
            requested_at: Instant::now(),
            user: "lena@larder.example".into(),
            centers: centers.iter().map(|name| ((*name).to_owned(), Center::default())).collect(),
        };
        let key = |end: &str, centers: &[&str]| marker_key(&sync(end, centers));
        assert_eq!(key("2026-11-22", &["Chicago", "Dallas"]), key("2026-11-22", &["Dallas", "Chicago"]));
        assert_ne!(key("2026-11-22", &["Chicago", "Dallas"]), key("2026-11-23", &["Chicago", "Dallas"]));
        assert_ne!(key("2026-11-22", &["Chicago", "Dallas"]), key("2026-11-22", &["Chicago"]));
    }

    #[test]
    fn state_value_matches_the_stored_form() {
        assert_eq!(table::to_value(&CenterState::InProgress).unwrap(), table::text("IN_PROGRESS"));
    }
}
