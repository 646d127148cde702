//! `InventoryStore` reads and writes the Inventory table. One table item contains the inventory of one fridge.

use crate::model::Inventory;
use locations::model::LocationId;
use serde::Deserialize;
use shared::{
    Instant, Result,
    table::{self, Changes, Return, SimpleKey, Updated, attribute},
};

const LOCATION_ID: &str = "locationId";
const KEY: SimpleKey = SimpleKey::new(LOCATION_ID);

/// The result of storing an inventory.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum PutOutcome {
    /// It is the first inventory of the fridge.
    First,
    /// It replaced an older inventory.
    Newest(Followed),
    /// The stored inventory is at least as new.
    Outdated,
}

/// Until when an open page follows the fridge (`docs/requirements/health.md`, HLT-24).
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct Followed {
    followed_until: Option<Instant>,
}

impl PutOutcome {
    /// Whether the page of the fridge receives an event at `now`.
    pub fn is_published(self, now: Instant) -> bool {
        match self {
            Self::First => true,
            Self::Newest(Followed { followed_until }) => followed_until.is_some_and(|until| now < until),
            Self::Outdated => false,
        }
    }
}

shared::store! {
    /// The Inventory table.
    pub struct InventoryStore { variable: "INVENTORY_TABLE", key: KEY }
}

impl InventoryStore {
    /// Stores an inventory unless the stored one is at least as new.
    pub async fn put(&self, inventory: &Inventory) -> Result<PutOutcome> {
        let is_newer = attribute("timestamp").less_than(inventory.timestamp);
        let mut item = table::to_item(inventory)?;
        item.remove(LOCATION_ID);
        let changes = item.into_iter().fold(Changes::new(), |changes, (name, value)| changes.set(name, value));
        let update = self.table.update(KEY.of(inventory.location_id.as_str()), changes);
        let update = update.when(attribute(LOCATION_ID).not_exists().or(is_newer));
        Ok(match update.send_returning(Return::Before).await? {
            Updated::Written(None) => PutOutcome::First,
            Updated::Written(Some(before)) => PutOutcome::Newest(self.table.read(before)?),
            Updated::ConditionFailed(_) => PutOutcome::Outdated,
        })
    }

    /// Records that an open page follows the fridge until `until`. Returns false if the fridge never reported an inventory.
    pub async fn follow(&self, id: &LocationId, until: Instant) -> Result<bool> {
        let changes = Changes::new().set("followedUntil", until);
        self.table.update(KEY.of(id.as_str()), changes).when(attribute(LOCATION_ID).exists()).send().await
    }

    /// Stores inventories without a condition. Used by the seeder.
    pub async fn put_all(&self, inventories: &[Inventory]) -> Result<()> {
        self.table.put_all(inventories.iter().map(table::to_item).collect::<Result<_>>()?).await
    }

    /// Returns the location's inventory, or `None` if its fridge has not reported one.
    pub async fn get(&self, id: &LocationId) -> Result<Option<Inventory>> {
        self.table.get(KEY.of(id.as_str())).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Slot, SlotItem};

    #[test]
    fn publishes_a_first_inventory_and_those_of_followed_fridges() {
        let now: Instant = "2026-11-22T20:00:00Z".parse().unwrap();
        let newest = |seconds: Option<i64>| {
            PutOutcome::Newest(Followed { followed_until: seconds.map(|s| now.plus(chrono::Duration::seconds(s))) })
        };
        assert!(PutOutcome::First.is_published(now));
        assert!(newest(Some(1)).is_published(now));
        for outcome in [newest(Some(0)), newest(None), PutOutcome::Outdated] {
            assert!(!outcome.is_published(now), "{outcome:?}");
        }
    }

    #[test]
    fn reads_a_stored_inventory_back_unchanged() {
        let unit = SlotItem { vend_item_name: "CAESAR_SALAD".into(), production_date: "2026-11-20".parse().unwrap() };
        let slot = |column, items| Slot { row: 1, column, slot_item_name: "CAESAR_SALAD".into(), items };
        let inventory = Inventory {
            location_id: "FRIDGE_1".parse().unwrap(),
            timestamp: "2026-11-22T20:00:00Z".parse().unwrap(),
            slots: vec![slot(1, vec![unit.clone(), unit]), slot(2, Vec::new())],
            images: [("CAESAR_SALAD".into(), "https://images.example/caesar.jpg".into())].into(),
            shelf_life: [("CAESAR_SALAD".into(), 4)].into(),
        };
        let item = table::to_item(&inventory).unwrap();
        assert_eq!(item["locationId"].as_s().map(String::as_str), Ok("FRIDGE_1"));
        assert_eq!(table::from_item::<Inventory>("Inventory", "locationId", item).unwrap(), inventory);
    }
}
