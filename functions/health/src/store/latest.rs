//! The table of what fridges reported last.
//!
//! One item a fridge, replaced by a newer report in one write. The index `byCheck` says when to look whether a fridge
//! fell silent, over [`SHARDS`] partitions. A report leaves its place there alone: it is moved on by the look itself,
//! so that the index costs a write each half an hour and not one each report.

use crate::{
    model::{FridgeAlertKind, HealthReport, Latest},
    rules::alert,
};
use aws_sdk_dynamodb::{
    Client,
    operation::update_item::{UpdateItemError, builders::UpdateItemFluentBuilder},
    types::{
        AttributeValue, ReturnValue, ReturnValuesOnConditionCheckFailure, TransactWriteItem, Update,
        builders::UpdateBuilder,
    },
};
use futures::{StreamExt, TryStreamExt, stream};
use locations::model::LocationId;
use shared::{
    Environment, Error, FromEnvironment, Instant, Result,
    dynamo::{self, Item, number, text},
};
use std::collections::{BTreeSet, HashMap};
use uuid::Uuid;

/// Partitions of the index `byCheck`.
const SHARDS: u32 = 8;
/// Fridges to look at that are read of each at once.
const DUE: i32 = 100;
/// What reports say of being too warm, and of being out of order.
const WARM: &str = "warmReports";
const OUT_OF_ORDER: &str = "outOfOrderReports";

/// The table of what fridges reported last.
#[derive(Clone, Debug)]
pub struct LatestStore {
    client: Client,
    table: String,
}

impl FromEnvironment for LatestStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("FRIDGE_HEALTH_TABLE")? })
    }
}

/// What became of a report.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It is the newest now; what was there before.
    Newest(Option<Latest>),
    /// It was the newest already: the same message again.
    Again(Latest),
    /// What is there is as new or newer.
    Late(Latest),
}

/// What became of storing what a late report adds.
#[derive(Clone, Debug, PartialEq)]
pub enum Kept {
    /// It is stored.
    Stored(Latest),
    /// Another report changed the fridge first; what is there now.
    Changed(Latest),
}

impl LatestStore {
    pub(super) fn client(&self) -> &Client {
        &self.client
    }

    /// Keeps the report unless a newer one is there. What begins or ends with it is moved in the same write.
    pub async fn tell(
        &self,
        location: &LocationId,
        (occurred_at, now): (Instant, Instant),
        message_id: Uuid,
        report: &HealthReport,
    ) -> Result<Outcome> {
        let mut set = [
            "#timestamp = :timestamp",
            "receivedAt = :received",
            "messageId = :message",
            "health = :health",
            "#open = if_not_exists(#open, :none)",
            "checkShard = :shard",
            "checkAt = if_not_exists(checkAt, :check)",
        ]
        .map(ToOwned::to_owned)
        .to_vec();
        let mut update = self
            .update(location)
            .expression_attribute_names("#timestamp", "timestamp")
            .expression_attribute_names("#open", "open")
            .expression_attribute_values(":timestamp", text(occurred_at.to_string()))
            .expression_attribute_values(":received", text(now.to_string()))
            .expression_attribute_values(":message", text(message_id.to_string()))
            .expression_attribute_values(":health", AttributeValue::M(dynamo::to_item(report)?))
            .expression_attribute_values(":none", AttributeValue::M(HashMap::new()))
            .expression_attribute_values(":shard", text(check_shard(location)))
            .expression_attribute_values(":check", text(alert::look_again(now, now).to_string()));
        let (warm, out_of_order) = alert::statements(report, occurred_at);
        for (statement, name, value) in [(warm, WARM, ":warm"), (out_of_order, OUT_OF_ORDER, ":outOfOrder")] {
            let Some(statement) = statement else { continue };
            let stated = AttributeValue::L(vec![AttributeValue::M(dynamo::to_item(&statement)?)]);
            update = update.expression_attribute_values(value, stated);
            if statement.holds() {
                set.push(format!("{name} = list_append(if_not_exists({name}, :empty), {value})"));
                update = update.expression_attribute_values(":empty", AttributeValue::L(Vec::new()));
            } else {
                set.push(format!("{name} = {value}"));
            }
        }
        let sent = update
            .update_expression(format!("SET {} ADD revision :one", set.join(", ")))
            .expression_attribute_values(":one", number(1))
            .condition_expression("attribute_not_exists(#timestamp) OR #timestamp < :timestamp")
            .return_values(ReturnValue::AllOld)
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .send()
            .await;
        match sent {
            Ok(written) => {
                let before = written.attributes.filter(|before| !before.is_empty());
                Ok(Outcome::Newest(before.map(|before| self.read(before)).transpose()?))
            }
            Err(error) => match refused(&error) {
                None => Err(dynamo::failure(error)),
                Some(stored) if is_of(stored, message_id) => Ok(Outcome::Again(self.read(stored.clone())?)),
                Some(stored) => Ok(Outcome::Late(self.read(stored.clone())?)),
            },
        }
    }

