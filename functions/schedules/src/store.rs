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
use chrono::Duration;
use locations::model::LocationId;
use serde::Deserialize;
use shared::{
    Instant, Page, Result,
    table::{
        self, AttributeValue, Changes, Cursor, Index, Item, ItemExt, Raw, SimpleKey, TransactWriteItem, attribute,
    },
};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

const KEY: SimpleKey = SimpleKey::new("uuid");
const BY_LOCATION: Index = Index::new("byLocation", "id", "actionTime");
const BY_STATE: Index = Index::new("byState", "stateShard", "dueAt");
/// The position in the changes of a location.
const LOCATION_CURSOR: Cursor = Cursor::new(&["uuid", "actionTime"], is_position);
/// The position in the failed and held changes.
const FAILED_CURSOR: Cursor = Cursor::new(&["uuid", "dueAt"], is_position);
/// Partitions of pending changes in `byState`.
const SHARDS: u128 = 4;
/// The partition of failed and held changes in `byState`.
const FAILED: &str = "FAILED";
/// The state of changes that are not due yet.
const PENDING: &str = "PENDING";
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

shared::store! {
    /// Reads and writes the table of scheduled changes.
    pub struct ScheduleStore { variable: "SCHEDULE_CHANGES_TABLE", key: KEY }
}

impl ScheduleStore {
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
        Ok(self.units_and_receipts(uuids).await?.0)
    }

    /// The stored units that contain these changes, and the units that were applied under these UUIDs and whose receipts
    /// still exist. In no particular order. Read consistently.
    pub async fn units_and_applied(&self, uuids: BTreeSet<Uuid>) -> Result<(Vec<Unit>, Vec<Unit>)> {
        let (units, receipts) = self.units_and_receipts(uuids).await?;
        let applied = |item| Ok(self.table.read::<Receipt>(item)?.applied);
        Ok((units, receipts.into_iter().map(applied).collect::<Result<_>>()?))
    }

    async fn units_and_receipts(&self, uuids: BTreeSet<Uuid>) -> Result<(Vec<Unit>, Vec<Item>)> {
        let (mut found, receipts) = self.changes_and_receipts(uuids).await?;
        let pairs = found.values().filter_map(|change| change.paired_with);
        let missing = pairs.filter(|pair| !found.contains_key(pair)).collect();
        found.extend(self.changes_and_receipts(missing).await?.0);
        Ok((pair_up(found), receipts))
    }

    async fn changes_and_receipts(&self, uuids: BTreeSet<Uuid>) -> Result<(BTreeMap<Uuid, ScheduleChange>, Vec<Item>)> {
        let items: Vec<Raw> = self.table.get_all(uuids.into_iter().map(|uuid| KEY.of(uuid))).await?;
        let (receipts, scheduled): (Vec<Item>, Vec<Item>) =
            items.into_iter().map(|Raw(item)| item).partition(|item| item.contains_key(APPLIED));
        let changes = scheduled.into_iter().map(|item| self.table.read(item)).collect::<Result<_>>()?;
        Ok((by_uuid(changes), receipts))
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
        let changes = self.table.query(BY_LOCATION.partition(id.as_str()));
        let pending = changes.filter(attribute("state").equals(PENDING));
        let pending = match until {
            Some(until) => pending.until(until),
            None => pending,
        };
        Ok(by_uuid(pending.all().await?))
    }

    async fn get(&self, uuid: Uuid) -> Result<Option<ScheduleChange>> {
        let stored: Option<Raw> = self.table.get(KEY.of(uuid)).await?;
        let scheduled = stored.map(|Raw(item)| item).filter(|item| !item.contains_key(APPLIED));
        scheduled.map(|item| self.table.read(item)).transpose()
    }

    /// A page of the changes of one location, sorted by time.
    pub async fn of_location(&self, id: &LocationId, next_token: Option<&str>) -> Result<Page<ScheduleChange>> {
        let changes = self.table.query(BY_LOCATION.partition(id.as_str())).limit(PAGE_SIZE);
        changes.page(LOCATION_CURSOR, next_token).await
    }

    /// A page of the failed and held changes, newest first.
    pub async fn failed_changes(&self, next_token: Option<&str>) -> Result<Page<ScheduleChange>> {
        let changes = self.table.query(BY_STATE.partition(FAILED)).newest_first().limit(PAGE_SIZE);
        changes.page(FAILED_CURSOR, next_token).await
    }

    /// The pending changes that must be enqueued at `now`, at most one page of each shard, earliest first. The flag is
    /// true if there are more.
    pub async fn due_changes(&self, now: Instant) -> Result<(Vec<ScheduleChange>, bool)> {
        let due = |shard| self.table.query(BY_STATE.partition(pending_shard(shard))).until(now).limit(PAGE_SIZE);
        let slices = table::slices((0..SHARDS).map(due)).await?;
        let has_more = slices.iter().any(|slice| slice.cursor.is_some());
        Ok((slices.into_iter().flat_map(|slice| slice.items).map(|(_, change)| change).collect(), has_more))
    }

    /// Marks a change as enqueued. Sweeps skip it until it should have been applied.
    pub async fn mark_enqueued(&self, change: &ScheduleChange, now: Instant) -> Result<()> {
        let changes = Changes::new().set("dueAt", rules::enqueue_at(change, true, now));
        let is_unchanged = attribute("actionTime").equals(change.action_time).and(attribute("state").equals(PENDING));
        self.table.update(KEY.of(change.uuid), changes).when(is_unchanged).send().await.map(drop)
    }

    /// The actions that store a new unit. Their conditions fail if a UUID is in use. `is_enqueued` marks it as
    /// enqueued.
    pub fn put(&self, unit: &Unit, now: Instant, is_enqueued: bool) -> Result<Vec<TransactWriteItem>> {
        let put = |change: &ScheduleChange| {
            self.table.put(item(change, now, is_enqueued)?).when(attribute("uuid").not_exists()).action()
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
            self.table.put_if_version(item(change, now, is_enqueued)?, Some(expected.version.into())).action()
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

    /// The actions that replace an applied unit by its receipt. Their conditions fail if it was changed or deleted.
    pub fn mark_applied(&self, unit: &Unit) -> Result<Vec<TransactWriteItem>> {
        let put = self.table.put_if_version(receipt(unit)?, Some(unit.lead.version.into()));
        let mut actions = vec![put.action()?];
        actions.extend(self.delete_all(&unit.reason)?);
        Ok(actions)
    }

    /// The actions that delete a unit. Their conditions fail if it was changed or deleted.
    pub fn delete(&self, unit: &Unit) -> Result<Vec<TransactWriteItem>> {
        self.delete_all(unit.changes())
    }

    fn delete_all<'a>(&self, changes: impl IntoIterator<Item = &'a ScheduleChange>) -> Result<Vec<TransactWriteItem>> {
        let delete = |change: &ScheduleChange| {
            self.table.delete(KEY.of(change.uuid)).when(attribute("version").equals(change.version)).action()
        };
        changes.into_iter().map(delete).collect()
    }

    /// Stores many units without conditions. For the seeder.
    pub async fn put_all(&self, units: &[Unit], now: Instant) -> Result<()> {
        let changes = units.iter().flat_map(Unit::changes);
        self.table.put_all(changes.map(|change| item(change, now, false)).collect::<Result<_>>()?).await
    }
}

