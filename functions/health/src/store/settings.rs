//! `SettingsStore` reads and writes the AlertSettings table: rules, targets and snoozes.
//!
//! A partition contains all items of one kind. There are at most [`MAX_SUBSCRIPTIONS`] rules, two targets per rule, and one
//! snooze per fridge.

use crate::model::{AlertSnooze, AlertSubscription, StoredTarget};
use locations::model::LocationId;
use shared::{
    Instant, Page, Result,
    table::{self, CompositeKey, Cursor, ItemExt, Key, TransactWriteItem, attribute},
};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

const KEY: CompositeKey = CompositeKey::new("kind", "id");
const SUBSCRIPTION: &str = "SUBSCRIPTION";
const TARGET: &str = "TARGET";
const SNOOZE: &str = "SNOOZE";
/// The maximum number of rules.
pub const MAX_SUBSCRIPTIONS: usize = 100;
/// The number of snoozes on a page.
const PAGE_SIZE: i32 = 200;
const CURSOR: Cursor = Cursor::new(&["id"], |ids| ids.iter().all(|id| id.parse::<LocationId>().is_ok()));

shared::store! {
    /// The store of rules, targets and snoozes.
    pub struct SettingsStore { variable: "ALERT_SETTINGS_TABLE", key: KEY }
}

impl SettingsStore {
    /// All rules, oldest first.
    pub async fn subscriptions(&self) -> Result<Vec<AlertSubscription>> {
        // A concurrent call can store a rule more than the maximum.
        self.table.query(KEY.partition(SUBSCRIPTION)).consistent().up_to(2 * MAX_SUBSCRIPTIONS).await
    }

    /// The rule with this id.
    pub async fn subscription(&self, id: Uuid) -> Result<Option<AlertSubscription>> {
        self.table.get(subscription_key(id)).await
    }

    /// The transaction action that stores a rule over the expected version; `None` expects no rule.
    pub fn put_subscription(
        &self,
        subscription: &AlertSubscription,
        expected: Option<u64>,
    ) -> Result<TransactWriteItem> {
        let item = table::to_item(subscription)?.with_key(subscription_key(subscription.id));
        self.table.put_if_version(item, expected).action()
    }

    /// The transaction action that deletes a rule of the expected version.
    pub fn delete_subscription(&self, id: Uuid, expected: u64) -> Result<TransactWriteItem> {
        self.table.delete(subscription_key(id)).when(attribute("version").equals(expected)).action()
    }

    /// All targets by id.
    pub async fn targets(&self) -> Result<BTreeMap<Uuid, StoredTarget>> {
        let targets: Vec<StoredTarget> =
            self.table.query(KEY.partition(TARGET)).consistent().up_to(4 * MAX_SUBSCRIPTIONS).await?;
        Ok(targets.into_iter().map(|target| (target.id, target)).collect())
    }

    /// Stores a target.
    pub async fn put_target(&self, target: &StoredTarget) -> Result<()> {
        self.table.put(table::to_item(target)?.with_key(target_key(target.id))).send().await.map(drop)
    }

    /// Deletes a target.
    pub async fn delete_target(&self, id: Uuid) -> Result<()> {
        self.table.delete(target_key(id)).send().await.map(drop)
    }

    /// The snooze of a fridge, even if it ended.
    pub async fn snooze(&self, location: &LocationId) -> Result<Option<AlertSnooze>> {
        self.table.get(snooze_key(location)).await
    }

    /// The snoozes of those of the fridges that have one, even if it ended.
    pub async fn snoozes_of(&self, locations: &BTreeSet<LocationId>) -> Result<Vec<AlertSnooze>> {
        self.table.get_all(locations.iter().map(snooze_key)).await
    }

    /// The snoozes that end after `now`. A page can be short or empty and still have a next page.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] if the token is invalid.
    pub async fn snoozes(&self, now: Instant, next_token: Option<&str>) -> Result<Page<AlertSnooze>> {
        let query = self.table.query(KEY.partition(SNOOZE)).filter(attribute("until").greater_than(now));
        query.limit(PAGE_SIZE).page(CURSOR, next_token).await
    }

    /// The transaction action that stores a snooze, over an existing one.
    pub fn put_snooze(&self, snooze: &AlertSnooze) -> Result<TransactWriteItem> {
        let item = table::to_item(snooze)?.with_key(snooze_key(&snooze.location)).with_expiry(snooze.until);
        self.table.put(item).action()
    }

    /// The transaction action that deletes this snooze. It fails if another one replaced it.
    pub fn delete_snooze(&self, snooze: &AlertSnooze) -> Result<TransactWriteItem> {
        self.table.delete(snooze_key(&snooze.location)).when(attribute("at").equals(snooze.at)).action()
    }
}

fn subscription_key(id: Uuid) -> Key {
    KEY.of(SUBSCRIPTION, id)
}

fn target_key(id: Uuid) -> Key {
    KEY.of(TARGET, id)
}

fn snooze_key(location: &LocationId) -> Key {
    KEY.of(SNOOZE, location.as_str())
}
