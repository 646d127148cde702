//! `ScheduleStore` reads and writes the ScheduleChanges table and its indexes.
//!
//! `byLocation` lists the changes of a location by time. `byState` is sparse. It contains pending changes in [`SHARDS`]
//! partitions, sorted by the time at which the next sweep must enqueue them, and failed and held changes in one
//! partition, sorted by the time at which they failed or were held. It does not contain reasons.
//!
//! An applied change is replaced by a receipt with the same UUID for [`RECEIPT_RETENTION`]. Receipts are in no index. A
//! request that schedules the same change again, because the response was lost, finds the receipt.

use crate::{
    model::{ScheduleChange, ScheduleChangeState, Unit},
    rules,
};
use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, Delete, Put, TransactWriteItem, builders::PutBuilder},
};
use chrono::Duration;
use futures::{StreamExt, TryStreamExt, stream};
use locations::model::LocationId;
use serde::Deserialize;
use shared::{
    Environment, Error, FromEnvironment, Instant, Page, Result,
    dynamo::{self, Item, text},
    page,
};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// Partitions of pending changes in `byState`.
const SHARDS: u128 = 4;
/// The partition of failed and held changes in `byState`.
const FAILED: &str = "FAILED";
/// Changes per page.
const PAGE_SIZE: i32 = 100;
/// The attribute of a receipt that contains the applied unit.
const APPLIED: &str = "applied";
/// How long a receipt is kept after the change was due. No change can be scheduled that far in the past.
const RECEIPT_RETENTION: Duration = Duration::hours(1);

/// The item that replaces an applied unit.
#[derive(Deserialize)]
struct Receipt {
    applied: Unit,
}

/// Reads and writes the table of scheduled changes.
#[derive(Clone, Debug)]
pub struct ScheduleStore {
    client: Client,
    table: String,
}

impl FromEnvironment for ScheduleStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("SCHEDULE_CHANGES_TABLE")? })
    }
}

impl ScheduleStore {
    /// The client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The unit that contains the change `uuid`. `None` if it is not stored.
    pub async fn unit(&self, uuid: Uuid) -> Result<Option<Unit>> {
        let Some(change) = self.get(uuid).await? else { return Ok(None) };
        let pair = match change.paired_with {
            Some(pair) => self.get(pair).await?,
            None => None,
        };
        Ok(match (change.is_reason(), pair) {
            (false, reason) => Some(Unit { lead: change, reason }),
            (true, Some(lead)) => Some(Unit { lead, reason: Some(change) }),
            (true, None) => None,
        })
    }

    /// The stored units that contain these changes, in no particular order. Read consistently.
    pub async fn units(&self, uuids: BTreeSet<Uuid>) -> Result<Vec<Unit>> {
        let mut found = self.get_all(uuids).await?;
        let pairs = found.values().filter_map(|change| change.paired_with);
        let missing = pairs.filter(|pair| !found.contains_key(pair)).collect();
        found.extend(self.get_all(missing).await?);
        Ok(pair_up(found))
    }

    async fn get_all(&self, uuids: BTreeSet<Uuid>) -> Result<BTreeMap<Uuid, ScheduleChange>> {
        let keys = uuids.iter().map(|uuid| Item::from([("uuid".into(), text(uuid.to_string()))])).collect();
        let items = dynamo::get_all(&self.client, &self.table, keys, &[]).await?;
        let scheduled = items.into_iter().filter(|item| !item.contains_key(APPLIED));
        let change = |item| self.read(item).map(|change| (change.uuid, change));
        scheduled.map(change).collect()
    }

    /// The UUIDs of a location's pending changes that are due at `now`. The index is eventually consistent, so read the
    /// changes with [`ScheduleStore::units`] before using them.
    pub async fn due_uuids(&self, id: &LocationId, now: Instant) -> Result<BTreeSet<Uuid>> {
        Ok(self.pending_until(id, Some(now)).await?.into_keys().collect())
    }

    /// A location's pending units, in no particular order. Read from an eventually consistent index.
    pub async fn pending_of(&self, id: &LocationId) -> Result<Vec<Unit>> {
        self.pending_until(id, None).await.map(pair_up)
    }

