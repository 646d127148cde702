//! `LatestStore` reads and writes the FridgeHealth table: the latest report of each fridge.
//!
//! The table contains one item per fridge, which a newer report replaces in one write. The index `byCheck` lists when
//! to check whether a fridge is silent, in [`SHARDS`] partitions. A report does not change the time of the next check;
//! the check itself does. The index therefore costs one write per half hour and fridge, not one per report.

use crate::{
    model::{FridgeAlertKind, HealthReport, Latest},
    rules::alert,
};
use locations::model::LocationId;
use shared::{
    Instant, Result,
    table::{
        self, Attribute, AttributeValue, Changes, Condition, Index, Item, ItemExt, Key, Raw, Return, SimpleKey,
        TransactWriteItem, UpdateItem, Updated, Write, attribute,
    },
};
use std::collections::BTreeSet;
use uuid::Uuid;

const KEY: SimpleKey = SimpleKey::new("locationId");
const BY_CHECK: Index = Index::new("byCheck", "checkShard", "checkAt");
/// Number of partitions of the index `byCheck`.
const SHARDS: u32 = 8;
/// Maximum number of due fridges that one query reads from a partition.
const MAX_DUE_PER_SHARD: i32 = 100;
/// Attributes with the statements of reports about being too warm and about being out of order.
const WARM_REPORTS: &str = "warmReports";
const OUT_OF_ORDER_REPORTS: &str = "outOfOrderReports";

shared::store! {
    /// The store of the latest reports.
    pub struct LatestStore { variable: "FRIDGE_HEALTH_TABLE", key: KEY }
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
    /// Stores the report unless the stored one is as new or newer. The same write adds the report's statements to the
    /// fridge's conditions.
    pub async fn put_report(
        &self,
        location: &LocationId,
        (occurred_at, now): (Instant, Instant),
        message_id: Uuid,
        report: &HealthReport,
    ) -> Result<ReportOutcome> {
        let mut changes = Changes::new()
            .set("timestamp", occurred_at)
            .set("receivedAt", now)
            .set("messageId", message_id)
            .set("health", AttributeValue::M(table::to_item(report)?))
            .set_if_absent("open", AttributeValue::M(Item::new()))
            .set("checkShard", check_shard(location))
            .set_if_absent("checkAt", alert::next_check(now, now))
            .add("revision", 1_u64);
        let (warm, out_of_order) = alert::statements(report, occurred_at);
        for (name, statement) in [(WARM_REPORTS, warm), (OUT_OF_ORDER_REPORTS, out_of_order)] {
            let Some(statement) = statement else { continue };
            let value = table::to_value(&statement)?;
            changes = if statement.is_active() {
                changes.append(name, value)
            } else {
                changes.set(name, AttributeValue::L(vec![value]))
            };
        }
        let timestamp = attribute("timestamp");
        let is_newer = timestamp.clone().not_exists().or(timestamp.less_than(occurred_at));
        match self.table.update(key(location), changes).when(is_newer).send_returning(Return::Before).await? {
            Updated::Written(before) => {
                Ok(ReportOutcome::Newest(before.map(|before| self.table.read(before)).transpose()?))
            }
            Updated::ConditionFailed(stored) => {
                let stored: Latest = self.table.read(stored.unwrap_or_default())?;
                let is_duplicate = stored.message_id == message_id;
                Ok(if is_duplicate { ReportOutcome::Duplicate(stored) } else { ReportOutcome::Late(stored) })
            }
        }
    }

    /// Stores the fridge's conditions, unless another report changed the fridge since its revision was read.
    pub async fn update_conditions(&self, latest: &Latest) -> Result<ConditionsUpdate> {
        let changes = Changes::new()
            .set(WARM_REPORTS, table::to_value(&latest.warm_reports)?)
            .set(OUT_OF_ORDER_REPORTS, table::to_value(&latest.out_of_order_reports)?)
            .add("revision", 1_u64);
        let update = self.table.update(key(&latest.location_id), changes);
        let update = update.when(attribute("locationId").exists()).when(is_revision(latest));
        match update.send_returning(Return::After).await? {
            Updated::Written(after) => Ok(ConditionsUpdate::Stored(self.table.read(after.unwrap_or_default())?)),
            Updated::ConditionFailed(stored) => {
                Ok(ConditionsUpdate::Conflict(self.table.read(stored.unwrap_or_default())?))
            }
        }
    }

    /// The latest reports of those of the fridges that ever reported, in no particular order.
    pub async fn get_all(&self, ids: &BTreeSet<LocationId>) -> Result<Vec<Latest>> {
        self.table.get_all(ids.iter().map(key)).await
    }

    /// The transaction action that records an alert as open. It fails if an alert of this kind is already open or if
    /// another report changed the fridge since `expected` was read. In that case the handling of that report decides.
    pub fn open(&self, expected: &Latest, kind: FridgeAlertKind, id: &str) -> Result<TransactWriteItem> {
        let alert = open_alert(kind);
        self.update_open(expected, Changes::new().set(alert.clone(), id)).when(alert.not_exists()).action()
    }

    /// The transaction action that removes an open alert. It fails like [`Self::open`].
    pub fn clear(&self, expected: &Latest, kind: FridgeAlertKind, id: &str) -> Result<TransactWriteItem> {
        let alert = open_alert(kind);
        self.update_open(expected, Changes::new().remove(alert.clone())).when(alert.equals(id)).action()
    }

    /// The transaction action that requires the alert to be open, for a transaction that changes the alert. It fails
    /// like [`Self::open`].
    pub fn keep_open(&self, expected: &Latest, kind: FridgeAlertKind, id: &str) -> Result<TransactWriteItem> {
        let alert = open_alert(kind);
        self.update_open(expected, Changes::new().set(alert.clone(), id)).when(alert.equals(id)).action()
    }

    fn update_open(&self, expected: &Latest, changes: Changes) -> Write<'_, UpdateItem> {
        self.table.update(key(&expected.location_id), changes).when(is_revision(expected))
    }

    /// The fridges whose check is due at `now`, most overdue first, at most [`MAX_DUE_PER_SHARD`] per partition, and
    /// whether more are due.
    pub async fn due(&self, now: Instant) -> Result<(BTreeSet<LocationId>, bool)> {
        let due = |shard: u32| self.table.query(BY_CHECK.partition(shard.to_string())).until(now);
        let shards = table::slices((0..SHARDS).map(|shard| due(shard).limit(MAX_DUE_PER_SHARD))).await?;
        let more = shards.iter().any(|shard| shard.cursor.is_some());
        let items = shards.into_iter().flat_map(|shard| shard.items);
        Ok((items.filter_map(|(_, Raw(item))| table::string(&item, "locationId").parse().ok()).collect(), more))
    }

    /// Sets when to check next whether the fridge is silent.
    pub async fn set_next_check(&self, location: &LocationId, at: Instant) -> Result<()> {
        self.table.update(key(location), Changes::new().set("checkAt", at)).send().await.map(drop)
    }

    /// Stores many latest reports and overwrites existing ones. For the seeder.
    pub async fn put_all(&self, all: &[Latest]) -> Result<()> {
        self.table.put_all(all.iter().map(item).collect::<Result<_>>()?).await
    }
}

