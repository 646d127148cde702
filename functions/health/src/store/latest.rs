//! `LatestStore` reads and writes the FridgeHealth table: the latest report of each fridge.
//!
//! The table contains one item per fridge, which a newer report replaces in one write. The index `byCheck` lists when
//! to check whether a fridge is silent, in [`SHARDS`] partitions. A report does not change the time of the next check;
//! the check itself does. The index therefore costs one write per half hour and fridge, not one per report.

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

/// Number of partitions of the index `byCheck`.
const SHARDS: u32 = 8;
/// Maximum number of due fridges that one query reads from a partition.
const MAX_DUE_PER_SHARD: i32 = 100;
/// Attributes with the statements of reports about being too warm and about being out of order.
const WARM_REPORTS: &str = "warmReports";
const OUT_OF_ORDER_REPORTS: &str = "outOfOrderReports";

/// The store of the latest reports.
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

/// The result of storing a report.
#[derive(Clone, Debug, PartialEq)]
pub enum ReportOutcome {
    /// The report is the newest. Contains the previous state.
    Newest(Option<Latest>),
    /// The same message was already stored as the newest report.
    Duplicate(Latest),
    /// The stored report is as new or newer.
    Late(Latest),
}

/// The result of updating the conditions of a fridge.
#[derive(Clone, Debug, PartialEq)]
pub enum ConditionsUpdate {
    /// The conditions are stored.
    Stored(Latest),
    /// Another report changed the fridge first. Contains the current state.
    Conflict(Latest),
}

impl LatestStore {
    pub(super) fn client(&self) -> &Client {
        &self.client
    }

    /// Stores the report unless the stored one is as new or newer. The same write adds the report's statements to the
    /// fridge's conditions.
    pub async fn put_report(
        &self,
        location: &LocationId,
        (occurred_at, now): (Instant, Instant),
        message_id: Uuid,
        report: &HealthReport,
    ) -> Result<ReportOutcome> {
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
            .expression_attribute_values(":check", text(alert::next_check(now, now).to_string()));
        let (warm, out_of_order) = alert::statements(report, occurred_at);
        for (statement, name, value) in
            [(warm, WARM_REPORTS, ":warm"), (out_of_order, OUT_OF_ORDER_REPORTS, ":outOfOrder")]
        {
            let Some(statement) = statement else { continue };
            let statements = AttributeValue::L(vec![AttributeValue::M(dynamo::to_item(&statement)?)]);
            update = update.expression_attribute_values(value, statements);
            if statement.is_active() {
                set.push(format!("{name} = list_append(if_not_exists({name}, :empty), {value})"));
                update = update.expression_attribute_values(":empty", AttributeValue::L(Vec::new()));
            } else {
                set.push(format!("{name} = {value}"));
            }
        }
        let result = update
            .update_expression(format!("SET {} ADD revision :one", set.join(", ")))
            .expression_attribute_values(":one", number(1))
            .condition_expression("attribute_not_exists(#timestamp) OR #timestamp < :timestamp")
            .return_values(ReturnValue::AllOld)
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .send()
            .await;
        match result {
            Ok(written) => {
                let before = written.attributes.filter(|before| !before.is_empty());
                Ok(ReportOutcome::Newest(before.map(|before| self.read(before)).transpose()?))
            }
            Err(error) => match existing_item(&error) {
                None => Err(dynamo::failure(error)),
                Some(stored) if is_of(stored, message_id) => Ok(ReportOutcome::Duplicate(self.read(stored.clone())?)),
                Some(stored) => Ok(ReportOutcome::Late(self.read(stored.clone())?)),
            },
        }
    }