    /// A location's pending units before an instant, in no particular order. Read from an eventually consistent index.
    pub async fn pending_before(&self, id: &LocationId, before: Instant) -> Result<Vec<Unit>> {
        self.pending_until(id, Some(before.plus(-Duration::milliseconds(1)))).await.map(pair_up)
    }

    async fn pending_until(&self, id: &LocationId, until: Option<Instant>) -> Result<BTreeMap<Uuid, ScheduleChange>> {
        let (mut found, mut start) = (BTreeMap::new(), None);
        loop {
            let mut query = self
                .client
                .query()
                .table_name(&self.table)
                .index_name("byLocation")
                .filter_expression("#state = :pending")
                .expression_attribute_names("#state", "state")
                .expression_attribute_values(":pending", text("PENDING"))
                .expression_attribute_values(":id", text(id.as_str()))
                .set_exclusive_start_key(start);
            query = match until {
                None => query.key_condition_expression("id = :id"),
                Some(until) => query
                    .key_condition_expression("id = :id AND actionTime <= :until")
                    .expression_attribute_values(":until", text(until.to_string())),
            };
            let page = query.send().await.map_err(dynamo::failure)?;
            found.extend(self.read_all(page.items)?.into_iter().map(|change| (change.uuid, change)));
            start = page.last_evaluated_key;
            if start.is_none() {
                return Ok(found);
            }
        }
    }

    /// The unit that was applied under this UUID, if its receipt still exists.
    pub async fn applied_unit(&self, uuid: Uuid) -> Result<Option<Unit>> {
        let receipt = self.item(uuid).await?.filter(|item| item.contains_key(APPLIED));
        let receipt = receipt.map(|item| dynamo::from_item::<Receipt>(&self.table, "uuid", item)).transpose()?;
        Ok(receipt.map(|receipt| receipt.applied))
    }

    async fn get(&self, uuid: Uuid) -> Result<Option<ScheduleChange>> {
        let scheduled = self.item(uuid).await?.filter(|item| !item.contains_key(APPLIED));
        scheduled.map(|item| self.read(item)).transpose()
    }

    async fn item(&self, uuid: Uuid) -> Result<Option<Item>> {
        let response = self
            .client
            .get_item()
            .table_name(&self.table)
            .key("uuid", text(uuid.to_string()))
            .consistent_read(true)
            .send()
            .await
            .map_err(dynamo::failure)?;
        Ok(response.item)
    }

    fn read(&self, item: Item) -> Result<ScheduleChange> {
        dynamo::from_item(&self.table, "uuid", item)
    }

    /// A page of the changes of one location, sorted by time.
    pub async fn of_location(&self, id: &LocationId, next_token: Option<&str>) -> Result<Page<ScheduleChange>> {
        let start = next_token.map(page::decode_token::<(Uuid, Instant)>).transpose()?.map(|(uuid, time)| {
            Item::from([
                ("uuid".into(), text(uuid.to_string())),
                ("id".into(), text(id.as_str())),
                ("actionTime".into(), text(time.to_string())),
            ])
        });
        let response = self
            .client
            .query()
            .table_name(&self.table)
            .index_name("byLocation")
            .key_condition_expression("id = :id")
            .expression_attribute_values(":id", text(id.as_str()))
            .limit(PAGE_SIZE)
            .set_exclusive_start_key(start)
            .send()
            .await
            .map_err(dynamo::failure)?;
        let has_more = response.last_evaluated_key.is_some();
        let items = self.read_all(response.items)?;
        let last = items.last().filter(|_| has_more).map(|last| (last.uuid, last.action_time));
        Ok(Page { next_token: last.as_ref().map(page::encode_token).transpose()?, items })
    }

    /// A page of the failed and held changes, newest first.
    pub async fn failed_changes(&self, next_token: Option<&str>) -> Result<Page<ScheduleChange>> {
        let start = next_token.map(page::decode_token::<(Uuid, Instant)>).transpose()?;
        let start = start.map(|(uuid, due)| index_key(uuid, FAILED, due));
        let response = self
            .client
            .query()
            .table_name(&self.table)
            .index_name("byState")
            .key_condition_expression("stateShard = :shard")
            .expression_attribute_values(":shard", text(FAILED))
            .scan_index_forward(false)
            .limit(PAGE_SIZE)
            .set_exclusive_start_key(start)
            .send()
            .await
            .map_err(dynamo::failure)?;
        let cursor = |key| (dynamo::string(&key, "uuid"), dynamo::string(&key, "dueAt"));
        let next_token = response.last_evaluated_key.map(|key| page::encode_token(&cursor(key))).transpose()?;
        Ok(Page { items: self.read_all(response.items)?, next_token })
    }

