//! The items of the stub's tables: a small seeded fleet, serialized by the areas' models.

use anyhow::{Context, Result};
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::NaiveDate;
use locations::model::Location;
use schedules::model::{Change, ScheduleChange, ScheduleChangeState, Table};
use seed::{catalog, fleet};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use shared::{Action, table};
use std::collections::HashMap;
use strum::IntoEnumIterator;
use uploads::model::{Folder, State, Upload};
use uuid::Uuid;

/// The location in the sample events.
const LOCATION: &str = "CHI_0001";
/// The number of locations that the stub returns for one shard of the fleet.
const LOCATIONS_PER_SHARD: usize = 6;
/// The scheduled changes of the sample events: number, time and state. One is pending, one is
/// due, one has failed, one is held.
const CHANGES: [(u128, &str, ScheduleChangeState); 4] = [
    (1, "2036-02-04T12:00:00Z", ScheduleChangeState::Pending),
    (2, "2026-02-04T12:00:00Z", ScheduleChangeState::Pending),
    (3, "2026-02-04T12:00:00Z", ScheduleChangeState::Failed),
    (4, "2026-02-04T12:00:00Z", ScheduleChangeState::Held),
];
/// A change's id is this plus its number.
const CHANGE_ID_BASE: u128 = 0x0193_9d3c_1f00_7000_8000_0000_0000_0000;

/// The id of the member of the user pool.
const MEMBER: &str = "bench";

/// The upload of the sample events, and the one whose file arrives in the sample event of `check-upload`.
const UPLOAD: &str = "0193a0f4-5c00-7000-8000-000000000001";
const ARRIVED_UPLOAD: &str = "01939d3c-1f00-7000-8000-000000000002";

/// The attributes that the index `fleet` projects.
#[rustfmt::skip]
pub(crate) const PROJECTED_ATTRIBUTES: [&str; 20] = [
    "id", "type", "prettyName", "route", "stop", "status", "publicStatus", "prod", "market", "timeZone", "latitude",
    "longitude", "lastModified", "accountTier", "onlineDate", "fulfillmentCenter", "opportunityName", "routingTag",
    "parkToFridgeInstructions", "address",
];

/// The items of sample events that no generated fleet contains.
const SAMPLE_ITEMS: &str = include_str!("../items.json");

/// The tables: items by table and key, and query results by table and partition. They are stored as JSON text, so that
/// the stub uses little CPU time during a measurement.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    items: HashMap<String, String>,
    partitions: HashMap<String, Vec<String>>,
}

/// An item of `items.json`.
#[derive(Deserialize)]
struct SampleItem {
    table: String,
    /// The names of the key attributes: the partition key and, if the table has one, the sort key.
    key: Vec<String>,
    item: Map<String, Value>,
    /// Whether queries of the partition do not return the item, because it differs from the others.
    #[serde(default)]
    unlisted: bool,
}

impl Tables {
    /// Creates the tables with all items of the sample events.
    pub(crate) fn new() -> Result<Self> {
        let mut tables = Self::default();
        let day = NaiveDate::from_ymd_opt(2026, 11, 21).context("the date does not exist")?;
        let fleet = fleet::generate(50, day)?;
        for location in &fleet.locations {
            tables.items.insert(format!("Locations/{}", location.id), item_json(location)?);
        }
        let shard = fleet.locations.iter().take(LOCATIONS_PER_SHARD).map(projected_item).collect::<Result<_>>()?;
        tables.partitions.insert("Locations/fleet".into(), shard);
        let subject = format!("LOCATION#{LOCATION}");
        for entry in fleet.history.iter().filter(|entry| entry.subject == subject) {
            tables.partitions.entry(format!("Audit/{subject}")).or_default().push(item_json(entry)?);
        }
        for name in catalog::names() {
            let item = item_json(&name)?;
            tables.items.insert(format!("Names/{}/{}", name.kind, name.name), item.clone());
            tables.partitions.entry(format!("Names/{}", name.kind)).or_default().push(item);
        }
        let location = fleet.locations.iter().find(|location| location.id.as_str() == LOCATION);
        tables
            .add_schedule_changes(location.context("the fleet does not contain the location of the sample events")?)?;
        tables.partitions.insert("Permissions/USER".into(), vec![permissions()]);
        tables.items.insert(
            format!("Permissions/{MEMBER}"),
            json!({"user": {"S": MEMBER}, "actions": {"SS": ["GetAllLocation"]}}).to_string(),
        );
        for id in [UPLOAD, ARRIVED_UPLOAD] {
            tables.items.insert(format!("Uploads/routes-upload/{id}"), item_json(&upload(id)?)?);
        }
        tables.items.insert("FeatureFlags/admin@larder.example".into(), flags());
        for sample in serde_json::from_str::<Vec<SampleItem>>(SAMPLE_ITEMS).context("items.json")? {
            tables.add(sample)?;
        }
        Ok(tables)
    }