    /// Stores what is known of the fridge's conditions, refused where another report changed the fridge since its
    /// revision was read.
    pub async fn keep(&self, latest: &Latest) -> Result<Kept> {
        let mut item = dynamo::to_item(latest)?;
        let mut stated = |name| item.remove(name).unwrap_or(AttributeValue::L(Vec::new()));
        let (warm, out_of_order) = (stated(WARM), stated(OUT_OF_ORDER));
        let sent = self
            .update(&latest.location_id)
            .update_expression(format!("SET {WARM} = :warm, {OUT_OF_ORDER} = :outOfOrder ADD revision :one"))
            .condition_expression(format!("attribute_exists(locationId) AND {}", is_revision(latest)))
            .expression_attribute_values(":warm", warm)
            .expression_attribute_values(":outOfOrder", out_of_order)
            .expression_attribute_values(":one", number(1))
            .expression_attribute_values(":revision", number(latest.revision))
            .return_values(ReturnValue::AllNew)
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .send()
            .await;
        match sent {
            Ok(written) => Ok(Kept::Stored(self.read(written.attributes.unwrap_or_default())?)),
            Err(error) => match refused(&error) {
                None => Err(dynamo::failure(error)),
                Some(stored) => Ok(Kept::Changed(self.read(stored.clone())?)),
            },
        }
    }

    fn update(&self, location: &LocationId) -> UpdateItemFluentBuilder {
        self.client.update_item().table_name(&self.table).key("locationId", text(location.as_str()))
    }

    /// What those of the fridges told last that ever told anything, in no order.
    pub async fn get_all(&self, ids: &BTreeSet<LocationId>) -> Result<Vec<Latest>> {
        let keys = ids.iter().map(|id| Item::from([("locationId".into(), text(id.as_str()))])).collect();
        let items = dynamo::get_all(&self.client, &self.table, keys, &[]).await?;
        items.into_iter().map(|item| self.read(item)).collect()
    }

    fn read(&self, item: Item) -> Result<Latest> {
        dynamo::from_item(&self.table, "locationId", item)
    }

    /// The action that notes an alert as open, refused where it is noted already, or where another report changed the
    /// fridge since it was `seen`: the handling of that report decides then.
    pub fn open(&self, seen: &Latest, kind: FridgeAlertKind, id: &str) -> Result<TransactWriteItem> {
        let update = self
            .noted(seen, kind, id)
            .update_expression("SET #open.#kind = :id")
            .condition_expression(format!("{} AND attribute_not_exists(#open.#kind)", is_revision(seen)));
        Ok(TransactWriteItem::builder().update(update.build().map_err(Error::internal)?).build())
    }

    /// The action that notes an alert as closed, refused likewise.
    pub fn clear(&self, seen: &Latest, kind: FridgeAlertKind, id: &str) -> Result<TransactWriteItem> {
        let update = self
            .noted(seen, kind, id)
            .update_expression("REMOVE #open.#kind")
            .condition_expression(format!("{} AND #open.#kind = :id", is_revision(seen)));
        Ok(TransactWriteItem::builder().update(update.build().map_err(Error::internal)?).build())
    }

    /// The action that leaves an open alert noted, refused likewise: for a transaction that changes the alert.
    pub fn keep_open(&self, seen: &Latest, kind: FridgeAlertKind, id: &str) -> Result<TransactWriteItem> {
        let update = self
            .noted(seen, kind, id)
            .update_expression("SET #open.#kind = :id")
            .condition_expression(format!("{} AND #open.#kind = :id", is_revision(seen)));
        Ok(TransactWriteItem::builder().update(update.build().map_err(Error::internal)?).build())
    }

    fn noted(&self, seen: &Latest, kind: FridgeAlertKind, id: &str) -> UpdateBuilder {
        Update::builder()
            .table_name(&self.table)
            .key("locationId", text(seen.location_id.as_str()))
            .expression_attribute_names("#open", "open")
            .expression_attribute_names("#kind", kind.to_string())
            .expression_attribute_values(":id", text(id))
            .expression_attribute_values(":revision", number(seen.revision))
    }

