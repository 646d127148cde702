//! The table of packing zones. The only module that knows its key: there is one layout, stored as one item, so that two
//! people who put the same item into two bays meet a conflict.

use crate::model::Layout;
use aws_sdk_dynamodb::{Client, types::TransactWriteItem};
use shared::{
    Environment, FromEnvironment, Instant, Result,
    dynamo::{self, Item, text},
};

/// The one layout.
const LAYOUT: &str = "packing";

/// The table of packing zones.
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

    /// What is packed from which bay.
    pub async fn get(&self) -> Result<Layout> {
        let asked = self.client.get_item().table_name(&self.table).key("layout", text(LAYOUT)).consistent_read(true);
        let item = asked.send().await.map_err(dynamo::failure)?.item;
        item.map_or_else(|| Ok(Layout::empty()), |item| dynamo::from_item(&self.table, "layout", item))
    }

    /// The action that stores the layout, refused where it has moved since the version that it replaces: the one before
    /// its own.
    pub fn put(&self, layout: &Layout, user: &str, now: Instant) -> Result<TransactWriteItem> {
        let seen = layout.version.checked_sub(1).filter(|seen| *seen > 0);
        dynamo::put_over(&self.table, item(layout, user, now)?, seen)
    }

    /// Stores the layout where there is none: for the seeder.
    pub async fn put_first(&self, layout: &Layout, user: &str, now: Instant) -> Result<bool> {
        let put = self.client.put_item().table_name(&self.table).set_item(Some(item(layout, user, now)?));
        let put = put.condition_expression("attribute_not_exists(version)").send().await;
        Ok(dynamo::unless_refused(put)?.is_some())
    }
}

fn item(layout: &Layout, user: &str, now: Instant) -> Result<Item> {
    let mut item = dynamo::to_item(layout)?;
    item.insert("layout".into(), text(LAYOUT));
    item.insert("updatedAt".into(), text(now.to_string()));
    item.insert("updatedBy".into(), text(user));
    Ok(item)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_layout_reads_back_as_it_was() {
        let layout = Layout { version: 3, ..Layout::empty() };
        let stored = item(&layout, "ann@larder.example", "2026-11-21T10:00:00Z".parse().unwrap()).unwrap();
        assert_eq!(dynamo::from_item::<Layout>("PackingZones", "layout", stored).unwrap(), layout);
    }
}
