//! `LatestStore` reads and writes the FridgeHealth table: the latest report of each fridge.
//!
//! The table contains one item per fridge, which a newer report replaces in one write. The index `byFleet`
//! has a summary of each report in [`SHARDS`] partitions, so that the whole fleet is read in a few pages. The search for
//! silent fridges reads this index and writes nothing to the fridges: DynamoDB charges a write for the whole item and each
//! of its indexes, but a read of the index only for the summaries.
//!
//! One item more, [`SWEEP`], has the time until which silent fridges were checked.

use crate::{
    model::{FleetItem, FridgeAlertKind, HealthReport, HealthSummary, Latest},
    rules::alert,
};
use locations::model::LocationId;
use serde::Deserialize;
use shared::{
    Instant, Page, Result,
    table::{
        self, Attribute, AttributeValue, Changes, Condition, Index, Item, ItemExt, Key, Return, SimpleKey,
        TransactWriteItem, UpdateItem, Updated, Write, attribute,
    },
};
use std::collections::BTreeSet;
use uuid::Uuid;

const KEY: SimpleKey = SimpleKey::new("locationId");
const BY_FLEET: Index = Index::new("byFleet", "checkShard", "locationId");
/// Number of partitions of the index.
const SHARDS: u32 = 8;
/// Maximum number of fridges on a page of the fleet.
const FLEET_PAGE_SIZE: usize = 1000;
/// The key of the item with the time until which silent fridges were checked. It cannot be a location's id.
const SWEEP: &str = "#sweep";
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

/// When the latest report of a fridge was received.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct LastReceived {
    /// The fridge.
    pub location_id: LocationId,
    /// When Larder received the report.
    pub received_at: Instant,
}

/// The item of [`SWEEP`].
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Sweep {
    swept_until: Instant,
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
            .set("summary", AttributeValue::M(table::to_item(&HealthSummary::from(report))?))
            .set_if_absent("open", AttributeValue::M(Item::new()))
            .set("checkShard", check_shard(location))
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

    /// A page of the fridges that reported at least once, in no particular order.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] if the token is invalid.
    pub async fn fleet(&self, next_token: Option<&str>) -> Result<Page<FleetItem>> {
        let query = |shard: u32, after: Option<&str>| {
            let query = self.table.query(BY_FLEET.partition(shard.to_string()));
            query.after(after).project(["locationId", "timestamp", "receivedAt", "summary"])
        };
        table::sharded_page(SHARDS, FLEET_PAGE_SIZE, next_token, |after| !after.is_empty(), query).await
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

    /// The fridges whose latest report was received before `before`, with that time, in no particular order. The index is
    /// eventually consistent, so read the reports with [`Self::get_all`] before using them.
    pub async fn not_received_since(&self, before: Instant) -> Result<Vec<LastReceived>> {
        let silent = attribute("receivedAt").less_than(before);
        let query = |shard: u32| self.table.query(BY_FLEET.partition(shard.to_string())).filter(silent.clone());
        table::all((0..SHARDS).map(|shard| query(shard).project(["locationId", "receivedAt"]))).await
    }

    /// Records that an open page follows the fridge until `until`. Returns false if the fridge never reported.
    pub async fn follow(&self, location: &LocationId, until: Instant) -> Result<bool> {
        let changes = Changes::new().set("followedUntil", until);
        self.table.update(key(location), changes).when(attribute("locationId").exists()).send().await
    }

    /// The time until which silent fridges were checked. `None` before the first sweep.
    pub async fn swept_until(&self) -> Result<Option<Instant>> {
        let stored: Option<Sweep> = self.table.get(KEY.of(SWEEP)).await?;
        Ok(stored.map(|sweep| sweep.swept_until))
    }

    /// Stores the time until which silent fridges were checked. If sweeps run in parallel, an earlier time can replace a
    /// later one. The fridges between are then checked again, which changes nothing.
    pub async fn set_swept_until(&self, at: Instant) -> Result<()> {
        self.table.update(KEY.of(SWEEP), Changes::new().set("sweptUntil", at)).send().await.map(drop)
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

/// The stored item, with its keys in the indexes.
fn item(latest: &Latest) -> Result<Item> {
    let summary = AttributeValue::M(table::to_item(&HealthSummary::from(&latest.health))?);
    let item = table::to_item(latest)?.with("summary", summary);
    Ok(item.with_key(BY_FLEET.of(check_shard(&latest.location_id), latest.location_id.as_str())))
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
            followed_until: Some(at.plus(chrono::Duration::minutes(15))),
        }
    }

    #[test]
    fn a_stored_report_round_trips() {
        let read: Latest = table::from_item("FridgeHealth", "locationId", item(&latest()).unwrap()).unwrap();
        assert_eq!(read, latest());
    }

    #[test]
    fn the_index_of_the_fleet_has_a_summary_of_the_report() {
        let read: FleetItem = table::from_item("FridgeHealth", "locationId", item(&latest()).unwrap()).unwrap();
        assert_eq!(read.summary, HealthSummary::from(&latest().health));
        assert_eq!((read.summary.temperature, read.summary.out_of_order), (Some(44.6), Some(true)));
    }

    #[test]
    fn an_item_without_a_summary_is_read_with_unknown_values() {
        let mut stored = item(&latest()).unwrap();
        stored.remove("summary");
        let read: FleetItem = table::from_item("FridgeHealth", "locationId", stored).unwrap();
        assert_eq!(read.summary, HealthSummary::default());
    }

    #[test]
    fn a_stored_report_is_in_the_index_of_the_fleet() {
        let item = item(&latest()).unwrap();
        assert_eq!(item["checkShard"], text(check_shard(&latest().location_id)));
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
