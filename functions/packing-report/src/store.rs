//! `PackingZoneStore` reads and writes the PackingZones table. The layout is a single table item, so that concurrent
//! edits of different bays cannot put the same item into two bays: the second edit gets a conflict.

use crate::model::Layout;
use aws_sdk_dynamodb::{Client, types::TransactWriteItem};
use shared::{
    Environment, FromEnvironment, Instant, Result,
    dynamo::{self, Item, text},
};

/// The key of the layout.
const LAYOUT_KEY: &str = "packing";

/// The PackingZones table.
#[derive(Clone, Debug)]
pub struct PackingZoneStore {
    client: Client,
    table: String,
}

impl FromEnvironment for PackingZoneStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("PACKING_ZONES_TABLE")? })
    }
}

impl PackingZoneStore {
    /// The client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Returns the layout, or an empty one before the first write.
    pub async fn get(&self) -> Result<Layout> {
        let request =
            self.client.get_item().table_name(&self.table).key("layout", text(LAYOUT_KEY)).consistent_read(true);
        let item = request.send().await.map_err(dynamo::failure)?.item;
        item.map_or_else(|| Ok(Layout::empty()), |item| dynamo::from_item(&self.table, "layout", item))
    }

    /// Returns the action that stores the layout. Its condition fails unless the stored version is the one before the
    /// layout's version.
    pub fn put(&self, layout: &Layout, user: &str, now: Instant) -> Result<TransactWriteItem> {
        let expected = layout.version.checked_sub(1).filter(|version| *version > 0);
        dynamo::put_if_version(&self.table, item(layout, user, now)?, expected)
    }

    /// Stores the layout if there is none. Used by the seeder.
    pub async fn put_if_absent(&self, layout: &Layout, user: &str, now: Instant) -> Result<bool> {
        let put = self.client.put_item().table_name(&self.table).set_item(Some(item(layout, user, now)?));
        let put = put.condition_expression("attribute_not_exists(version)").send().await;
        Ok(dynamo::condition_failed_as_none(put)?.is_some())
    }
}

fn item(layout: &Layout, user: &str, now: Instant) -> Result<Item> {
    let mut item = dynamo::to_item(layout)?;
    item.insert("layout".into(), text(LAYOUT_KEY));
    item.insert("updatedAt".into(), text(now.to_string()));
    item.insert("updatedBy".into(), text(user));
    Ok(item)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_stored_layout_back_unchanged() {
        let layout = Layout { version: 3, ..Layout::empty() };
        let stored = item(&layout, "ann@larder.example", "2026-11-21T10:00:00Z".parse().unwrap()).unwrap();
        assert_eq!(dynamo::from_item::<Layout>("PackingZones", "layout", stored).unwrap(), layout);
    }
}
