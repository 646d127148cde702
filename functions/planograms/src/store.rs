//! `PlanogramStore` reads and writes the Planograms table. No other module uses the table's keys.
//!
//! One table item contains all changes of a layout at one hour. So one query returns a layout, and the changes of one
//! call are few items, which fit one transaction with their audit entry regardless of the number of slots.

use crate::model::Change;
use shared::{
    Instant, Result,
    shards::Slice,
    table::{self, CompositeKey, Item, ItemExt, Query, TransactWriteItem, Versioned, attribute},
};

const KEY: CompositeKey = CompositeKey::new("layoutName", "activeHour");
/// Maximum number of hours per page. For very large layouts, a page ends earlier, at DynamoDB's limit of 1 MB.
const PAGE_SIZE: i32 = 100;

shared::store! {
    /// The Planograms table.
    pub struct PlanogramStore { variable: "PLANOGRAMS_TABLE", key: KEY }
}

impl PlanogramStore {
    /// Returns the changes of a layout after the hour `after`, or from the start, oldest first. For a layout that
    /// changes once a week, a page covers about two years.
    pub async fn page(&self, layout_name: &str, after: Option<Instant>) -> Result<Slice<Change>> {
        let after = after.map(|after| after.to_string());
        self.layout_query(layout_name).after(after.as_deref()).limit(PAGE_SIZE).slice().await
    }

    /// Returns the change that created a layout. It is not the first one if a change was scheduled for an earlier time.
    pub async fn creation(&self, layout_name: &str) -> Result<Option<Change>> {
        let creations = self.layout_query(layout_name).filter(attribute("creation").equals(true));
        Ok(creations.up_to(1).await?.pop())
    }

    fn layout_query(&self, layout_name: &str) -> Query<'_> {
        self.table.query(KEY.partition(layout_name)).consistent()
    }

    /// Returns the stored changes of the given layouts and hours, in no order.
    pub async fn hours(&self, hours: Vec<(String, Instant)>) -> Result<Vec<Versioned<Change>>> {
        self.table.get_all(hours.into_iter().map(|(layout_name, hour)| KEY.of(layout_name, hour))).await
    }

    /// Returns the action that stores `change`. Its condition fails unless the stored version is `expected` (`None`: no
    /// item).
    pub fn put(&self, change: &Change, expected: Option<u64>) -> Result<TransactWriteItem> {
        let item = item(change, expected.unwrap_or_default() + 1)?;
        self.table.put_if_version(item, expected).action()
    }

    /// Stores changes without a condition. Used by the seeder.
    pub async fn put_all(&self, changes: &[Change]) -> Result<()> {
        self.table.put_all(changes.iter().map(|change| item(change, 1)).collect::<Result<_>>()?).await
    }
}

/// Returns the stored item.
fn item(change: &Change, version: u64) -> Result<Item> {
    Ok(table::to_item(change)?.with("version", version))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Placement, Slot};

    /// Returns a change whose names are as long as possible and consist of the same letter.
    fn change(slots: u32, letter: &str) -> Change {
        let placement = || Placement {
            vend_item_name: letter.repeat(100),
            physical_fridge_config: Some(letter.repeat(100)),
            scheduled_by: "user.with.a.very.long.name@larder.example".into(),
            scheduled_at: "2026-11-21T10:00:00Z".parse().unwrap(),
        };
        Change {
            layout_name: "MW_OFFICE_A".into(),
            active_hour: "2026-11-23T06:00:00Z".parse().unwrap(),
            slots: (0..slots).map(|column| (Slot { row: 1000, column }, placement())).collect(),
            creation: true,
        }
    }

    #[test]
    fn reads_a_stored_change_back_unchanged() {
        let stored = item(&change(2, "X"), 3).unwrap();
        assert_eq!(stored["activeHour"].as_s().unwrap(), "2026-11-23T06:00:00.000Z");
        assert_eq!(table::from_item::<Change>("Planograms", "activeHour", stored).unwrap(), change(2, "X"));
    }

    #[test]
    fn a_change_of_the_maximum_number_of_slots_fits_a_table_item() {
        let max = u32::try_from(crate::rules::MAX_SLOTS).unwrap();
        let longest = change(max, "X");
        assert_eq!(crate::rules::check_size(&longest), Ok(()));
        assert!(serde_json::to_string(&longest).unwrap().len() < 300_000);
    }

    #[test]
    fn rejects_a_change_that_does_not_fit_a_table_item() {
        let message = "The names in this planogram's slots are too long in total. Shorten them and try again.";
        let (fits, too_long) = (change(250, "🥗"), change(251, "🥗"));
        assert_eq!(crate::rules::check_size(&fits), Ok(()));
        assert!(serde_json::to_string(&fits).unwrap().len() < 300_000);
        assert_eq!(crate::rules::check_size(&too_long), Err(message.into()));
        let too_many = change(501, "X");
        assert_eq!(crate::rules::check_size(&too_many), Err("A planogram can have at most 500 slots.".into()));
    }
}