    fn read_all(&self, items: Option<Vec<Item>>) -> Result<Vec<ScheduleChange>> {
        items.unwrap_or_default().into_iter().map(|item| self.read(item)).collect()
    }

    /// The pending changes that must be enqueued at `now`, at most one page of each shard, earliest first. The flag is
    /// true if there are more.
    pub async fn due_changes(&self, now: Instant) -> Result<(Vec<ScheduleChange>, bool)> {
        let shards: Vec<(Vec<ScheduleChange>, bool)> = stream::iter(0..SHARDS)
            .map(|shard| async move {
                let response = self
                    .client
                    .query()
                    .table_name(&self.table)
                    .index_name("byState")
                    .key_condition_expression("stateShard = :shard AND dueAt <= :now")
                    .expression_attribute_values(":shard", text(pending_shard(shard)))
                    .expression_attribute_values(":now", text(now.to_string()))
                    .limit(PAGE_SIZE)
                    .send()
                    .await
                    .map_err(dynamo::failure)?;
                let has_more = response.last_evaluated_key.is_some();
                Ok::<_, Error>((self.read_all(response.items)?, has_more))
            })
            .buffer_unordered(usize::MAX)
            .try_collect()
            .await?;
        let has_more = shards.iter().any(|(_, has_more)| *has_more);
        Ok((shards.into_iter().flat_map(|(changes, _)| changes).collect(), has_more))
    }

    /// Marks a change as enqueued. Sweeps skip it until it should have been applied.
    pub async fn mark_enqueued(&self, change: &ScheduleChange, now: Instant) -> Result<()> {
        let update = self
            .client
            .update_item()
            .table_name(&self.table)
            .key("uuid", text(change.uuid.to_string()))
            .update_expression("SET dueAt = :due")
            .condition_expression("actionTime = :time AND #state = :pending")
            .expression_attribute_names("#state", "state")
            .expression_attribute_values(":due", text(rules::enqueue_at(change, true, now).to_string()))
            .expression_attribute_values(":time", text(change.action_time.to_string()))
            .expression_attribute_values(":pending", text("PENDING"))
            .send()
            .await;
        dynamo::condition_failed_as_none(update).map(drop)
    }

    /// The actions that store a new unit. Their conditions fail if a UUID is in use. `is_enqueued` marks it as
    /// enqueued.
    pub fn put(&self, unit: &Unit, now: Instant, is_enqueued: bool) -> Result<Vec<TransactWriteItem>> {
        let put = |change: &ScheduleChange| {
            let put = self.put_item(change, now, is_enqueued)?.condition_expression("attribute_not_exists(#uuid)");
            let put = put.expression_attribute_names("#uuid", "uuid");
            Ok(TransactWriteItem::builder().put(put.build().map_err(Error::internal)?).build())
        };
        unit.changes().map(put).collect()
    }

    /// The actions that replace `before` by `after`. Their conditions fail if `before` was changed or deleted.
    pub fn replace(
        &self,
        before: &Unit,
        after: &Unit,
        now: Instant,
        is_enqueued: bool,
    ) -> Result<Vec<TransactWriteItem>> {
        let replace = |(expected, change): (&ScheduleChange, &ScheduleChange)| {
            let put = self.put_item(change, now, is_enqueued)?.condition_expression("version = :expected");
            let put = put.expression_attribute_values(":expected", dynamo::number(expected.version));
            Ok(TransactWriteItem::builder().put(put.build().map_err(Error::internal)?).build())
        };
        before.changes().zip(after.changes()).map(replace).collect()
    }

    /// The actions that replace `before` by the rescheduled unit `after`, which usually has different UUIDs. Their
    /// conditions fail if `before` was changed or deleted, or another change is scheduled for the new time.
    pub fn reschedule(&self, before: &Unit, after: &Unit, now: Instant) -> Result<Vec<TransactWriteItem>> {
        if before.lead.uuid == after.lead.uuid {
            return self.replace(before, after, now, true);
        }
        let mut actions = self.delete(before)?;
        actions.extend(self.put(after, now, true)?);
        Ok(actions)
    }

