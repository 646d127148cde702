//! `AlertStore` reads and writes the FridgeAlerts table.
//!
//! A partition contains one fridge's alerts, sorted by time. The index `byState` lists the fleet's open alerts and its
//! cleared alerts, each in [`SHARDS`] partitions sorted by time.

use crate::model::{FridgeAlert, FridgeAlertState};
use chrono::Duration;
use locations::model::LocationId;
use shared::{
    Instant, Page, Result,
    shards::Order,
    table::{
        self, Changes, CompositeKey, Condition, EXPIRES_AT, Index, Item, ItemExt, Key, TransactWriteItem, attribute,
    },
};

const KEY: CompositeKey = CompositeKey::new("location", "id");
const BY_STATE: Index = Index::new("byState", "stateShard", "id");
/// Number of partitions per state in the index `byState`.
const SHARDS: u32 = 4;
/// Maximum number of open alerts of the fleet on a page. Clients read all pages of them.
const OPEN_PAGE_SIZE: u16 = 500;
/// Maximum number of alerts on another page.
const PAGE_SIZE: u16 = 100;
/// Time until a cleared alert expires: one year and one month.
const RETENTION: Duration = Duration::days(396);

shared::store! {
    /// The store of alerts.
    pub struct AlertStore { variable: "FRIDGE_ALERTS_TABLE", key: KEY }
}

impl AlertStore {
    /// The alert with this id, or `None` if it does not exist.
    pub async fn get(&self, location: &LocationId, id: &str) -> Result<Option<FridgeAlert>> {
        self.table.get(key(location, id)).await
    }

    /// Those of a fridge's alerts with the given ids that exist, in no particular order.
    pub async fn get_all(&self, location: &LocationId, ids: impl Iterator<Item = &String>) -> Result<Vec<FridgeAlert>> {
        self.table.get_all(ids.map(|id| key(location, id))).await
    }

    /// Those of the alerts with these fridges and ids that exist, in no particular order.
    pub async fn get_each(&self, alerts: impl Iterator<Item = (&LocationId, &String)>) -> Result<Vec<FridgeAlert>> {
        self.table.get_all(alerts.map(|(location, id)| key(location, id))).await
    }

    /// The fleet's alerts in this state, newest first.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] if the token is invalid.
    pub async fn list_by_state(&self, state: FridgeAlertState, next_token: Option<&str>) -> Result<Page<FridgeAlert>> {
        let query = |shard| self.table.query(BY_STATE.partition(state_shard(state, shard)));
        table::merged_page(Order::Descending, fleet_page_size(state), next_token, (0..SHARDS).map(query)).await
    }

    /// All alerts of a fridge, newest first.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] if the token is invalid.
    pub async fn list_by_location(&self, location: &LocationId, next_token: Option<&str>) -> Result<Page<FridgeAlert>> {
        let query = self.table.query(KEY.partition(location.as_str()));
        table::merged_page(Order::Descending, PAGE_SIZE, next_token, [query]).await
    }

    /// The transaction action that stores a new alert. It fails if the alert exists.
    pub fn open(&self, alert: &FridgeAlert) -> Result<TransactWriteItem> {
        self.table.put(item(alert)?).when(attribute("id").not_exists()).action()
    }

    /// The transaction action that changes the start of the condition. It fails if the alert is cleared or already has
    /// this start.
    pub fn correct(&self, location: &LocationId, id: &str, since: Instant) -> Result<TransactWriteItem> {
        let update = self.table.update(key(location, id), Changes::new().set("since", since));
        update.when(is_open()).when(attribute("since").differs_from(since)).action()
    }

    /// The transaction action that clears an open alert. It fails if the alert is already cleared.
    pub fn clear(&self, location: &LocationId, id: &str, now: Instant) -> Result<TransactWriteItem> {
        let changes = Changes::new()
            .set("state", FridgeAlertState::Cleared.to_string())
            .set("stateShard", state_shard(FridgeAlertState::Cleared, shard(location)))
            .set("clearedAt", now)
            .set(EXPIRES_AT, table::time_to_live(now.plus(RETENTION)));
        self.table.update(key(location, id), changes).when(is_open()).action()
    }

