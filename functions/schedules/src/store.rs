//! The table of scheduled changes. The only module that knows its keys and its indexes.
//!
//! `byLocation` lists a location's changes by time. `byState` is sparse: a pending change sits in one of [`SHARDS`]
//! partitions under the moment at which it is next handed to the queue, a failed or held one in a partition of its own
//! under the moment at which it failed or was held; the reason's half of a pair is in neither. A change that was applied leaves a receipt
//! under its identity for a while, in no index: who schedules it again, because the answer was lost, finds it.

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
/// The partition of changes that were not applied: failed ones and held ones.
const FAILED: &str = "FAILED";
/// Changes on one page of a list.
const PAGE: i32 = 100;
/// The attribute of a receipt: the unit as it was applied.
const APPLIED: &str = "applied";
/// How long a receipt is kept after the change's time. Nothing can be scheduled for a time that long ago.
const RECEIPT: Duration = Duration::hours(1);

/// What is left of a unit that was applied.
#[derive(Deserialize)]
struct Receipt {
    applied: Unit,
}

/// The table of scheduled changes.
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

    /// The change that `uuid` names, with its pair; `None` where it is not scheduled, or no longer.
    pub async fn unit(&self, uuid: Uuid) -> Result<Option<Unit>> {
        let Some(named) = self.get(uuid).await? else { return Ok(None) };
        let mate = match named.paired_with {
            Some(mate) => self.get(mate).await?,
            None => None,
        };
        Ok(match (named.is_reason(), mate) {
            (false, reason) => Some(Unit { lead: named, reason }),
            (true, Some(lead)) => Some(Unit { lead, reason: Some(named) }),
            (true, None) => None,
        })
    }

    /// The changes with these identities, each with its pair: those that are stored, in no order. Read consistently.
    pub async fn units(&self, uuids: BTreeSet<Uuid>) -> Result<Vec<Unit>> {
        let mut found = self.get_all(uuids).await?;
        let pairs = found.values().filter_map(|change| change.paired_with);
        let missing = pairs.filter(|pair| !found.contains_key(pair)).collect();
        found.extend(self.get_all(missing).await?);
        Ok(paired(found))
    }

    async fn get_all(&self, uuids: BTreeSet<Uuid>) -> Result<BTreeMap<Uuid, ScheduleChange>> {
        let keys = uuids.iter().map(|uuid| Item::from([("uuid".into(), text(uuid.to_string()))])).collect();
        let items = dynamo::get_all(&self.client, &self.table, keys, &[]).await?;
        let scheduled = items.into_iter().filter(|item| !item.contains_key(APPLIED));
        let change = |item| self.read(item).map(|change| (change.uuid, change));
        scheduled.map(change).collect()
    }

    /// The identities of a location's pending changes that are due by `now`. Read from an index, which may lag behind
    /// by a moment: look at each by [`ScheduleStore::units`].
    pub async fn due_of(&self, id: &LocationId, now: Instant) -> Result<BTreeSet<Uuid>> {
        Ok(self.pending_until(id, Some(now)).await?.into_keys().collect())
    }

    /// A location's pending changes, each with its pair, in no order. Read from an index, as above.
    pub async fn pending_of(&self, id: &LocationId) -> Result<Vec<Unit>> {
        self.pending_until(id, None).await.map(paired)
    }

    /// The same, of those before an instant.
    pub async fn pending_before(&self, id: &LocationId, before: Instant) -> Result<Vec<Unit>> {
        self.pending_until(id, Some(before.plus(-Duration::milliseconds(1)))).await.map(paired)
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

    /// What was applied lately under that identity.
    pub async fn applied(&self, uuid: Uuid) -> Result<Option<Unit>> {
        let receipt = self.item(uuid).await?.filter(|item| item.contains_key(APPLIED));
        let receipt = receipt.map(|item| dynamo::from_item::<Receipt>(&self.table, "uuid", item)).transpose()?;
        Ok(receipt.map(|receipt| receipt.applied))
    }

    async fn get(&self, uuid: Uuid) -> Result<Option<ScheduleChange>> {
        let scheduled = self.item(uuid).await?.filter(|item| !item.contains_key(APPLIED));
        scheduled.map(|item| self.read(item)).transpose()
    }

    async fn item(&self, uuid: Uuid) -> Result<Option<Item>> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.table)
            .key("uuid", text(uuid.to_string()))
            .consistent_read(true)
            .send()
            .await
            .map_err(dynamo::failure)?;
        Ok(answer.item)
    }

    fn read(&self, item: Item) -> Result<ScheduleChange> {
        dynamo::from_item(&self.table, "uuid", item)
    }

    /// The changes of one location by time, a page at a time.
    pub async fn of_location(&self, id: &LocationId, next_token: Option<&str>) -> Result<Page<ScheduleChange>> {
        let start = next_token.map(page::decode_token::<(Uuid, Instant)>).transpose()?.map(|(uuid, time)| {
            Item::from([
                ("uuid".into(), text(uuid.to_string())),
                ("id".into(), text(id.as_str())),
                ("actionTime".into(), text(time.to_string())),
            ])
        });
        let answer = self
            .client
            .query()
            .table_name(&self.table)
            .index_name("byLocation")
            .key_condition_expression("id = :id")
            .expression_attribute_values(":id", text(id.as_str()))
            .limit(PAGE)
            .set_exclusive_start_key(start)
            .send()
            .await
            .map_err(dynamo::failure)?;
        let more = answer.last_evaluated_key.is_some();
        let items = self.read_all(answer.items)?;
        let last = items.last().filter(|_| more).map(|last| (last.uuid, last.action_time));
        Ok(Page { next_token: last.as_ref().map(page::encode_token).transpose()?, items })
    }

    /// The changes that failed or are held, newest first, a page at a time.
    pub async fn failed(&self, next_token: Option<&str>) -> Result<Page<ScheduleChange>> {
        let start = next_token.map(page::decode_token::<(Uuid, Instant)>).transpose()?;
        let start = start.map(|(uuid, due)| index_key(uuid, FAILED, due));
        let answer = self
            .client
            .query()
            .table_name(&self.table)
            .index_name("byState")
            .key_condition_expression("stateShard = :shard")
            .expression_attribute_values(":shard", text(FAILED))
            .scan_index_forward(false)
            .limit(PAGE)
            .set_exclusive_start_key(start)
            .send()
            .await
            .map_err(dynamo::failure)?;
        let place = |key| (dynamo::string(&key, "uuid"), dynamo::string(&key, "dueAt"));
        let next_token = answer.last_evaluated_key.map(|key| page::encode_token(&place(key))).transpose()?;
        Ok(Page { items: self.read_all(answer.items)?, next_token })
    }

    fn read_all(&self, items: Option<Vec<Item>>) -> Result<Vec<ScheduleChange>> {
        items.unwrap_or_default().into_iter().map(|item| self.read(item)).collect()
    }

    /// Pending changes to hand to the queue by `now`, the most urgent of each shard first, at most one page a shard; and
    /// whether there are more.
    pub async fn due(&self, now: Instant) -> Result<(Vec<ScheduleChange>, bool)> {
        let shards: Vec<(Vec<ScheduleChange>, bool)> = stream::iter(0..SHARDS)
            .map(|shard| async move {
                let answer = self
                    .client
                    .query()
                    .table_name(&self.table)
                    .index_name("byState")
                    .key_condition_expression("stateShard = :shard AND dueAt <= :now")
                    .expression_attribute_values(":shard", text(pending(shard)))
                    .expression_attribute_values(":now", text(now.to_string()))
                    .limit(PAGE)
                    .send()
                    .await
                    .map_err(dynamo::failure)?;
                let more = answer.last_evaluated_key.is_some();
                Ok::<_, Error>((self.read_all(answer.items)?, more))
            })
            .buffer_unordered(usize::MAX)
            .try_collect()
            .await?;
        let more = shards.iter().any(|(_, more)| *more);
        Ok((shards.into_iter().flat_map(|(changes, _)| changes).collect(), more))
    }

    /// Notes that the queue has the change, so that the next sweep leaves it alone until it must have been applied.
    pub async fn handed_over(&self, change: &ScheduleChange, now: Instant) -> Result<()> {
        let noted = self
            .client
            .update_item()
            .table_name(&self.table)
            .key("uuid", text(change.uuid.to_string()))
            .update_expression("SET dueAt = :due")
            .condition_expression("actionTime = :time AND #state = :pending")
            .expression_attribute_names("#state", "state")
            .expression_attribute_values(":due", text(rules::due_at(change, true, now).to_string()))
            .expression_attribute_values(":time", text(change.action_time.to_string()))
            .expression_attribute_values(":pending", text("PENDING"))
            .send()
            .await;
        dynamo::unless_refused(noted).map(drop)
    }

    /// The actions that store a new unit, refused where its identity is taken. `handed_over` says that it goes to the queue at once.
    pub fn put(&self, unit: &Unit, now: Instant, handed_over: bool) -> Result<Vec<TransactWriteItem>> {
        let put = |change: &ScheduleChange| {
            let put = self.put_item(change, now, handed_over)?.condition_expression("attribute_not_exists(#uuid)");
            let put = put.expression_attribute_names("#uuid", "uuid");
            Ok(TransactWriteItem::builder().put(put.build().map_err(Error::internal)?).build())
        };
        unit.changes().map(put).collect()
    }

    /// The actions that put `after` in the place of `before`, refused where that has moved or is gone.
    pub fn replace(
        &self,
        before: &Unit,
        after: &Unit,
        now: Instant,
        handed_over: bool,
    ) -> Result<Vec<TransactWriteItem>> {
        let replace = |(seen, change): (&ScheduleChange, &ScheduleChange)| {
            let put = self.put_item(change, now, handed_over)?.condition_expression("version = :seen");
            let put = put.expression_attribute_values(":seen", dynamo::number(seen.version));
            Ok(TransactWriteItem::builder().put(put.build().map_err(Error::internal)?).build())
        };
        before.changes().zip(after.changes()).map(replace).collect()
    }

    /// The actions that move a unit to the time, and so to the identity, of `after`; refused where it has moved or is
    /// gone, or where something is scheduled there.
    pub fn relocate(&self, before: &Unit, after: &Unit, now: Instant) -> Result<Vec<TransactWriteItem>> {
        if before.lead.uuid == after.lead.uuid {
            return self.replace(before, after, now, true);
        }
        let mut actions = self.delete(before)?;
        actions.extend(self.put(after, now, true)?);
        Ok(actions)
    }

    fn put_item(&self, change: &ScheduleChange, now: Instant, handed_over: bool) -> Result<PutBuilder> {
        Ok(Put::builder().table_name(&self.table).set_item(Some(item(change, now, handed_over)?)))
    }

    /// The actions that leave the receipt of a unit in its place, refused where it has moved or is gone.
    pub fn settle(&self, unit: &Unit) -> Result<Vec<TransactWriteItem>> {
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(receipt(unit)?))
            .condition_expression("version = :seen")
            .expression_attribute_values(":seen", dynamo::number(unit.lead.version))
            .build()
            .map_err(Error::internal)?;
        let mut actions = vec![TransactWriteItem::builder().put(put).build()];
        actions.extend(self.delete_all(&unit.reason)?);
        Ok(actions)
    }

    /// The actions that remove a unit, refused where it has moved or is gone.
    pub fn delete(&self, unit: &Unit) -> Result<Vec<TransactWriteItem>> {
        self.delete_all(unit.changes())
    }

    fn delete_all<'a>(&self, changes: impl IntoIterator<Item = &'a ScheduleChange>) -> Result<Vec<TransactWriteItem>> {
        let delete = |change: &ScheduleChange| {
            let delete = Delete::builder()
                .table_name(&self.table)
                .key("uuid", text(change.uuid.to_string()))
                .condition_expression("version = :seen")
                .expression_attribute_values(":seen", dynamo::number(change.version))
                .build()
                .map_err(Error::internal)?;
            Ok(TransactWriteItem::builder().delete(delete).build())
        };
        changes.into_iter().map(delete).collect()
    }

    /// Stores many units whatever is there: for the seeder.
    pub async fn put_all(&self, units: &[Unit], now: Instant) -> Result<()> {
        let items =
            units.iter().flat_map(Unit::changes).map(|change| item(change, now, false)).collect::<Result<_>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }
}

