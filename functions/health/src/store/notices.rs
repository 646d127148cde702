//! `NoticeStore` reads and writes the AlertNotices table: the notices of each alert.
//!
//! The transaction that opens or clears an alert also marks its notices as due, so that no alert is lost. The index
//! `byDue` lists the due alerts in [`SHARDS`] partitions. A function claims an alert before it sends notices: the claim moves
//! the due time, so that no other function sends them, and the alert is due again if the function stops.

use crate::model::{Notice, NoticeLog};
use chrono::Duration;
use locations::model::LocationId;
use shared::{
    Instant, Result,
    table::{
        self, Changes, CompositeKey, EXPIRES_AT, Index, Key, Raw, Return, TransactWriteItem, Updated, attribute, string,
    },
};

const KEY: CompositeKey = CompositeKey::new("location", "alert");
const BY_DUE: Index = Index::new("byDue", "dueShard", "dueAt");
/// Number of partitions of the index `byDue`.
const SHARDS: u32 = 4;
/// Maximum number of due alerts that one query reads from a partition.
const MAX_DUE_PER_SHARD: i32 = 50;
/// Time until a claimed alert is due again. It is longer than the function can run.
const LEASE: Duration = Duration::minutes(2);
/// Time until the notices of an alert expire: as long as a cleared alert is kept.
const RETENTION: Duration = Duration::days(396);
/// Maximum number of a fridge's newest alerts that are checked when a snooze ends.
const MAX_WOKEN: i32 = 50;

shared::store! {
    /// The store of notices.
    pub struct NoticeStore { variable: "ALERT_NOTICES_TABLE", key: KEY }
}

/// The key of an alert whose notices are due.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DueAlert {
    location: LocationId,
    alert: String,
}

impl NoticeStore {
    /// The notices of an alert; `None` if the alert was raised before notices were recorded.
    pub async fn get(&self, location: &LocationId, alert: &str) -> Result<Option<NoticeLog>> {
        self.table.get(key(location, alert)).await
    }

    /// The transaction action that marks the notices of a raised or cleared alert as due.
    pub fn mark_due(&self, location: &LocationId, alert: &str, now: Instant) -> Result<TransactWriteItem> {
        self.table.update(key(location, alert), due_changes(location, now)).action()
    }

    /// The alerts whose notices are due at `now`, most overdue first in each partition, and whether more are due.
    pub async fn due(&self, now: Instant) -> Result<(Vec<DueAlert>, bool)> {
        let due = |shard: u32| self.table.query(BY_DUE.partition(shard.to_string())).until(now);
        let shards = table::slices((0..SHARDS).map(|shard| due(shard).limit(MAX_DUE_PER_SHARD))).await?;
        let more = shards.iter().any(|shard| shard.cursor.is_some());
        let items = shards.into_iter().flat_map(|shard| shard.items);
        let alerts = items.filter_map(|(_, Raw(item))| {
            Some(DueAlert { location: string(&item, "location").parse().ok()?, alert: string(&item, "alert") })
        });
        Ok((alerts.collect(), more))
    }

    /// Claims a due alert until the lease ends. `None` if another function claimed it first.
    pub async fn claim(&self, due: &DueAlert, now: Instant) -> Result<Option<NoticeLog>> {
        let changes = due_changes(&due.location, now.plus(LEASE));
        let update = self.table.update(key(&due.location, &due.alert), changes);
        match update.when(attribute("dueAt").at_most(now)).send_returning(Return::After).await? {
            Updated::Written(item) => item.map(|item| self.table.read(item)).transpose(),
            Updated::ConditionFailed(_) => Ok(None),
        }
    }

    /// Stores the notices of a claimed alert and when it is due next. If the alert changed after the claim, it stays due.
    pub async fn release(&self, claimed: &NoticeLog, notices: &[Notice], next: Option<Instant>) -> Result<()> {
        let key = || key(&claimed.location, &claimed.alert);
        let notices = Changes::new().set("notices", table::to_value(&notices)?);
        let changes = match next {
            Some(next) => notices.clone().set("dueAt", next),
            None => notices.clone().remove("dueAt").remove("dueShard"),
        };
        let is_unchanged = attribute("version").equals(claimed.version);
        if !self.table.update(key(), changes).when(is_unchanged).send().await? {
            self.table.update(key(), notices).send().await?;
        }
        Ok(())
    }

    /// Marks the waiting notices of a fridge as due, after its snooze ended.
    pub async fn wake(&self, location: &LocationId, now: Instant) -> Result<()> {
        let newest = self.table.query(KEY.partition(location.as_str())).newest_first().limit(MAX_WOKEN);
        let newest: Vec<NoticeLog> = newest.items().await?;
        for log in newest.into_iter().filter(|log| log.due_at.is_some()) {
            let update = self.table.update(key(location, &log.alert), due_changes(location, now));
            update.when(attribute("dueAt").exists()).send().await?;
        }
        Ok(())
    }
}

/// The changes that make an alert due at `at`. The index attributes of an alert that is not due do not exist.
fn due_changes(location: &LocationId, at: Instant) -> Changes {
    Changes::new()
        .set("dueAt", at)
        .set("dueShard", table::shard(location.as_str(), SHARDS).to_string())
        .set(EXPIRES_AT, table::time_to_live(at.plus(RETENTION)))
        .add("version", 1_u64)
}

fn key(location: &LocationId, alert: &str) -> Key {
    KEY.of(location.as_str(), alert)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::table::testing::readable;

    #[test]
    fn a_changed_alert_is_due_and_gets_a_new_version() {
        let store = NoticeStore::unconnected();
        let action = store.mark_due(&"FRIDGE_1".parse().unwrap(), "alert", "2026-11-21T10:00:00Z".parse().unwrap());
        let update = action.unwrap().into_request().update.unwrap();
        let (names, values) = (update.expression_attribute_names, update.expression_attribute_values);
        let text = readable(&update.update_expression, names.as_ref(), values.as_ref());
        assert!(text.starts_with("SET dueAt = \"2026-11-21T10:00:00.000Z\", dueShard = \""), "{text}");
        assert!(text.ends_with(" ADD version 1"), "{text}");
        assert_eq!(update.condition_expression, None);
    }
}