    /// The transaction action that stores the acknowledgment of an open alert. It fails if the alert is cleared or
    /// already acknowledged.
    pub fn acknowledge(&self, alert: &FridgeAlert) -> Result<TransactWriteItem> {
        let changes = Changes::new()
            .set_or_remove("acknowledgedAt", alert.acknowledged_at)
            .set_or_remove("acknowledgedBy", alert.acknowledged_by.as_deref())
            .set_or_remove("note", alert.note.as_deref());
        let update = self.table.update(key(&alert.location, &alert.id), changes);
        update.when(is_open()).when(attribute("acknowledgedAt").not_exists()).action()
    }

    /// Stores many alerts and overwrites existing ones. For the seeder.
    pub async fn put_all(&self, alerts: &[FridgeAlert]) -> Result<()> {
        self.table.put_all(alerts.iter().map(item).collect::<Result<_>>()?).await
    }
}

fn key(location: &LocationId, id: &str) -> Key {
    KEY.of(location.as_str(), id)
}

fn is_open() -> Condition {
    attribute("state").equals(FridgeAlertState::Open.to_string())
}

fn shard(location: &LocationId) -> u32 {
    table::shard(location.as_str(), SHARDS)
}

fn state_shard(state: FridgeAlertState, shard: u32) -> String {
    format!("{state}#{shard}")
}

/// The stored item of an alert, with its key in `byState`.
fn item(alert: &FridgeAlert) -> Result<Item> {
    let item = table::to_item(alert)?.with("stateShard", state_shard(alert.state, shard(&alert.location)));
    Ok(match alert.cleared_at {
        Some(cleared_at) => item.with_expiry(cleared_at.plus(RETENTION)),
        None => item,
    })
}

/// Maximum number of the fleet's alerts in a state on a page.
fn fleet_page_size(state: FridgeAlertState) -> u16 {
    match state {
        FridgeAlertState::Open => OPEN_PAGE_SIZE,
        FridgeAlertState::Cleared => PAGE_SIZE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::FridgeAlertKind;
    use shared::table::text;

    fn alert() -> FridgeAlert {
        let at: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        FridgeAlert {
            id: FridgeAlert::id(at, FridgeAlertKind::TooWarm, &"FRIDGE_1".parse().unwrap()),
            location: "FRIDGE_1".parse().unwrap(),
            kind: FridgeAlertKind::TooWarm,
            state: FridgeAlertState::Open,
            since: at,
            opened_at: at,
            detail: Some("44.6 °F".into()),
            cleared_at: None,
            acknowledged_at: None,
            acknowledged_by: None,
            note: None,
        }
    }

    #[test]
    fn a_stored_alert_round_trips() {
        let parse: FridgeAlert = table::from_item("FridgeAlerts", "id", item(&alert()).unwrap()).unwrap();
        assert_eq!(parse, alert());
    }

    #[test]
    fn indexes_an_alert_by_state_and_time() {
        let item = item(&alert()).unwrap();
        assert!(item["stateShard"].as_s().unwrap().starts_with("OPEN#"));
        assert_eq!(item["id"], text("2026-11-21T10:00:00.000Z#TOO_WARM#FRIDGE_1"));
        assert!(!item.contains_key("expiresAt"));
    }

    #[test]
    fn a_page_of_open_alerts_is_larger_than_a_page_of_cleared_alerts() {
        assert_eq!([FridgeAlertState::Open, FridgeAlertState::Cleared].map(fleet_page_size), [500, 100]);
    }

    #[test]
    fn only_a_cleared_alert_expires() {
        let cleared = FridgeAlert { cleared_at: Some(alert().opened_at), ..alert() };
        assert!(item(&cleared).unwrap().contains_key("expiresAt"));
    }
}