    /// Fridges to look at by `now`, the most urgent of each shard first, at most [`DUE`] a shard; and whether there are
    /// more.
    pub async fn due(&self, now: Instant) -> Result<(BTreeSet<LocationId>, bool)> {
        let shards: Vec<(Vec<LocationId>, bool)> = stream::iter(0..SHARDS)
            .map(|shard| async move {
                let answer = self
                    .client
                    .query()
                    .table_name(&self.table)
                    .index_name("byCheck")
                    .key_condition_expression("checkShard = :shard AND checkAt <= :now")
                    .expression_attribute_values(":shard", text(shard.to_string()))
                    .expression_attribute_values(":now", text(now.to_string()))
                    .limit(DUE)
                    .send()
                    .await
                    .map_err(dynamo::failure)?;
                let more = answer.last_evaluated_key.is_some();
                let id = |item: Item| item.get("locationId").and_then(|id| id.as_s().ok()?.parse().ok());
                Ok::<_, Error>((answer.items.unwrap_or_default().into_iter().filter_map(id).collect(), more))
            })
            .buffer_unordered(SHARDS as usize)
            .try_collect()
            .await?;
        let more = shards.iter().any(|(_, more)| *more);
        Ok((shards.into_iter().flat_map(|(ids, _)| ids).collect(), more))
    }

    /// Sets when to look next whether the fridge is silent.
    pub async fn look_again(&self, location: &LocationId, at: Instant) -> Result<()> {
        self.update(location)
            .update_expression("SET checkAt = :at")
            .expression_attribute_values(":at", text(at.to_string()))
            .send()
            .await
            .map(drop)
            .map_err(dynamo::failure)
    }

    /// Stores many whatever is there: for the seeder.
    pub async fn put_all(&self, all: &[Latest]) -> Result<()> {
        let items = all.iter().map(item).collect::<Result<Vec<_>>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }
}

/// The condition that no report changed the fridge since it was `seen`. An item without a revision has revision 0.
fn is_revision(seen: &Latest) -> &'static str {
    if seen.revision == 0 { "(attribute_not_exists(revision) OR revision = :revision)" } else { "revision = :revision" }
}

/// The item that is there, where it refused the write.
fn refused<R>(error: &aws_sdk_dynamodb::error::SdkError<UpdateItemError, R>) -> Option<&Item> {
    match error.as_service_error() {
        Some(UpdateItemError::ConditionalCheckFailedException(refused)) => refused.item.as_ref(),
        _ => None,
    }
}

fn is_of(item: &Item, message_id: Uuid) -> bool {
    item.get("messageId").is_some_and(|stored| *stored == text(message_id.to_string()))
}

fn check_shard(location: &LocationId) -> String {
    dynamo::shard(location.as_str(), SHARDS).to_string()
}

/// What is stored: with its place in `byCheck`.
fn item(latest: &Latest) -> Result<Item> {
    let mut item = dynamo::to_item(latest)?;
    item.insert("checkShard".into(), text(check_shard(&latest.location_id)));
    let check = alert::look_again(latest.received_at, latest.received_at);
    item.insert("checkAt".into(), text(check.to_string()));
    Ok(item)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::condition::{Condition, Since, Statement};
    use std::collections::BTreeMap;

    fn latest() -> Latest {
        let at: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        let report = serde_json::json!({
            "temperature": 44.6, "outOfOrder": true, "allReasons": ["MOTOR"], "networkSpeed": {"previousSpeed": 0.25},
            "connectedLayout": [[{"x": 1, "y": 0}]], "software": [{"artifactType": "FRIDGE_AGENT", "version": "1.10"}],
        });
        Latest {
            location_id: "FRIDGE_1".parse().unwrap(),
            timestamp: at,
            received_at: at.plus(chrono::Duration::seconds(2)),
            message_id: Uuid::from_u128(7),
            health: serde_json::from_value(report).unwrap(),
            warm_reports: Condition::default().with(Statement::of(at, Since::Begins(at))),
            out_of_order_reports: Condition::default().with(Statement::of(at, Since::Ends)),
            revision: 3,
            open: BTreeMap::from([(FridgeAlertKind::TooWarm, "id".into())]),
        }
    }

    #[test]
    fn a_stored_report_reads_back_as_it_was() {
        let read: Latest = dynamo::from_item("FridgeHealth", "locationId", item(&latest()).unwrap()).unwrap();
        assert_eq!(read, latest());
    }

    #[test]
    fn a_fridge_is_looked_at_half_an_hour_after_it_was_heard() {
        let item = item(&latest()).unwrap();
        assert_eq!(item["checkAt"], text("2026-11-21T10:30:03.000Z"));
    }
}
