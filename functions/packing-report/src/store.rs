//! `PackingZoneStore` reads and writes the PackingZones table. The layout is a single table item, so that concurrent
//! edits of different bays cannot put the same item into two bays: the second edit gets a conflict.

use crate::model::Layout;
use shared::{
    Instant, Result,
    table::{self, Item, ItemExt, SimpleKey, TransactWriteItem},
};

const KEY: SimpleKey = SimpleKey::new("layout");
/// The key of the layout.
const LAYOUT_KEY: &str = "packing";

shared::store! {
    /// The PackingZones table.
    pub struct PackingZoneStore { variable: "PACKING_ZONES_TABLE", key: KEY }
}

impl PackingZoneStore {
    /// Returns the layout, or an empty one before the first write.
    pub async fn get(&self) -> Result<Layout> {
        Ok(self.table.get(KEY.of(LAYOUT_KEY)).await?.unwrap_or_else(Layout::empty))
    }

    /// Returns the action that stores the layout. Its condition fails unless the stored version is the one before the
    /// layout's version.
    pub fn put(&self, layout: &Layout, user: &str, now: Instant) -> Result<TransactWriteItem> {
        let expected = layout.version.checked_sub(1).filter(|version| *version > 0);
        self.table.put_if_version(item(layout, user, now)?, expected).action()
    }

    /// Stores the layout if there is none. Used by the seeder.
    pub async fn put_if_absent(&self, layout: &Layout, user: &str, now: Instant) -> Result<bool> {
        self.table.put_if_version(item(layout, user, now)?, None).send().await
    }
}

fn item(layout: &Layout, user: &str, now: Instant) -> Result<Item> {
    let item = table::to_item(layout)?.with_key(KEY.of(LAYOUT_KEY));
    Ok(item.with("updatedAt", now).with("updatedBy", user))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_stored_layout_back_unchanged() {
        let layout = Layout { version: 3, ..Layout::empty() };
        let stored = item(&layout, "ann@larder.example", "2026-11-21T10:00:00Z".parse().unwrap()).unwrap();
        assert_eq!(table::from_item::<Layout>("PackingZones", "layout", stored).unwrap(), layout);
    }
}
