//! The table of what happened at fridges, which is forgotten with time.
//!
//! A partition is one fridge's entries of one kind, in the order of time. The message's id is part of an entry's key:
//! the same message again is the same entry, and two of the same moment are two.

use super::expiry;
use crate::model::{
    CheckpointEvent, FridgeEvent, FridgeEventType, FridgeSegmentEvent, FridgeSegmentEventType, FridgeTemperature,
    SegmentEvent,
};
use aws_sdk_dynamodb::Client;
use locations::model::LocationId;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use shared::{
    Environment, Error, FromEnvironment, Instant, Page, Result,
    audit::Change,
    dynamo::{self, Item, number, text},
    shards::{self, Order},
};
use std::collections::BTreeSet;
use uuid::Uuid;

/// Entries on a page.
const PAGE: u8 = 100;
/// The most temperatures that are read at once.
const TEMPERATURES: usize = 20_000;
/// The kind of temperatures; the kinds of events are their types.
const TEMPERATURE: &str = "TEMPERATURE";
/// The kind of changes of a fridge's state.
const CHANGE: &str = "CHANGE";
/// Days for which a trend is of use: the screens show a week.
const TEMPERATURE_DAYS: i64 = 31;
/// Days for which somebody asks what happened.
const EVENT_DAYS: i64 = 92;
/// Days for which a fault is followed back: a year and a month.
const CHANGE_DAYS: i64 = 396;

/// The table of what happened at fridges.
#[derive(Clone, Debug)]
pub struct HistoryStore {
    client: Client,
    table: String,
}

impl FromEnvironment for HistoryStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("FRIDGE_HISTORY_TABLE")? })
    }
}

/// One thing that happened at a fridge.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// It told its temperature.
    Temperature(f64),
    /// It told that its state is another.
    Changes(Vec<Change>),
    /// A stocking went on.
    Checkpoint(CheckpointEvent),
    /// A customer did something.
    Segment(SegmentEvent),
}

/// Where and when it happened, and which message told.
#[derive(Clone, Debug)]
pub struct Told {
    /// The fridge.
    pub location: LocationId,
    /// When.
    pub at: Instant,
    /// The message.
    pub message_id: Uuid,
}

/// The changes of a fridge's state that one report told.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct FridgeChanges {
    /// The message that told.
    pub id: Uuid,
    /// The fridge.
    pub location: LocationId,
    /// When it was so.
    pub timestamp: Instant,
    /// What changed.
    pub changes: Vec<Change>,
}

impl HistoryStore {
    /// Stores entries. The same ones again change nothing.
    pub async fn put(&self, told: &Told, entries: &[Entry]) -> Result<()> {
        if entries.is_empty() {
            return Ok(());
        }
        let items = entries.iter().map(|entry| item(told, entry)).collect::<Result<_>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }

    /// Stores many entries of many fridges: for the seeder.
    pub async fn put_all(&self, entries: &[(Told, Entry)]) -> Result<()> {
        let items = entries.iter().map(|(told, entry)| item(told, entry)).collect::<Result<_>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }

    /// A fridge's events of those types, newest first.
    pub async fn events(
        &self,
        location: &LocationId,
        types: &[FridgeEventType],
        next_token: Option<&str>,
    ) -> Result<Page<FridgeEvent>> {
        self.newest(location, types.iter().map(ToString::to_string), next_token).await
    }

    /// What customers did at a fridge, of those types, newest first.
    pub async fn segment_events(
        &self,
        location: &LocationId,
        types: &[FridgeSegmentEventType],
        next_token: Option<&str>,
    ) -> Result<Page<FridgeSegmentEvent>> {
        self.newest(location, types.iter().map(ToString::to_string), next_token).await
    }

    async fn newest<T: DeserializeOwned>(
        &self,
        location: &LocationId,
        kinds: impl Iterator<Item = String>,
        next_token: Option<&str>,
    ) -> Result<Page<T>> {
        let partitions: BTreeSet<_> = kinds.map(|kind| partition(location, &kind)).collect();
        let after = shards::place(next_token)?;
        let read = |partition| {
            let query = self.client.query().table_name(&self.table).limit(PAGE.into());
            shards::next_of(query, Order::Falling, ("fridge", partition), ("entry", after.as_deref()))
        };
        let newest = shards::in_order(partitions, Order::Falling, read).await?.first(PAGE.into());
        newest.try_map(|item| dynamo::from_item(&self.table, "entry", item))?.into_page()
    }