/// Changes with their reasons; a reason without its change is left out.
fn paired(mut changes: BTreeMap<Uuid, ScheduleChange>) -> Vec<Unit> {
    let leads: Vec<Uuid> = changes.values().filter(|change| !change.is_reason()).map(|change| change.uuid).collect();
    let unit = |uuid| {
        let lead = changes.remove(&uuid)?;
        let reason = lead.paired_with.and_then(|pair| changes.remove(&pair));
        Some(Unit { lead, reason })
    };
    leads.into_iter().filter_map(unit).collect()
}

fn pending(shard: u128) -> String {
    format!("PENDING#{shard}")
}

fn index_key(uuid: Uuid, shard: &str, due: Instant) -> Item {
    Item::from([
        ("uuid".into(), text(uuid.to_string())),
        ("stateShard".into(), text(shard)),
        ("dueAt".into(), text(due.to_string())),
    ])
}

/// The receipt as it is stored.
fn receipt(unit: &Unit) -> Result<Item> {
    let forgotten = unit.lead.action_time.plus(RECEIPT).utc().timestamp();
    Ok(Item::from([
        ("uuid".into(), text(unit.lead.uuid.to_string())),
        (APPLIED.into(), AttributeValue::M(dynamo::to_item(unit)?)),
        ("expiresAt".into(), dynamo::number(forgotten)),
    ]))
}

/// The change as it is stored: with its place in `byState`.
fn item(change: &ScheduleChange, now: Instant, handed_over: bool) -> Result<Item> {
    let mut item = dynamo::to_item(change)?;
    item.extend(change.author.iter().map(|author| ("author".into(), text(author))));
    if !change.is_reason() {
        let (shard, due) = match change.state {
            ScheduleChangeState::Pending => {
                (pending(change.uuid.as_u128() % SHARDS), rules::due_at(change, handed_over, now))
            }
            ScheduleChangeState::Failed | ScheduleChangeState::Held => (FAILED.into(), now),
        };
        item.extend(index_key(change.uuid, &shard, due));
    }
    Ok(item)
}
