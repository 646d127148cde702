//! `HistoryStore` reads and writes the FridgeHistory table. Entries expire.
//!
//! A partition contains one fridge's entries of one kind, sorted by time. The sort key contains the message id, so a
//! duplicate message writes the same entry and two messages of one instant write two.

use crate::model::{
    CheckpointEvent, FridgeEvent, FridgeEventType, FridgeSegmentEvent, FridgeSegmentEventType, FridgeTemperature,
    SegmentEvent,
};
use chrono::Duration;
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::{
    Error, Instant, Page, Result,
    audit::Change,
    shards::Order,
    table::{self, CompositeKey, Cursor, FromItem, Item, ItemExt},
};
use std::collections::BTreeSet;
use uuid::Uuid;

const KEY: CompositeKey = CompositeKey::new("fridge", "entry");
/// Maximum number of entries on a page.
const PAGE_SIZE: u16 = 100;
/// Maximum number of temperatures that one request reads.
const MAX_TEMPERATURES: usize = 20_000;
/// The entry kind of temperatures. The kinds of events are their types.
const TEMPERATURE_KIND: &str = "TEMPERATURE";
/// The entry kind of changes of a fridge's state.
const CHANGE_KIND: &str = "CHANGE";
/// Time until a temperature expires. A temperature record covers at most 90 days.
const TEMPERATURE_RETENTION: Duration = Duration::days(92);
/// Maximum number of temperatures on a page of a temperature record.
const TEMPERATURE_PAGE_SIZE: i32 = 5000;
/// Maximum number of changes of state on a page.
const CHANGE_PAGE_SIZE: i32 = 1000;
/// A character after the one that separates instant and message id in a sort key.
const AFTER_INSTANT: char = '$';
const CURSOR: Cursor = Cursor::new(&["entry"], |values| values.iter().all(|entry| is_entry(entry)));
/// Time until an event expires.
const EVENT_RETENTION: Duration = Duration::days(92);
/// Time until a change of state expires: one year and one month, to trace faults.
const CHANGE_RETENTION: Duration = Duration::days(396);

shared::store! {
    /// The store of the history of fridges.
    pub struct HistoryStore { variable: "FRIDGE_HISTORY_TABLE", key: KEY }
}

/// One history entry of a fridge.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// The fridge reported its temperature.
    Temperature(f64),
    /// The fridge reported a changed state.
    Changes(Vec<Change>),
    /// An event of a stocking.
    Checkpoint(CheckpointEvent),
    /// A customer event.
    Segment(SegmentEvent),
}

/// The fridge, time and message of an entry.
#[derive(Clone, Debug)]
pub struct EntrySource {
    /// The fridge.
    pub location: LocationId,
    /// When it happened.
    pub at: Instant,
    /// The id of the telemetry message.
    pub message_id: Uuid,
}

/// The changes of a fridge's state in one report.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct FridgeChanges {
    /// The id of the telemetry message.
    pub id: Uuid,
    /// The fridge.
    pub location: LocationId,
    /// When the report was made.
    pub timestamp: Instant,
    /// The changed attributes.
    pub changes: Vec<Change>,
}

impl HistoryStore {
    /// Stores entries. Storing the same entries again changes nothing.
    pub async fn put(&self, source: &EntrySource, entries: &[Entry]) -> Result<()> {
        self.table.put_all(entries.iter().map(|entry| item(source, entry)).collect::<Result<_>>()?).await
    }

    /// Stores many entries of many fridges. For the seeder.
    pub async fn put_all(&self, entries: &[(EntrySource, Entry)]) -> Result<()> {
        self.table.put_all(entries.iter().map(|(source, entry)| item(source, entry)).collect::<Result<_>>()?).await
    }

    /// A fridge's events of the given types, newest first.
    pub async fn events(
        &self,
        location: &LocationId,
        types: &[FridgeEventType],
        next_token: Option<&str>,
    ) -> Result<Page<FridgeEvent>> {
        self.query_newest(location, types.iter().map(ToString::to_string), next_token).await
    }

    /// A fridge's customer events of the given types, newest first.
    pub async fn segment_events(
        &self,
        location: &LocationId,
        types: &[FridgeSegmentEventType],
        next_token: Option<&str>,
    ) -> Result<Page<FridgeSegmentEvent>> {
        self.query_newest(location, types.iter().map(ToString::to_string), next_token).await
    }

    async fn query_newest<T: FromItem>(
        &self,
        location: &LocationId,
        kinds: impl Iterator<Item = String>,
        next_token: Option<&str>,
    ) -> Result<Page<T>> {
        let partitions: BTreeSet<_> = kinds.map(|kind| partition(location, &kind)).collect();
        let queries = partitions.into_iter().map(|partition| self.table.query(KEY.partition(partition)));
        table::merged_page(Order::Descending, PAGE_SIZE, next_token, queries).await
    }

    /// One page of a fridge's temperatures from `from` up to and including `to`, oldest first.
    pub async fn temperature_page(
        &self,
        location: &LocationId,
        (from, to): (Instant, Instant),
        next_token: Option<&str>,
    ) -> Result<Page<FridgeTemperature>> {
        let query = self.table.query(KEY.partition(partition(location, TEMPERATURE_KIND)));
        let query = query.between(from, format!("{to}{AFTER_INSTANT}")).limit(TEMPERATURE_PAGE_SIZE);
        query.project(["timestamp", "temperature"]).page(CURSOR, next_token).await
    }

    /// The first temperatures of a fridge from `from` on, at most `max`.
    pub async fn first_temperatures(
        &self,
        location: &LocationId,
        from: Instant,
        max: usize,
    ) -> Result<Vec<FridgeTemperature>> {
        let query = self.table.query(KEY.partition(partition(location, TEMPERATURE_KIND))).from(from);
        query.project(["timestamp", "temperature"]).up_to(max).await
    }