    /// A fridge's temperatures from `from` on, oldest first; of very many the newest.
    pub async fn temperatures(&self, location: &LocationId, from: Instant) -> Result<Vec<FridgeTemperature>> {
        let mut items = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("fridge = :fridge AND entry >= :from")
            .projection_expression("#timestamp, temperature")
            .expression_attribute_names("#timestamp", "timestamp")
            .expression_attribute_values(":fridge", text(partition(location, TEMPERATURE)))
            .expression_attribute_values(":from", text(from.to_string()))
            .scan_index_forward(false)
            .into_paginator()
            .items()
            .send();
        let mut temperatures = Vec::new();
        while let Some(item) = items.next().await {
            temperatures.push(dynamo::from_item(&self.table, "entry", item.map_err(dynamo::failure)?)?);
            if temperatures.len() == TEMPERATURES {
                break;
            }
        }
        temperatures.reverse();
        Ok(temperatures)
    }
}

fn partition(location: &LocationId, kind: &str) -> String {
    format!("{location}#{kind}")
}

/// The entry as it is stored: with its key, and when it is forgotten.
fn item(told: &Told, entry: &Entry) -> Result<Item> {
    let Told { location, at, message_id: id } = told.clone();
    let json = |value: &Option<serde_json::Map<_, _>>| {
        value.as_ref().map(serde_json::to_string).transpose().map_err(Error::internal)
    };
    let (kind, days, mut item) = match entry {
        Entry::Temperature(temperature) => {
            let told = FridgeTemperature { timestamp: at, temperature: *temperature };
            (TEMPERATURE.to_owned(), TEMPERATURE_DAYS, dynamo::to_item(&told)?)
        }
        Entry::Changes(changes) => {
            let changes = FridgeChanges { id, location: location.clone(), timestamp: at, changes: changes.clone() };
            (CHANGE.to_owned(), CHANGE_DAYS, dynamo::to_item(&changes)?)
        }
        Entry::Checkpoint(CheckpointEvent { name, data }) => {
            let (event_type, data) = (FridgeEventType::CheckpointEvent, json(data)?);
            let location = location.clone();
            let event = FridgeEvent { id, location, event_type, name: name.clone(), timestamp: at, data };
            (event_type.to_string(), EVENT_DAYS, dynamo::to_item(&event)?)
        }
        Entry::Segment(SegmentEvent { event_type, payload }) => {
            let (event_type, payload) = (*event_type, json(payload)?);
            let event = FridgeSegmentEvent { id, location: location.clone(), event_type, date: at, payload };
            (event_type.to_string(), EVENT_DAYS, dynamo::to_item(&event)?)
        }
    };
    item.insert("fridge".into(), text(partition(&location, &kind)));
    item.insert("entry".into(), text(format!("{at}#{id}")));
    item.insert("expiresAt".into(), number(expiry(at, days)));
    Ok(item)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told() -> Told {
        Told {
            location: "FRIDGE_1".parse().unwrap(),
            at: "2026-11-21T10:00:00Z".parse().unwrap(),
            message_id: Uuid::from_u128(7),
        }
    }

    fn stored(entry: &Entry) -> Item {
        item(&told(), entry).unwrap()
    }

    #[test]
    fn an_event_reads_back_with_its_data_as_text() {
        let data = json!({"door": 1}).as_object().cloned();
        let item = stored(&Entry::Checkpoint(CheckpointEvent { name: "DOOR_OPENED".into(), data }));
        assert_eq!(item["fridge"], text("FRIDGE_1#CheckpointEvent"));
        let read: FridgeEvent = dynamo::from_item("FridgeHistory", "entry", item).unwrap();
        assert_eq!((read.name.as_str(), read.data.as_deref()), ("DOOR_OPENED", Some("{\"door\":1}")));
        assert_eq!((read.timestamp, read.id), (told().at, told().message_id));
    }

    #[test]
    fn what_customers_did_lies_by_its_type() {
        let event_type = FridgeSegmentEventType::PurchaseCompleted;
        let item = stored(&Entry::Segment(SegmentEvent { event_type, payload: None }));
        assert_eq!(item["fridge"], text("FRIDGE_1#purchaseCompleted"));
        let read: FridgeSegmentEvent = dynamo::from_item("FridgeHistory", "entry", item).unwrap();
        assert_eq!((read.event_type, read.payload), (event_type, None));
    }

    #[test]
    fn a_message_is_one_entry_and_is_forgotten_with_time() {
        let item = stored(&Entry::Temperature(38.5));
        assert_eq!(item["entry"], text("2026-11-21T10:00:00.000Z#00000000-0000-0000-0000-000000000007"));
        let forgotten: Instant = "2026-12-22T10:00:00Z".parse().unwrap();
        assert_eq!(item["expiresAt"], number(forgotten.utc().timestamp()));
    }
}
