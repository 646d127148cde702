//! `AlertStore` reads and writes the FridgeAlerts table.
//!
//! A partition contains one fridge's alerts, sorted by time. The index `byState` lists the fleet's open alerts and its
//! cleared alerts, each in [`SHARDS`] partitions sorted by time.

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

/// Number of partitions per state in the index `byState`.
const SHARDS: u32 = 4;
/// Maximum number of alerts on a page.
const PAGE_SIZE: u8 = 100;
/// Days until a cleared alert expires: one year and one month.
const RETENTION_DAYS: i64 = 396;

/// The store of alerts.
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
    /// The DynamoDB client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The alert with this id, or `None` if it does not exist.
    pub async fn get(&self, location: &LocationId, id: &str) -> Result<Option<FridgeAlert>> {
        let get = self.client.get_item().table_name(&self.table).set_key(Some(key(location, id)));
        let output = get.consistent_read(true).send().await.map_err(dynamo::failure)?;
        output.item.map(|item| self.parse(item)).transpose()
    }

    /// Those of a fridge's alerts with the given ids that exist, in no particular order.
    pub async fn get_all(&self, location: &LocationId, ids: impl Iterator<Item = &String>) -> Result<Vec<FridgeAlert>> {
        let keys = ids.map(|id| key(location, id)).collect();
        let items = dynamo::get_all(&self.client, &self.table, keys, &[]).await?;
        items.into_iter().map(|item| self.parse(item)).collect()
    }

    fn parse(&self, item: Item) -> Result<FridgeAlert> {
        dynamo::from_item(&self.table, "id", item)
    }

    /// The fleet's alerts in this state, query_newest first.
    pub async fn list_by_state(&self, state: FridgeAlertState, next_token: Option<&str>) -> Result<Page<FridgeAlert>> {
        let query = self.client.query().table_name(&self.table).index_name("byState");
        let partitions = (0..SHARDS).map(|shard| state_shard(state, shard));
        self.query_newest(query, "stateShard", partitions, next_token).await
    }

    /// All alerts of a fridge, query_newest first.
    pub async fn list_by_location(&self, location: &LocationId, next_token: Option<&str>) -> Result<Page<FridgeAlert>> {
        let query = self.client.query().table_name(&self.table);
        self.query_newest(query, "location", [location.to_string()], next_token).await
    }

    async fn query_newest(
        &self,
        query: QueryFluentBuilder,
        partition_key: &str,
        partitions: impl IntoIterator<Item = String>,
        next_token: Option<&str>,
    ) -> Result<Page<FridgeAlert>> {
        let (query, after) = (query.limit(PAGE_SIZE.into()), shards::decode_cursor(next_token)?);
        let parse = |partition| {
            shards::read_next(query.clone(), Order::Descending, (partition_key, partition), ("id", after.as_deref()))
        };
        let newest = shards::in_order(partitions, Order::Descending, parse).await?.truncated(PAGE_SIZE.into());
        newest.try_map(|item| self.parse(item))?.into_page()
    }

    /// The transaction action that stores a new alert. It fails if the alert exists.
    pub fn open(&self, alert: &FridgeAlert) -> Result<TransactWriteItem> {
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(item(alert)?))
            .condition_expression("attribute_not_exists(id)")
            .build()
            .map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().put(put).build())
    }

    /// The transaction action that changes the start of the condition. It fails if the alert is cleared or already has
    /// this start.
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

    /// The transaction action that clears an open alert. It fails if the alert is already cleared.
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
            .expression_attribute_values(":expires", number(expiry(now, RETENTION_DAYS)))
            .build()
            .map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().update(update).build())
    }

    /// The transaction action that stores the acknowledgment of an open alert. It fails if the alert is cleared or
    /// already acknowledged.
    pub fn acknowledge(&self, alert: &FridgeAlert) -> Result<TransactWriteItem> {
        let values = [(":at", alert.acknowledged_at.map(|at| at.to_string())), (":by", alert.acknowledged_by.clone())];
        let mut update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(key(&alert.location, &alert.id)))
            .condition_expression("#state = :open AND attribute_not_exists(acknowledgedAt)")
            .expression_attribute_names("#state", "state")
            .expression_attribute_values(":open", text(FridgeAlertState::Open.to_string()));
        for (name, value) in values {
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

    /// Stores many alerts and overwrites existing ones. For the seeder.
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

/// The stored item of an alert, with its key in `byState`.
fn item(alert: &FridgeAlert) -> Result<Item> {
    let mut item = dynamo::to_item(alert)?;
    item.insert("stateShard".into(), text(state_shard(alert.state, shard(&alert.location))));
    if let Some(cleared_at) = alert.cleared_at {
        item.insert("expiresAt".into(), number(expiry(cleared_at, RETENTION_DAYS)));
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
    fn a_stored_alert_round_trips() {
        let parse: FridgeAlert = dynamo::from_item("FridgeAlerts", "id", item(&alert()).unwrap()).unwrap();
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
    fn only_a_cleared_alert_expires() {
        let cleared = FridgeAlert { cleared_at: Some(alert().opened_at), ..alert() };
        assert!(item(&cleared).unwrap().contains_key("expiresAt"));
    }
}