    /// Stores the fridge's conditions, unless another report changed the fridge since its revision was read.
    pub async fn update_conditions(&self, latest: &Latest) -> Result<ConditionsUpdate> {
        let mut item = dynamo::to_item(latest)?;
        let mut take = |name| item.remove(name).unwrap_or(AttributeValue::L(Vec::new()));
        let (warm, out_of_order) = (take(WARM_REPORTS), take(OUT_OF_ORDER_REPORTS));
        let result = self
            .update(&latest.location_id)
            .update_expression(format!(
                "SET {WARM_REPORTS} = :warm, {OUT_OF_ORDER_REPORTS} = :outOfOrder ADD revision :one"
            ))
            .condition_expression(format!("attribute_exists(locationId) AND {}", is_revision(latest)))
            .expression_attribute_values(":warm", warm)
            .expression_attribute_values(":outOfOrder", out_of_order)
            .expression_attribute_values(":one", number(1))
            .expression_attribute_values(":revision", number(latest.revision))
            .return_values(ReturnValue::AllNew)
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .send()
            .await;
        match result {
            Ok(written) => Ok(ConditionsUpdate::Stored(self.read(written.attributes.unwrap_or_default())?)),
            Err(error) => match existing_item(&error) {
                None => Err(dynamo::failure(error)),
                Some(stored) => Ok(ConditionsUpdate::Conflict(self.read(stored.clone())?)),
            },
        }
    }

    fn update(&self, location: &LocationId) -> UpdateItemFluentBuilder {
        self.client.update_item().table_name(&self.table).key("locationId", text(location.as_str()))
    }

    /// The latest reports of those of the fridges that ever reported, in no particular order.
    pub async fn get_all(&self, ids: &BTreeSet<LocationId>) -> Result<Vec<Latest>> {
        let keys = ids.iter().map(|id| Item::from([("locationId".into(), text(id.as_str()))])).collect();
        let items = dynamo::get_all(&self.client, &self.table, keys, &[]).await?;
        items.into_iter().map(|item| self.read(item)).collect()
    }

    fn read(&self, item: Item) -> Result<Latest> {
        dynamo::from_item(&self.table, "locationId", item)
    }

    /// The transaction action that records an alert as open. It fails if an alert of this kind is already open or if
    /// another report changed the fridge since `expected` was read. In that case the handling of that report decides.
    pub fn open(&self, expected: &Latest, kind: FridgeAlertKind, id: &str) -> Result<TransactWriteItem> {
        let update = self
            .open_alert_update(expected, kind, id)
            .update_expression("SET #open.#kind = :id")
            .condition_expression(format!("{} AND attribute_not_exists(#open.#kind)", is_revision(expected)));
        Ok(TransactWriteItem::builder().update(update.build().map_err(Error::internal)?).build())
    }

    /// The transaction action that removes an open alert. It fails like [`Self::open`].
    pub fn clear(&self, expected: &Latest, kind: FridgeAlertKind, id: &str) -> Result<TransactWriteItem> {
        let update = self
            .open_alert_update(expected, kind, id)
            .update_expression("REMOVE #open.#kind")
            .condition_expression(format!("{} AND #open.#kind = :id", is_revision(expected)));
        Ok(TransactWriteItem::builder().update(update.build().map_err(Error::internal)?).build())
    }

    /// The transaction action that requires the alert to be open, for a transaction that changes the alert. It fails
    /// like [`Self::open`].
    pub fn keep_open(&self, expected: &Latest, kind: FridgeAlertKind, id: &str) -> Result<TransactWriteItem> {
        let update = self
            .open_alert_update(expected, kind, id)
            .update_expression("SET #open.#kind = :id")
            .condition_expression(format!("{} AND #open.#kind = :id", is_revision(expected)));
        Ok(TransactWriteItem::builder().update(update.build().map_err(Error::internal)?).build())
    }

    fn open_alert_update(&self, expected: &Latest, kind: FridgeAlertKind, id: &str) -> UpdateBuilder {
        Update::builder()
            .table_name(&self.table)
            .key("locationId", text(expected.location_id.as_str()))
            .expression_attribute_names("#open", "open")
            .expression_attribute_names("#kind", kind.to_string())
            .expression_attribute_values(":id", text(id))
            .expression_attribute_values(":revision", number(expected.revision))
    }