fn key(location: &LocationId) -> Key {
    KEY.of(location.as_str())
}

/// The attribute with the id of the fridge's open alert of this kind.
fn open_alert(kind: FridgeAlertKind) -> Attribute {
    attribute("open").member(kind.to_string())
}

/// The condition that no report changed the fridge since `expected` was read. An item without a revision has revision
/// 0.
fn is_revision(expected: &Latest) -> Condition {
    let revision = attribute("revision");
    let is_equal = revision.clone().equals(expected.revision);
    if expected.revision == 0 { revision.not_exists().or(is_equal) } else { is_equal }
}

fn check_shard(location: &LocationId) -> String {
    table::shard(location.as_str(), SHARDS).to_string()
}

/// The stored item, with its key in `byCheck`.
fn item(latest: &Latest) -> Result<Item> {
    let next_check = alert::next_check(latest.received_at, latest.received_at);
    Ok(table::to_item(latest)?.with_key(BY_CHECK.of(check_shard(&latest.location_id), next_check)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::condition::{self, ConditionState, Statement};
    use shared::table::text;
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
            warm_reports: condition::Condition::default().with(Statement::of(at, ConditionState::ActiveSince(at))),
            out_of_order_reports: condition::Condition::default().with(Statement::of(at, ConditionState::Inactive)),
            revision: 3,
            open: BTreeMap::from([(FridgeAlertKind::TooWarm, "id".into())]),
        }
    }

    #[test]
    fn a_stored_report_round_trips() {
        let read: Latest = table::from_item("FridgeHealth", "locationId", item(&latest()).unwrap()).unwrap();
        assert_eq!(read, latest());
    }

    #[test]
    fn schedules_the_first_check_half_an_hour_after_the_report() {
        let item = item(&latest()).unwrap();
        assert_eq!(item["checkAt"], text("2026-11-21T10:30:03.000Z"));
    }

    /// The update expression and the condition of an update.
    fn readable(action: TransactWriteItem) -> (String, String) {
        let update = action.into_request().update.unwrap();
        let (names, values) = (update.expression_attribute_names, update.expression_attribute_values);
        let text = |expression: &str| table::testing::readable(expression, names.as_ref(), values.as_ref());
        (text(&update.update_expression), text(&update.condition_expression.unwrap()))
    }

    #[test]
    fn an_alert_is_opened_and_cleared_once_and_only_in_the_read_revision() {
        let (store, kind) = (LatestStore::unconnected(), FridgeAlertKind::Silent);
        let expect = |action: Result<TransactWriteItem>, changes: &str, condition: &str| {
            assert_eq!(readable(action.unwrap()), (changes.to_owned(), condition.to_owned()));
        };
        let absent = "revision = 3 AND attribute_not_exists(open.SILENT)";
        expect(store.open(&latest(), kind, "A"), "SET open.SILENT = \"A\"", absent);
        let present = "revision = 3 AND open.SILENT = \"A\"";
        expect(store.clear(&latest(), kind, "A"), "REMOVE open.SILENT", present);
        expect(store.keep_open(&latest(), kind, "A"), "SET open.SILENT = \"A\"", present);
        let first = Latest { revision: 0, ..latest() };
        let unnumbered = "(attribute_not_exists(revision) OR revision = 0) AND open.SILENT = \"A\"";
        expect(store.clear(&first, kind, "A"), "REMOVE open.SILENT", unnumbered);
    }
}