    /// One page of the changes of a fridge's state since `from`, oldest first.
    pub async fn change_page(
        &self,
        location: &LocationId,
        from: Instant,
        next_token: Option<&str>,
    ) -> Result<Page<FridgeChanges>> {
        let query = self.table.query(KEY.partition(partition(location, CHANGE_KIND))).from(from);
        query.limit(CHANGE_PAGE_SIZE).page(CURSOR, next_token).await
    }

    /// A fridge's temperatures since `from`, oldest first. If there are more than [`MAX_TEMPERATURES`], the
    /// newest.
    pub async fn temperatures(&self, location: &LocationId, from: Instant) -> Result<Vec<FridgeTemperature>> {
        let query = self.table.query(KEY.partition(partition(location, TEMPERATURE_KIND))).from(from).newest_first();
        let mut temperatures = query.project(["timestamp", "temperature"]).up_to(MAX_TEMPERATURES).await?;
        temperatures.reverse();
        Ok(temperatures)
    }
}

/// Whether the text can be a sort key: an instant and a message id.
fn is_entry(entry: &str) -> bool {
    let is_valid = |(at, id): (&str, &str)| at.parse::<Instant>().is_ok() && id.parse::<Uuid>().is_ok();
    entry.split_once('#').is_some_and(is_valid)
}

fn partition(location: &LocationId, kind: &str) -> String {
    format!("{location}#{kind}")
}

/// The stored item of an entry, with its key and expiry.
fn item(source: &EntrySource, entry: &Entry) -> Result<Item> {
    let EntrySource { location, at, message_id: id } = source.clone();
    let json = |value: &Option<serde_json::Map<_, _>>| {
        value.as_ref().map(serde_json::to_string).transpose().map_err(Error::internal)
    };
    let (kind, retention, item) = match entry {
        Entry::Temperature(temperature) => {
            let reading = FridgeTemperature { timestamp: at, temperature: *temperature };
            (TEMPERATURE_KIND.to_owned(), TEMPERATURE_RETENTION, table::to_item(&reading)?)
        }
        Entry::Changes(changes) => {
            let changes = FridgeChanges { id, location: location.clone(), timestamp: at, changes: changes.clone() };
            (CHANGE_KIND.to_owned(), CHANGE_RETENTION, table::to_item(&changes)?)
        }
        Entry::Checkpoint(CheckpointEvent { name, data }) => {
            let (event_type, data) = (FridgeEventType::CheckpointEvent, json(data)?);
            let location = location.clone();
            let event = FridgeEvent { id, location, event_type, name: name.clone(), timestamp: at, data };
            (event_type.to_string(), EVENT_RETENTION, table::to_item(&event)?)
        }
        Entry::Segment(SegmentEvent { event_type, payload }) => {
            let (event_type, payload) = (*event_type, json(payload)?);
            let event = FridgeSegmentEvent { id, location: location.clone(), event_type, date: at, payload };
            (event_type.to_string(), EVENT_RETENTION, table::to_item(&event)?)
        }
    };
    Ok(item.with_key(KEY.of(partition(&location, &kind), format!("{at}#{id}"))).with_expiry(at.plus(retention)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use shared::table::{number, text};

    fn source() -> EntrySource {
        EntrySource {
            location: "FRIDGE_1".parse().unwrap(),
            at: "2026-11-21T10:00:00Z".parse().unwrap(),
            message_id: Uuid::from_u128(7),
        }
    }

    fn stored(entry: &Entry) -> Item {
        item(&source(), entry).unwrap()
    }

    #[test]
    fn a_stored_event_round_trips_with_its_data_as_text() {
        let data = json!({"door": 1}).as_object().cloned();
        let item = stored(&Entry::Checkpoint(CheckpointEvent { name: "DOOR_OPENED".into(), data }));
        assert_eq!(item["fridge"], text("FRIDGE_1#CheckpointEvent"));
        let read: FridgeEvent = table::from_item("FridgeHistory", "entry", item).unwrap();
        assert_eq!(read.name, "DOOR_OPENED");
        assert_eq!(read.data.as_deref(), Some("{\"door\":1}"));
        assert_eq!(read.timestamp, source().at);
        assert_eq!(read.id, source().message_id);
    }

    #[test]
    fn stores_a_customer_event_by_its_type() {
        let event_type = FridgeSegmentEventType::PurchaseCompleted;
        let item = stored(&Entry::Segment(SegmentEvent { event_type, payload: None }));
        assert_eq!(item["fridge"], text("FRIDGE_1#purchaseCompleted"));
        let read: FridgeSegmentEvent = table::from_item("FridgeHistory", "entry", item).unwrap();
        assert_eq!(read.event_type, event_type);
        assert_eq!(read.payload, None);
    }

    #[test]
    fn accepts_only_sort_keys_of_entries_in_a_token() {
        assert!(is_entry("2026-11-21T10:00:00.000Z#00000000-0000-0000-0000-000000000007"));
        for other in [
            "",
            "#",
            "2026-11-21T10:00:00.000Z",
            "2026-11-21T10:00:00.000Z#7",
            "now#00000000-0000-0000-0000-000000000007",
        ] {
            assert!(!is_entry(other), "{other}");
        }
    }

    #[test]
    fn a_message_is_one_entry_with_an_expiry() {
        let item = stored(&Entry::Temperature(38.5));
        assert_eq!(item["entry"], text("2026-11-21T10:00:00.000Z#00000000-0000-0000-0000-000000000007"));
        let expiry: Instant = "2027-02-21T10:00:00Z".parse().unwrap();
        assert_eq!(item["expiresAt"], number(expiry.utc().timestamp()));
    }
}