fn by_uuid(changes: Vec<ScheduleChange>) -> BTreeMap<Uuid, ScheduleChange> {
    changes.into_iter().map(|change| (change.uuid, change)).collect()
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
    format!("{PENDING}#{shard}")
}

/// Whether the values of a token are the UUID and the time of a change.
fn is_position(values: &[String]) -> bool {
    matches!(values, [uuid, time] if uuid.parse::<Uuid>().is_ok() && time.parse::<Instant>().is_ok())
}

/// The stored item of a receipt.
fn receipt(unit: &Unit) -> Result<Item> {
    let receipt = Item::from(KEY.of(unit.lead.uuid)).with(APPLIED, AttributeValue::M(table::to_item(unit)?));
    Ok(receipt.with_expiry(unit.lead.action_time.plus(RECEIPT_RETENTION)))
}

/// The stored item of a change, with its keys in `byState`.
fn item(change: &ScheduleChange, now: Instant, is_enqueued: bool) -> Result<Item> {
    let mut item = table::to_item(change)?.with_key(KEY.of(change.uuid));
    if let Some(author) = &change.author {
        item = item.with("author", author);
    }
    if change.is_reason() {
        return Ok(item);
    }
    let (shard, due) = match change.state {
        ScheduleChangeState::Pending => {
            (pending_shard(change.uuid.as_u128() % SHARDS), rules::enqueue_at(change, is_enqueued, now))
        }
        ScheduleChangeState::Failed | ScheduleChangeState::Held => (FAILED.into(), now),
    };
    Ok(item.with_key(BY_STATE.of(shard, due)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::a_uuid_and_a_time(&["149622ef-8997-575b-ba3b-da7f127df1a1", "2026-11-22T12:00:00.000Z"], true)]
    #[case::no_uuid(&["1", "2026-11-22T12:00:00.000Z"], false)]
    #[case::no_time(&["149622ef-8997-575b-ba3b-da7f127df1a1", "tomorrow"], false)]
    fn a_position_is_the_uuid_and_the_time_of_a_change(#[case] values: &[&str], #[case] expected: bool) {
        let values: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
        assert_eq!(is_position(&values), expected);
    }
}