    fn add(&mut self, SampleItem { table, key, item, unlisted }: SampleItem) -> Result<()> {
        let value = |name: &String| item.get(name).and_then(Value::as_str).context("a key attribute is not a text");
        let partition = format!("{table}/{}", value(key.first().context("an item has no key")?)?);
        // The order of the attributes in a request is alphabetical.
        let mut names: Vec<&String> = key.iter().collect();
        names.sort();
        let key = names.into_iter().try_fold(table, |path, name| anyhow::Ok(format!("{path}/{}", value(name)?)))?;
        let json = item_json(&item)?;
        if !unlisted {
            self.partitions.entry(partition).or_default().push(json.clone());
        }
        self.items.insert(key, json);
        Ok(())
    }

    fn add_schedule_changes(&mut self, location: &Location) -> Result<()> {
        for (number, time, state) in CHANGES {
            let change = ScheduleChange {
                uuid: Uuid::from_u128(CHANGE_ID_BASE + number),
                action_time: time.parse()?,
                id: location.id.clone(),
                user: "operations@larder.example".into(),
                author: Some("operations".into()),
                version: 1,
                change: Change {
                    id: location.id.clone(),
                    table: Table::Locations,
                    attribute: "stop".into(),
                    value: "7".into(),
                },
                paired_with: None,
                state,
                failure: None,
            };
            let item = item_json(&change)?;
            self.items.insert(format!("ScheduleChanges/{}", change.uuid), item.clone());
            // Pending changes are not in the index, so that a sweep finds no due changes, which is the usual case.
            if state == ScheduleChangeState::Failed {
                self.partitions.entry("ScheduleChanges/FAILED".into()).or_default().push(item.clone());
            }
            self.partitions.entry(format!("ScheduleChanges/{LOCATION}")).or_default().push(item);
        }
        Ok(())
    }

    /// The item with `key`, if it exists.
    pub(crate) fn get(&self, table: &str, key: &Value) -> Option<&str> {
        // The member of the user pool has the permission that the sample event of `apply-role` expects. All other users have
        // every permission.
        if table == "Permissions" && key.pointer("/user/S").and_then(Value::as_str) != Some(MEMBER) {
            return self.query(table, "", &json!({":kind": {"S": "USER"}})).first().map(String::as_str);
        }
        let parts = key.as_object().into_iter().flatten().filter_map(|(_, value)| value.get("S")?.as_str());
        let key = parts.fold(table.to_owned(), |key, part| format!("{key}/{part}"));
        self.items.get(&key).map(String::as_str)
    }

    /// The result of a query. The partition is one of the query's values or the index name.
    pub(crate) fn query(&self, table: &str, index: &str, values: &Value) -> &[String] {
        let values = values.as_object().into_iter().flatten().filter_map(|(_, value)| value.get("S")?.as_str());
        let found = values.chain([index]).find_map(|partition| self.partitions.get(&format!("{table}/{partition}")));
        found.map(Vec::as_slice).unwrap_or_default()
    }
}