    fn put_item(&self, change: &ScheduleChange, now: Instant, is_enqueued: bool) -> Result<PutBuilder> {
        Ok(Put::builder().table_name(&self.table).set_item(Some(item(change, now, is_enqueued)?)))
    }

    /// The actions that replace an applied unit by its receipt. Their conditions fail if it was changed or deleted.
    pub fn mark_applied(&self, unit: &Unit) -> Result<Vec<TransactWriteItem>> {
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(receipt(unit)?))
            .condition_expression("version = :expected")
            .expression_attribute_values(":expected", dynamo::number(unit.lead.version))
            .build()
            .map_err(Error::internal)?;
        let mut actions = vec![TransactWriteItem::builder().put(put).build()];
        actions.extend(self.delete_all(&unit.reason)?);
        Ok(actions)
    }

    /// The actions that delete a unit. Their conditions fail if it was changed or deleted.
    pub fn delete(&self, unit: &Unit) -> Result<Vec<TransactWriteItem>> {
        self.delete_all(unit.changes())
    }

    fn delete_all<'a>(&self, changes: impl IntoIterator<Item = &'a ScheduleChange>) -> Result<Vec<TransactWriteItem>> {
        let delete = |change: &ScheduleChange| {
            let delete = Delete::builder()
                .table_name(&self.table)
                .key("uuid", text(change.uuid.to_string()))
                .condition_expression("version = :expected")
                .expression_attribute_values(":expected", dynamo::number(change.version))
                .build()
                .map_err(Error::internal)?;
            Ok(TransactWriteItem::builder().delete(delete).build())
        };
        changes.into_iter().map(delete).collect()
    }

    /// Stores many units without conditions. For the seeder.
    pub async fn put_all(&self, units: &[Unit], now: Instant) -> Result<()> {
        let items =
            units.iter().flat_map(Unit::changes).map(|change| item(change, now, false)).collect::<Result<_>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }
}

/// Combines changes with their reasons. A reason without its change is ignored.
fn pair_up(mut changes: BTreeMap<Uuid, ScheduleChange>) -> Vec<Unit> {
    let leads: Vec<Uuid> = changes.values().filter(|change| !change.is_reason()).map(|change| change.uuid).collect();
    let unit = |uuid| {
        let lead = changes.remove(&uuid)?;
        let reason = lead.paired_with.and_then(|pair| changes.remove(&pair));
        Some(Unit { lead, reason })
    };
    leads.into_iter().filter_map(unit).collect()
}

fn pending_shard(shard: u128) -> String {
    format!("PENDING#{shard}")
}

fn index_key(uuid: Uuid, shard: &str, due: Instant) -> Item {
    Item::from([
        ("uuid".into(), text(uuid.to_string())),
        ("stateShard".into(), text(shard)),
        ("dueAt".into(), text(due.to_string())),
    ])
}

/// The stored item of a receipt.
fn receipt(unit: &Unit) -> Result<Item> {
    let expires_at = unit.lead.action_time.plus(RECEIPT_RETENTION).utc().timestamp();
    Ok(Item::from([
        ("uuid".into(), text(unit.lead.uuid.to_string())),
        (APPLIED.into(), AttributeValue::M(dynamo::to_item(unit)?)),
        ("expiresAt".into(), dynamo::number(expires_at)),
    ]))
}

/// The stored item of a change, with its keys in `byState`.
fn item(change: &ScheduleChange, now: Instant, is_enqueued: bool) -> Result<Item> {
    let mut item = dynamo::to_item(change)?;
    item.extend(change.author.iter().map(|author| ("author".into(), text(author))));
    if !change.is_reason() {
        let (shard, due) = match change.state {
            ScheduleChangeState::Pending => {
                (pending_shard(change.uuid.as_u128() % SHARDS), rules::enqueue_at(change, is_enqueued, now))
            }
            ScheduleChangeState::Failed | ScheduleChangeState::Held => (FAILED.into(), now),
        };
        item.extend(index_key(change.uuid, &shard, due));
    }
    Ok(item)
}