    /// The fridges whose check is due at `now`, most overdue first, at most [`MAX_DUE_PER_SHARD`] per partition, and
    /// whether more are due.
    pub async fn due(&self, now: Instant) -> Result<(BTreeSet<LocationId>, bool)> {
        let shards: Vec<(Vec<LocationId>, bool)> = stream::iter(0..SHARDS)
            .map(|shard| async move {
                let output = self
                    .client
                    .query()
                    .table_name(&self.table)
                    .index_name("byCheck")
                    .key_condition_expression("checkShard = :shard AND checkAt <= :now")
                    .expression_attribute_values(":shard", text(shard.to_string()))
                    .expression_attribute_values(":now", text(now.to_string()))
                    .limit(MAX_DUE_PER_SHARD)
                    .send()
                    .await
                    .map_err(dynamo::failure)?;
                let more = output.last_evaluated_key.is_some();
                let id = |item: Item| item.get("locationId").and_then(|id| id.as_s().ok()?.parse().ok());
                Ok::<_, Error>((output.items.unwrap_or_default().into_iter().filter_map(id).collect(), more))
            })
            .buffer_unordered(SHARDS as usize)
            .try_collect()
            .await?;
        let more = shards.iter().any(|(_, more)| *more);
        Ok((shards.into_iter().flat_map(|(ids, _)| ids).collect(), more))
    }

    /// Sets when to check next whether the fridge is silent.
    pub async fn set_next_check(&self, location: &LocationId, at: Instant) -> Result<()> {
        self.update(location)
            .update_expression("SET checkAt = :at")
            .expression_attribute_values(":at", text(at.to_string()))
            .send()
            .await
            .map(drop)
            .map_err(dynamo::failure)
    }

    /// Stores many latest reports and overwrites existing ones. For the seeder.
    pub async fn put_all(&self, all: &[Latest]) -> Result<()> {
        let items = all.iter().map(item).collect::<Result<Vec<_>>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }
}

/// The condition that no report changed the fridge since `expected` was read. An item without a revision has revision
/// 0.
fn is_revision(expected: &Latest) -> &'static str {
    if expected.revision == 0 {
        "(attribute_not_exists(revision) OR revision = :revision)"
    } else {
        "revision = :revision"
    }
}

/// The existing item, if its state made the condition of the write fail.
fn existing_item<R>(error: &aws_sdk_dynamodb::error::SdkError<UpdateItemError, R>) -> Option<&Item> {
    match error.as_service_error() {
        Some(UpdateItemError::ConditionalCheckFailedException(failed)) => failed.item.as_ref(),
        _ => None,
    }
}

fn is_of(item: &Item, message_id: Uuid) -> bool {
    item.get("messageId").is_some_and(|stored| *stored == text(message_id.to_string()))
}

fn check_shard(location: &LocationId) -> String {
    dynamo::shard(location.as_str(), SHARDS).to_string()
}

/// The stored item, with its key in `byCheck`.
fn item(latest: &Latest) -> Result<Item> {
    let mut item = dynamo::to_item(latest)?;
    item.insert("checkShard".into(), text(check_shard(&latest.location_id)));
    let check = alert::next_check(latest.received_at, latest.received_at);
    item.insert("checkAt".into(), text(check.to_string()));
    Ok(item)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::condition::{Condition, ConditionState, Statement};
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
            warm_reports: Condition::default().with(Statement::of(at, ConditionState::ActiveSince(at))),
            out_of_order_reports: Condition::default().with(Statement::of(at, ConditionState::Inactive)),
            revision: 3,
            open: BTreeMap::from([(FridgeAlertKind::TooWarm, "id".into())]),
        }
    }

    #[test]
    fn a_stored_report_round_trips() {
        let read: Latest = dynamo::from_item("FridgeHealth", "locationId", item(&latest()).unwrap()).unwrap();
        assert_eq!(read, latest());
    }

    #[test]
    fn schedules_the_first_check_half_an_hour_after_the_report() {
        let item = item(&latest()).unwrap();
        assert_eq!(item["checkAt"], text("2026-11-21T10:30:03.000Z"));
    }
}
