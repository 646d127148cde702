//! What the stub's tables hold: a small seeded fleet, as the areas' own models store it.

use anyhow::{Context, Result};
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::NaiveDate;
use locations::model::Location;
use schedules::model::{Change, ScheduleChange, ScheduleChangeState, Table};
use seed::{catalog, fleet};
use serde::Serialize;
use serde_json::{Map, Value, json};
use shared::{Action, dynamo};
use std::collections::HashMap;
use strum::IntoEnumIterator;
use uploads::model::{Folder, State, Upload};
use uuid::Uuid;

/// The location that the sample events speak of.
const LOCATION: &str = "CHI_0001";
/// Lines of the fleet in one answer: a shard of a page.
const LINES: usize = 6;
/// The scheduled changes of the sample events: one that waits, one whose time has come, one that failed.
const CHANGES: [(u128, &str, ScheduleChangeState); 3] = [
    (1, "2036-02-04T12:00:00Z", ScheduleChangeState::Pending),
    (2, "2026-02-04T12:00:00Z", ScheduleChangeState::Pending),
    (3, "2026-02-04T12:00:00Z", ScheduleChangeState::Failed),
];
/// The id of the first of them; those of the others count on.
const FIRST_CHANGE: u128 = 0x0193_9d3c_1f00_7000_8000_0000_0000_0000;

/// The upload of the sample events.
const UPLOAD: &str = "0193a0f4-5c00-7000-8000-000000000001";

/// What the index `fleet` projects.
#[rustfmt::skip]
const PROJECTED: [&str; 19] = [
    "id", "type", "prettyName", "route", "stop", "status", "publicStatus", "prod", "market", "timeZone", "latitude",
    "longitude", "lastModified", "accountTier", "onlineDate", "fulfillmentCenter", "opportunityName", "routingTag",
    "parkToFridgeInstructions",
];

/// The tables: what they hold by key, and what a query of a partition finds. All is JSON text already, so that the stub
/// takes no time away from the function that is measured.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    items: HashMap<String, String>,
    partitions: HashMap<String, Vec<String>>,
}

impl Tables {
    /// Fills them.
    pub(crate) fn new() -> Result<Self> {
        let mut tables = Self::default();
        let day = NaiveDate::from_ymd_opt(2026, 11, 21).context("no such day")?;
        let fleet = fleet::fleet(50, day)?;
        for location in &fleet.locations {
            tables.items.insert(format!("Locations/{}", location.id), stored(location)?);
        }
        let lines = fleet.locations.iter().take(LINES).map(line).collect::<Result<_>>()?;
        tables.partitions.insert("fleet".into(), lines);
        let subject = format!("LOCATION#{LOCATION}");
        for entry in fleet.history.iter().filter(|entry| entry.subject == subject) {
            tables.partitions.entry(subject.clone()).or_default().push(stored(entry)?);
        }
        for name in catalog::names() {
            let item = stored(&name)?;
            tables.items.insert(format!("Names/{}/{}", name.kind, name.name), item.clone());
            tables.partitions.entry(name.kind.to_string()).or_default().push(item);
        }
        let location = fleet.locations.iter().find(|location| location.id.as_str() == LOCATION);
        tables.schedule(location.context("the sample's location is not in the fleet")?)?;
        tables.partitions.insert("USER".into(), vec![permissions()]);
        tables.items.insert(format!("Uploads/routes-upload/{UPLOAD}"), stored(&upload()?)?);
        tables.items.insert("FeatureFlags/admin@larder.example".into(), flags());
        tables.partitions.insert("command#".into(), vec![command()]);
        Ok(tables)
    }