/// The item of a user who holds every action.
fn permissions() -> String {
    let actions: Vec<String> = Action::iter().map(|action| action.to_string()).collect();
    let text = |text: &str| json!({ "S": text });
    json!({
        "user": text("bench"), "email": text("admin@larder.example"), "kind": text("USER"), "actions": {"SS": actions},
    })
    .to_string()
}

/// The feature flags of that user.
fn flags() -> String {
    let flags = ["drop-override", "feature-flag-admin", "jit-management"];
    json!({"email": {"S": "admin@larder.example"}, "flags": {"SS": flags}}).to_string()
}

/// An upload in the state `Started`.
fn upload(id: &str) -> Result<Upload> {
    Ok(Upload {
        folder: Folder::RoutesUpload,
        upload_id: id.parse()?,
        file_name: "routes.csv".into(),
        key: format!("routes-upload/2026-11-21/{id}-routes.csv"),
        user: "admin@larder.example".into(),
        at: "2026-11-21T10:00:00Z".parse()?,
        content_length: None,
        kind: None,
        state: State::Started,
        written: None,
        unchanged: None,
        failed: None,
        errors: Vec::new(),
    })
}

/// The same user in the user pool.
pub(crate) fn user() -> Value {
    let attribute = |name: &str, value: &str| json!({"Name": name, "Value": value});
    let attributes = [attribute("sub", MEMBER), attribute("email", "admin@larder.example")];
    // `AdminGetUser` and `ListUsers` name the attributes differently.
    json!({
        "Username": MEMBER, "Attributes": attributes, "UserAttributes": attributes, "Enabled": true,
        "UserStatus": "FORCE_CHANGE_PASSWORD",
    })
}

/// The item of `value` in DynamoDB's JSON format.
fn item_json(value: &impl Serialize) -> Result<String> {
    Ok(attribute_json(&AttributeValue::M(table::to_item(value)?))
        .get("M")
        .context("the value is not an object")?
        .to_string())
}

/// The item of a location in the index `fleet`.
fn projected_item(location: &Location) -> Result<String> {
    let mut item = table::to_item(location)?;
    item.retain(|name, _| PROJECTED_ATTRIBUTES.contains(&name.as_str()));
    Ok(attribute_json(&AttributeValue::M(item)).get("M").context("the value is not an object")?.to_string())
}

fn attribute_json(value: &AttributeValue) -> Value {
    match value {
        AttributeValue::S(text) => json!({ "S": text }),
        AttributeValue::N(number) => json!({ "N": number }),
        AttributeValue::Bool(value) => json!({ "BOOL": value }),
        AttributeValue::L(values) => json!({ "L": values.iter().map(attribute_json).collect::<Vec<_>>() }),
        AttributeValue::M(values) => {
            json!({ "M": values.iter().map(|(name, value)| (name.clone(), attribute_json(value))).collect::<Map<_, _>>() })
        }
        // The stub's items have no other types.
        _ => json!({ "NULL": true }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contains_the_items_of_the_sample_events() {
        let tables = Tables::new().unwrap();
        let get = |table, key| tables.get(table, &key);
        assert!(get("Locations", json!({"id": {"S": LOCATION}})).is_some());
        assert!(get("ScheduleChanges", json!({"uuid": {"S": "01939d3c-1f00-7000-8000-000000000001"}})).is_some());
        assert!(get("Names", json!({"kind": {"S": "PLANOGRAM"}, "name": {"S": "dummy"}})).is_some());
        assert!(get("Locations", json!({"id": {"S": "CHI_0002"}})).is_some());
        assert!(get("Uploads", json!({"folder": {"S": "routes-upload"}, "uploadId": {"S": UPLOAD}})).is_some());
        assert!(get("Locations", json!({"id": {"S": "NOWHERE"}})).is_none());
        assert_eq!(tables.query("Locations", "fleet", &json!({":shard": {"S": "3"}})).len(), LOCATIONS_PER_SHARD);
        assert_eq!(tables.query("ScheduleChanges", "byState", &json!({":shard": {"S": "FAILED"}})).len(), 1);
        assert!(!tables.query("Audit", "", &json!({":subject": {"S": "LOCATION#CHI_0001"}})).is_empty());
    }
}
