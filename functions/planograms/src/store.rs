//! `PlanogramStore` reads and writes the Planograms table. No other module uses the table's keys.
//!
//! One table item contains all changes of a layout at one hour. So one query returns a layout, and the changes of one
//! call are few items, which fit one transaction with their audit entry regardless of the number of slots.

use crate::model::Change;
use aws_sdk_dynamodb::{
    Client,
    operation::query::builders::QueryFluentBuilder,
    types::{AttributeValue::Bool, TransactWriteItem},
};
use shared::{
    Environment, FromEnvironment, Instant, Result,
    dynamo::{self, Item, number, text},
};

/// Maximum number of hours per page. For very large layouts, a page ends earlier, at DynamoDB's limit of 1 MB.
const PAGE_SIZE: i32 = 100;

/// The Planograms table.
#[derive(Clone, Debug)]
pub struct PlanogramStore {
    client: Client,
    table: String,
}

impl FromEnvironment for PlanogramStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("PLANOGRAMS_TABLE")? })
    }
}

/// A stored change with its version.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Stored {
    /// The change.
    pub change: Change,
    /// Version: the number of writes.
    pub version: u64,
}

/// A slice of a layout's changes, oldest first.
#[derive(Debug)]
pub struct Slice {
    /// The changes.
    pub changes: Vec<Change>,
    /// Whether more changes follow.
    pub more: bool,
}

impl PlanogramStore {
    /// The client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Returns the changes of a layout after the hour `after`, or from the start, oldest first. For a layout that
    /// changes once a week, a page covers about two years.
    pub async fn page(&self, layout_name: &str, after: Option<Instant>) -> Result<Slice> {
        let query = self.layout_query(layout_name).limit(PAGE_SIZE);
        let query = match after {
            None => query.key_condition_expression("layoutName = :layout"),
            Some(after) => query
                .key_condition_expression("layoutName = :layout AND activeHour > :after")
                .expression_attribute_values(":after", text(after.to_string())),
        };
        let response = query.send().await.map_err(dynamo::failure)?;
        let more = response.last_evaluated_key.is_some();
        let changes = response.items.unwrap_or_default().into_iter().map(|item| self.read(item));
        Ok(Slice { changes: changes.collect::<Result<_>>()?, more })
    }

    /// Returns the change that created a layout. It is not the first one if a change was scheduled for an earlier time.
    pub async fn creation(&self, layout_name: &str) -> Result<Option<Change>> {
        let query = self.layout_query(layout_name).key_condition_expression("layoutName = :layout");
        let query = query.filter_expression("creation = :true").expression_attribute_values(":true", Bool(true));
        let first = query.into_paginator().items().send().next().await;
        first.map(|item| self.read(item.map_err(dynamo::failure)?)).transpose()
    }

    fn layout_query(&self, layout_name: &str) -> QueryFluentBuilder {
        let query = self.client.query().table_name(&self.table).consistent_read(true);
        query.expression_attribute_values(":layout", text(layout_name))
    }

    /// Returns the stored changes of the given hours of a layout, in no order.
    pub async fn hours(&self, layout_name: &str, hours: impl Iterator<Item = Instant>) -> Result<Vec<Stored>> {
        let key = |hour: Instant| key(layout_name, hour);
        let items = dynamo::get_all(&self.client, &self.table, hours.map(key).collect(), &[]).await?;
        let stored = |item: Item| {
            let version = dynamo::version(&self.table, "layoutName", &item)?;
            Ok(Stored { change: self.read(item)?, version })
        };
        items.into_iter().map(stored).collect()
    }

    /// Returns the action that stores `change`. Its condition fails unless the stored version is `expected` (`None`: no
    /// item).
    pub fn put(&self, change: &Change, expected: Option<u64>) -> Result<TransactWriteItem> {
        let item = item(change, expected.unwrap_or_default() + 1)?;
        dynamo::put_if_version(&self.table, item, expected)
    }

    /// Stores changes without a condition. Used by the seeder.
    pub async fn put_all(&self, changes: &[Change]) -> Result<()> {
        let items = changes.iter().map(|change| item(change, 1)).collect::<Result<Vec<_>>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }

    fn read(&self, item: Item) -> Result<Change> {
        dynamo::from_item(&self.table, "layoutName", item)
    }
}

fn key(layout_name: &str, hour: Instant) -> Item {
    Item::from([("layoutName".into(), text(layout_name)), ("activeHour".into(), text(hour.to_string()))])
}

/// Returns the stored item.
fn item(change: &Change, version: u64) -> Result<Item> {
    let mut item = dynamo::to_item(change)?;
    item.insert("version".into(), number(version));
    Ok(item)
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
        assert_eq!(dynamo::from_item::<Change>("Planograms", "layoutName", stored).unwrap(), change(2, "X"));
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
