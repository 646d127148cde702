//! The table of alerts.
//!
//! A fridge's alerts lie together in the order of time. The index `byState` lists those of the fleet that are open, and
//! those that were, over [`SHARDS`] partitions each, in the order of time.

use super::expiry;
use crate::model::{FridgeAlert, FridgeAlertState};
use aws_sdk_dynamodb::{
    Client,
    operation::query::builders::QueryFluentBuilder,
    types::{Put, TransactWriteItem, Update},
};
use locations::model::LocationId;
use shared::{
    Environment, Error, FromEnvironment, Instant, Page, Result,
    dynamo::{self, Item, number, text},
    shards::{self, Order},
};

/// Partitions of each state in the index `byState`.
const SHARDS: u32 = 4;
/// Alerts on a page.
const PAGE: u8 = 100;
/// Days for which an alert that was cleared is kept: a year and a month.
const DAYS: i64 = 396;

/// The table of alerts.
#[derive(Clone, Debug)]
pub struct AlertStore {
    client: Client,
    table: String,
}

impl FromEnvironment for AlertStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("FRIDGE_ALERTS_TABLE")? })
    }
}

impl AlertStore {
    /// The client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The alert of that id, or `None` where there is none.
    pub async fn get(&self, location: &LocationId, id: &str) -> Result<Option<FridgeAlert>> {
        let get = self.client.get_item().table_name(&self.table).set_key(Some(key(location, id)));
        let answer = get.consistent_read(true).send().await.map_err(dynamo::failure)?;
        answer.item.map(|item| self.read(item)).transpose()
    }

    /// The alerts of a fridge with those ids that are there, in no order.
    pub async fn get_all(&self, location: &LocationId, ids: impl Iterator<Item = &String>) -> Result<Vec<FridgeAlert>> {
        let keys = ids.map(|id| key(location, id)).collect();
        let items = dynamo::get_all(&self.client, &self.table, keys, &[]).await?;
        items.into_iter().map(|item| self.read(item)).collect()
    }

    fn read(&self, item: Item) -> Result<FridgeAlert> {
        dynamo::from_item(&self.table, "id", item)
    }

    /// The alerts of the fleet in that state, newest first.
    pub async fn of_fleet(&self, state: FridgeAlertState, next_token: Option<&str>) -> Result<Page<FridgeAlert>> {
        let query = self.client.query().table_name(&self.table).index_name("byState");
        let partitions = (0..SHARDS).map(|shard| state_shard(state, shard));
        self.newest(query, "stateShard", partitions, next_token).await
    }

    /// All alerts of a fridge, newest first.
    pub async fn of_location(&self, location: &LocationId, next_token: Option<&str>) -> Result<Page<FridgeAlert>> {
        let query = self.client.query().table_name(&self.table);
        self.newest(query, "location", [location.to_string()], next_token).await
    }

    async fn newest(
        &self,
        query: QueryFluentBuilder,
        partition_key: &str,
        partitions: impl IntoIterator<Item = String>,
        next_token: Option<&str>,
    ) -> Result<Page<FridgeAlert>> {
        let (query, after) = (query.limit(PAGE.into()), shards::place(next_token)?);
        let read = |partition| {
            shards::next_of(query.clone(), Order::Falling, (partition_key, partition), ("id", after.as_deref()))
        };
        let newest = shards::in_order(partitions, Order::Falling, read).await?.first(PAGE.into());
        newest.try_map(|item| self.read(item))?.into_page()
    }