    fn schedule(&mut self, location: &Location) -> Result<()> {
        for (number, time, state) in CHANGES {
            let change = ScheduleChange {
                uuid: Uuid::from_u128(FIRST_CHANGE + number),
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
            let item = stored(&change)?;
            self.items.insert(format!("ScheduleChanges/{}", change.uuid), item.clone());
            // A sweep finds nothing due, which is what it finds most of the time.
            if state == ScheduleChangeState::Failed {
                self.partitions.entry("FAILED".into()).or_default().push(item.clone());
            }
            self.partitions.entry(LOCATION.into()).or_default().push(item);
        }
        Ok(())
    }

    /// The item with `key`; `None` where there is none.
    pub(crate) fn get(&self, table: &str, key: &Value) -> Option<&str> {
        // All users are one, who may do everything.
        if table == "Permissions" {
            return self.query("", &json!({":kind": {"S": "USER"}})).first().map(String::as_str);
        }
        let parts = key.as_object().into_iter().flatten().filter_map(|(_, value)| value.get("S")?.as_str());
        let key = parts.fold(table.to_owned(), |key, part| format!("{key}/{part}"));
        self.items.get(&key).map(String::as_str)
    }

    /// What a query finds: one of its values is the partition.
    pub(crate) fn query(&self, index: &str, values: &Value) -> &[String] {
        let values = values.as_object().into_iter().flatten().filter_map(|(_, value)| value.get("S")?.as_str());
        let found = values.chain([index]).find_map(|partition| self.partitions.get(partition));
        found.map(Vec::as_slice).unwrap_or_default()
    }
}

/// Who may do everything.
fn permissions() -> String {
    let actions: Vec<String> = Action::iter().map(|action| action.to_string()).collect();
    let text = |text: &str| json!({ "S": text });
    json!({"user": text("bench"), "email": text("admin@larder.example"), "kind": text("USER"), "actions": {"SS": actions}})
        .to_string()
}

/// The flags of who may do everything.
fn flags() -> String {
    let flags = ["drop-override", "feature-flag-admin", "jit-management"];
    json!({"email": {"S": "admin@larder.example"}, "flags": {"SS": flags}}).to_string()
}

/// A command that waits for its fridge.
fn command() -> String {
    let text = |text: &str| json!({ "S": text });
    json!({
        "location": text(LOCATION), "entry": text("command#0193a0f4-5c00-7000-8000-000000000002"),
        "id": text("0193a0f4-5c00-7000-8000-000000000002"), "resource": text("ServiceRestart"),
        "operation": text("REACT_UI"), "user": text("admin@larder.example"),
        "queuedAt": text("2026-11-21T10:00:00.000Z"), "expiresAt": text("2026-11-21T10:05:00.000Z"),
        "version": {"N": "1"}, "forgetAt": {"N": "1803031200"},
    })
    .to_string()
}

/// An upload that has begun.
fn upload() -> Result<Upload> {
    Ok(Upload {
        folder: Folder::RoutesUpload,
        upload_id: UPLOAD.parse()?,
        file_name: "routes.csv".into(),
        key: format!("routes-upload/2026-11-21/{UPLOAD}-routes.csv"),
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

/// A member of staff, as the user pool has them.
pub(crate) fn user() -> Value {
    let attribute = |name: &str, value: &str| json!({"Name": name, "Value": value});
    json!({"Username": "bench", "Attributes": [attribute("sub", "bench"), attribute("email", "admin@larder.example")]})
}

/// The item that stores `value`, as the service writes it.
fn stored(value: &impl Serialize) -> Result<String> {
    Ok(written(&AttributeValue::M(dynamo::to_item(value)?)).get("M").context("no item")?.to_string())
}

/// A location as the index has it.
fn line(location: &Location) -> Result<String> {
    let mut line = dynamo::to_item(location)?;
    line.retain(|name, _| PROJECTED.contains(&name.as_str()));
    Ok(written(&AttributeValue::M(line)).get("M").context("no item")?.to_string())
}

fn written(value: &AttributeValue) -> Value {
    match value {
        AttributeValue::S(text) => json!({ "S": text }),
        AttributeValue::N(number) => json!({ "N": number }),
        AttributeValue::Bool(value) => json!({ "BOOL": value }),
        AttributeValue::L(values) => json!({ "L": values.iter().map(written).collect::<Vec<_>>() }),
        AttributeValue::M(values) => {
            json!({ "M": values.iter().map(|(name, value)| (name.clone(), written(value))).collect::<Map<_, _>>() })
        }
        // Nothing that is stored here has another type.
        _ => json!({ "NULL": true }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_sample_events_speak_of_is_there() {
        let tables = Tables::new().unwrap();
        let get = |table, key| tables.get(table, &key);
        assert!(get("Locations", json!({"id": {"S": LOCATION}})).is_some());
        assert!(get("ScheduleChanges", json!({"uuid": {"S": "01939d3c-1f00-7000-8000-000000000001"}})).is_some());
        assert!(get("Names", json!({"kind": {"S": "PLANOGRAM"}, "name": {"S": "dummy"}})).is_some());
        assert!(get("Locations", json!({"id": {"S": "CHI_0002"}})).is_some());
        assert!(get("Uploads", json!({"folder": {"S": "routes-upload"}, "uploadId": {"S": UPLOAD}})).is_some());
        assert!(get("Locations", json!({"id": {"S": "NOWHERE"}})).is_none());
        assert_eq!(tables.query("fleet", &json!({":shard": {"S": "3"}})).len(), LINES);
        assert_eq!(tables.query("byState", &json!({":shard": {"S": "FAILED"}})).len(), 1);
        assert!(!tables.query("", &json!({":subject": {"S": "LOCATION#CHI_0001"}})).is_empty());
    }
}
