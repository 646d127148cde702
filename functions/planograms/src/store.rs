//! The table of planograms. The only module that knows its keys.
//!
//! One item is all that changes in a layout at one hour: what a layout shows at any time is one query, and what one call
//! schedules for a layout is a few items, so that it fits a transaction with its audit entry whatever the slots.

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

/// The most hours on a page. Of the largest layouts a page has fewer: what DynamoDB reads at once.
const HOURS: i32 = 100;

/// The table of planograms.
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

/// A change as it is stored, and how often it was written.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Stored {
    /// The change.
    pub change: Change,
    /// Counts the writes.
    pub version: u64,
}

/// Some changes of a layout, oldest first, and whether there are more after them.
#[derive(Debug)]
pub struct Stretch {
    /// The changes.
    pub changes: Vec<Change>,
    /// Whether there are more.
    pub more: bool,
}

impl PlanogramStore {
    /// The client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Changes of a layout, oldest first: those after the hour `after`, or the first ones. A layout changes some times a
    /// week, so that a page holds a year or two.
    pub async fn page(&self, layout_name: &str, after: Option<Instant>) -> Result<Stretch> {
        let query = self.of_layout(layout_name).limit(HOURS);
        let query = match after {
            None => query.key_condition_expression("layoutName = :layout"),
            Some(after) => query
                .key_condition_expression("layoutName = :layout AND activeHour > :after")
                .expression_attribute_values(":after", text(after.to_string())),
        };
        let answer = query.send().await.map_err(dynamo::failure)?;
        let more = answer.last_evaluated_key.is_some();
        let changes = answer.items.unwrap_or_default().into_iter().map(|item| self.read(item));
        Ok(Stretch { changes: changes.collect::<Result<_>>()?, more })
    }

    /// The change with which a layout was created: its first one, but for what was scheduled for a time before it.
    pub async fn creation(&self, layout_name: &str) -> Result<Option<Change>> {
        let query = self.of_layout(layout_name).key_condition_expression("layoutName = :layout");
        let query = query.filter_expression("creation = :true").expression_attribute_values(":true", Bool(true));
        let first = query.into_paginator().items().send().next().await;
        first.map(|item| self.read(item.map_err(dynamo::failure)?)).transpose()
    }

    fn of_layout(&self, layout_name: &str) -> QueryFluentBuilder {
        let query = self.client.query().table_name(&self.table).consistent_read(true);
        query.expression_attribute_values(":layout", text(layout_name))
    }

    /// What is stored of some hours of a layout, in no order.
    pub async fn hours(&self, layout_name: &str, hours: impl Iterator<Item = Instant>) -> Result<Vec<Stored>> {
        let key = |hour: Instant| key(layout_name, hour);
        let items = dynamo::get_all(&self.client, &self.table, hours.map(key).collect(), &[]).await?;
        let stored = |item: Item| {
            let version = dynamo::version(&self.table, "layoutName", &item)?;
            Ok(Stored { change: self.read(item)?, version })
        };
        items.into_iter().map(stored).collect()
    }

    /// The action that stores `change`, refused where the version has moved since it was `seen` (`None`: nothing was).
    pub fn put(&self, change: &Change, seen: Option<u64>) -> Result<TransactWriteItem> {
        let item = item(change, seen.unwrap_or_default() + 1)?;
        dynamo::put_over(&self.table, item, seen)
    }

    /// Stores many changes whatever is there: for the seeder.
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

/// The change as it is stored.
fn item(change: &Change, version: u64) -> Result<Item> {
    let mut item = dynamo::to_item(change)?;
    item.insert("version".into(), number(version));
    Ok(item)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Placement, Slot};

    /// Of names as long as they may be, of the same letter.
    fn change(slots: u32, letter: &str) -> Change {
        let placement = || Placement {
            vend_item_name: letter.repeat(100),
            physical_fridge_config: Some(letter.repeat(100)),
            scheduled_by: "somebody.with.a.long.name@larder.example".into(),
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
    fn a_stored_change_reads_back_as_it_was() {
        let stored = item(&change(2, "X"), 3).unwrap();
        assert_eq!(stored["activeHour"].as_s().unwrap(), "2026-11-23T06:00:00.000Z");
        assert_eq!(dynamo::from_item::<Change>("Planograms", "layoutName", stored).unwrap(), change(2, "X"));
    }

    #[test]
    fn an_hour_of_the_most_slots_fits_an_item() {
        let most = u32::try_from(crate::rules::MOST_SLOTS).unwrap();
        let longest = change(most, "X");
        assert_eq!(crate::rules::fits(&longest), Ok(()));
        assert!(serde_json::to_string(&longest).unwrap().len() < 300_000);
    }

    #[test]
    fn an_hour_that_would_not_fit_an_item_is_refused() {
        let message = "The names in this planogram's slots are too long together. Please shorten them.";
        let (fits, too_long) = (change(250, "🥗"), change(251, "🥗"));
        assert_eq!(crate::rules::fits(&fits), Ok(()));
        assert!(serde_json::to_string(&fits).unwrap().len() < 300_000);
        assert_eq!(crate::rules::fits(&too_long), Err(message.into()));
        let too_many = change(501, "X");
        assert_eq!(crate::rules::fits(&too_many), Err("A planogram has at most 500 slots.".into()));
    }
}