    /// The action that stores a new alert, refused where it is there.
    pub fn open(&self, alert: &FridgeAlert) -> Result<TransactWriteItem> {
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(item(alert)?))
            .condition_expression("attribute_not_exists(id)")
            .build()
            .map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().put(put).build())
    }

    /// The action that corrects since when the fridge is so, refused where the alert is closed or says so already.
    pub fn correct(&self, location: &LocationId, id: &str, since: Instant) -> Result<TransactWriteItem> {
        let update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(key(location, id)))
            .update_expression("SET since = :since")
            .condition_expression("#state = :open AND since <> :since")
            .expression_attribute_names("#state", "state")
            .expression_attribute_values(":open", text(FridgeAlertState::Open.to_string()))
            .expression_attribute_values(":since", text(since.to_string()))
            .build()
            .map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().update(update).build())
    }

    /// The action that closes an open alert, refused where it is closed.
    pub fn clear(&self, location: &LocationId, id: &str, now: Instant) -> Result<TransactWriteItem> {
        let shard = state_shard(FridgeAlertState::Cleared, shard(location));
        let update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(key(location, id)))
            .update_expression("SET #state = :cleared, stateShard = :shard, clearedAt = :now, expiresAt = :expires")
            .condition_expression("#state = :open")
            .expression_attribute_names("#state", "state")
            .expression_attribute_values(":open", text(FridgeAlertState::Open.to_string()))
            .expression_attribute_values(":cleared", text(FridgeAlertState::Cleared.to_string()))
            .expression_attribute_values(":shard", text(shard))
            .expression_attribute_values(":now", text(now.to_string()))
            .expression_attribute_values(":expires", number(expiry(now, DAYS)))
            .build()
            .map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().update(update).build())
    }

    /// The action that notes who took note of an open alert, refused where somebody did, or where it is closed.
    pub fn acknowledge(&self, alert: &FridgeAlert) -> Result<TransactWriteItem> {
        let told = [(":at", alert.acknowledged_at.map(|at| at.to_string())), (":by", alert.acknowledged_by.clone())];
        let mut update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(key(&alert.location, &alert.id)))
            .condition_expression("#state = :open AND attribute_not_exists(acknowledgedAt)")
            .expression_attribute_names("#state", "state")
            .expression_attribute_values(":open", text(FridgeAlertState::Open.to_string()));
        for (name, value) in told {
            update = update.expression_attribute_values(name, text(value.unwrap_or_default()));
        }
        let mut set = "SET acknowledgedAt = :at, acknowledgedBy = :by".to_owned();
        if let Some(note) = &alert.note {
            set.push_str(", note = :note");
            update = update.expression_attribute_values(":note", text(note));
        }
        let update = update.update_expression(set).build().map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().update(update).build())
    }

    /// Stores many whatever is there: for the seeder.
    pub async fn put_all(&self, alerts: &[FridgeAlert]) -> Result<()> {
        let items = alerts.iter().map(item).collect::<Result<Vec<_>>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }
}

fn key(location: &LocationId, id: &str) -> Item {
    Item::from([("location".into(), text(location.as_str())), ("id".into(), text(id))])
}

fn shard(location: &LocationId) -> u32 {
    dynamo::shard(location.as_str(), SHARDS)
}

fn state_shard(state: FridgeAlertState, shard: u32) -> String {
    format!("{state}#{shard}")
}

/// The alert as it is stored: with its place in `byState`.
fn item(alert: &FridgeAlert) -> Result<Item> {
    let mut item = dynamo::to_item(alert)?;
    item.insert("stateShard".into(), text(state_shard(alert.state, shard(&alert.location))));
    if let Some(cleared_at) = alert.cleared_at {
        item.insert("expiresAt".into(), number(expiry(cleared_at, DAYS)));
    }
    Ok(item)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::FridgeAlertKind;

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
    fn a_stored_alert_reads_back_as_it_was() {
        let read: FridgeAlert = dynamo::from_item("FridgeAlerts", "id", item(&alert()).unwrap()).unwrap();
        assert_eq!(read, alert());
    }

    #[test]
    fn an_alert_lies_under_its_state_in_the_order_of_time() {
        let item = item(&alert()).unwrap();
        assert!(item["stateShard"].as_s().unwrap().starts_with("OPEN#"));
        assert_eq!(item["id"], text("2026-11-21T10:00:00.000Z#TOO_WARM#FRIDGE_1"));
        assert!(!item.contains_key("expiresAt"));
    }

    #[test]
    fn an_alert_that_was_cleared_is_forgotten_and_an_open_one_is_not() {
        let cleared = FridgeAlert { cleared_at: Some(alert().opened_at), ..alert() };
        assert!(item(&cleared).unwrap().contains_key("expiresAt"));
    }
}
