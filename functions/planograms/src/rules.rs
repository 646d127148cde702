//! Rules of planograms, without I/O. Requirements: `docs/requirements/planning.md`, section "Planograms".
//!
//! The web app implements the same rules for a whole file. Tests of both use `cases/updates.json` and
//! `cases/effective.json`. In a case, `line` is the line in the file. The header is line 1, so the first input is line
//! 2.

use crate::model::{Change, Entry, Placement, Slot};
use serde::{Deserialize, Serialize};
use shared::{Error, FieldError, Instant, bounded};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of rows per update (PLN-3).
pub const MAX_UPDATES: usize = 100;
/// Maximum number of slots per layout.
pub const MAX_SLOTS: usize = 500;
/// Maximum total length of all names in a layout's change, in bytes. With the other attributes, this fits a table item.
/// 500 slots with ASCII names of maximum length always fit.
const MAX_BYTES: usize = 200_000;
/// Maximum length of the name of a layout, an item and a configuration, in characters.
pub const MAX_CHARS: usize = 100;

const MISSING_INPUT: &str = "At least one input missing...";
const EMPTY_VALUE: &str = "Value cannot be empty.";

/// Whether rows update layouts or create one.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum RequestType {
    /// Changes existing layouts. Each row is active from its hour on.
    Update,
    /// Creates a layout. Its rows are active from now on.
    Create,
}

/// A row, as sent by the client.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UpdateInput {
    request_type: RequestType,
    #[serde(default)]
    layout_name: Option<String>,
    #[serde(default)]
    slot: Option<String>,
    #[serde(default)]
    vend_item_name: Option<String>,
    #[serde(default)]
    active_hour: Option<String>,
    #[serde(default)]
    physical_fridge_config: Option<String>,
}

/// A valid row.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Row {
    /// The layout.
    pub layout_name: String,
    /// The slot.
    pub slot: Slot,
    /// The item.
    pub vend_item_name: String,
    /// The hour from which it is active.
    pub active_hour: Instant,
    /// The physical configuration of the fridge at the slot. Only for creations.
    pub physical_fridge_config: Option<String>,
}

/// A validated call.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Request {
    /// Updates of layouts.
    Update(Vec<Row>),
    /// The creation of one layout with all its rows.
    Create(Vec<Row>),
}

/// Validates a call.
///
/// # Errors
/// An error of `input` if the call mixes creations and updates, creates more than one layout, or has too many rows. All
/// invalid fields of rows, such as `input.0.slot` (PLN-2).
pub fn check(input: &[UpdateInput], now: Instant) -> Result<Request, Vec<FieldError>> {
    let call_error = |message: String| Err(vec![FieldError::new("input", message)]);
    let creates = input.first().is_some_and(|first| first.request_type == RequestType::Create);
    if input.iter().any(|other| (other.request_type == RequestType::Create) != creates) {
        return call_error("All rows must have the same requestType".into());
    }
    let max = if creates { MAX_SLOTS } else { MAX_UPDATES };
    if !(1..=max).contains(&input.len()) {
        return call_error(if creates {
            format!("Create a planogram with 1 to {max} slots")
        } else {
            format!("Update 1 to {max} rows at a time")
        });
    }
    let rows = parse_rows(input, now)?;
    if creates && rows.iter().any(|row| rows.first().is_some_and(|first| first.layout_name != row.layout_name)) {
        return call_error("Create one planogram at a time".into());
    }
    Ok(if creates { Request::Create(rows) } else { Request::Update(rows) })
}

/// Checks that a layout's change fits a table item.
///
/// # Errors
/// A message for the user.
pub fn check_size(change: &Change) -> Result<(), String> {
    if change.slots.len() > MAX_SLOTS {
        return Err(format!("A planogram can have at most {MAX_SLOTS} slots."));
    }
    let config = |placement: &Placement| placement.physical_fridge_config.as_ref().map_or(0, String::len);
    let bytes = |placement: &Placement| placement.vend_item_name.len() + config(placement);
    if change.slots.values().map(bytes).sum::<usize>() > MAX_BYTES {
        return Err("The names in this planogram's slots are too long in total. Shorten them and try again.".into());
    }
    Ok(())
}

/// Validates rows. Returns all invalid fields as errors.
fn parse_rows(input: &[UpdateInput], now: Instant) -> Result<Vec<Row>, Vec<FieldError>> {
    let (mut rows, mut errors, mut lines) = (Vec::new(), Vec::new(), BTreeMap::new());
    for (position, sent) in input.iter().enumerate() {
        let path = |field: &str| {
            if field.is_empty() { format!("input.{position}") } else { format!("input.{position}.{field}") }
        };
        let mut reject = |field: &str, message: &str| errors.push(FieldError::new(path(field), message));
        match sent.parse(now) {
            Err(row_errors) => row_errors.iter().for_each(|(field, message)| reject(field, message)),
            Ok(row) => {
                let key = (row.layout_name.clone(), row.slot, row.active_hour);
                let line = position + 2;
                match lines.get(&key) {
                    Some(first) => reject("", &format!("Duplicated records: Lines {first} and {line}")),
                    None => drop(lines.insert(key, line)),
                }
                rows.push(row);
            }
        }
    }
    if errors.is_empty() { Ok(rows) } else { Err(errors) }
}

/// A field and its error message. The field is empty for an error of the whole row.
type RowError = (&'static str, String);

impl UpdateInput {
    fn parse(&self, now: Instant) -> Result<Row, Vec<RowError>> {
        let creates = self.request_type == RequestType::Create;
        let fourth = if creates { &self.physical_fridge_config } else { &self.active_hour };
        let (Some(layout), Some(slot), Some(item), Some(fourth)) =
            (&self.layout_name, &self.slot, &self.vend_item_name, fourth)
        else {
            return Err(vec![("", MISSING_INPUT.into())]);
        };
        let layout = parse_name(layout).map_err(|message| ("layoutName", message));
        let slot = non_empty(slot)
            .and_then(|slot| slot.parse::<Slot>().map_err(|error| error.to_string()))
            .map_err(|message| ("slot", message));
        let item = parse_name(item).map_err(|message| ("vendItemName", message));
        let fourth = if creates {
            parse_name(fourth).map(|config| (now, Some(config))).map_err(|message| ("physicalFridgeConfig", message))
        } else {
            parse_hour(fourth).map(|hour| (hour, None)).map_err(|message| ("activeHour", message))
        };
        match (layout, slot, item, fourth) {
            (Ok(layout_name), Ok(slot), Ok(vend_item_name), Ok((active_hour, physical_fridge_config))) => {
                Ok(Row { layout_name, slot, vend_item_name, active_hour, physical_fridge_config })
            }
            (layout, slot, item, fourth) => {
                Err([layout.err(), slot.err(), item.err(), fourth.err()].into_iter().flatten().collect())
            }
        }
    }
}

/// Rejects layout names that are too long. DynamoDB would reject them as part of a key.
///
/// # Errors
/// [`Error::Invalid`] if the name is too long.
pub fn check_layout_name(name: &str) -> shared::Result<()> {
    match bounded::too_long(name, MAX_CHARS) {
        Some(message) => Err(Error::invalid("layoutName", format!("layoutName {message}"))),
        None => Ok(()),
    }
}

fn non_empty(text: &str) -> Result<&str, String> {
    let text = text.trim();
    if text.is_empty() { Err(EMPTY_VALUE.into()) } else { Ok(text) }
}

fn parse_name(text: &str) -> Result<String, String> {
    let text = non_empty(text)?;
    if text.chars().count() > MAX_CHARS {
        return Err(format!("Value can have at most {MAX_CHARS} characters."));
    }
    Ok(text.into())
}

/// Parses an instant. The web app converts the Central time of the file to an instant.
fn parse_hour(text: &str) -> Result<Instant, String> {
    let text = non_empty(text)?;
    text.parse().map_err(|_| "The activeHour is not an ISO 8601 time, such as 2026-11-21T16:00:00Z.".into())
}

/// Returns the planogram at an instant: for each slot, the newest entry that is not after the instant (PLN-4). So no
/// job needs to run at an entry's hour. A slot keeps its physical configuration until an entry has another one.
pub fn effective(changes: &[Change], at: Instant) -> Vec<Entry> {
    let mut active: Vec<Entry> = entries(changes).filter(|entry| entry.active_hour <= at).collect();
    active.sort_by_key(|entry| entry.active_hour);
    let mut newest = BTreeMap::<Slot, Entry>::new();
    for mut entry in active {
        let config = &mut entry.placement.physical_fridge_config;
        if config.is_none() {
            *config = newest.get(&entry.slot).and_then(|before| before.placement.physical_fridge_config.clone());
        }
        newest.insert(entry.slot, entry);
    }
    newest.into_values().collect()
}

/// Returns the entries after an instant, ordered by hour and slot.
pub fn scheduled(changes: &[Change], at: Instant) -> Vec<Entry> {
    let mut scheduled: Vec<Entry> = entries(changes).filter(|entry| entry.active_hour > at).collect();
    scheduled.sort_by_key(|entry| (entry.active_hour, entry.slot));
    scheduled
}

fn entries(changes: &[Change]) -> impl Iterator<Item = Entry> + '_ {
    changes.iter().flat_map(|change| {
        let entry = |(slot, placement): (&Slot, &Placement)| Entry {
            slot: *slot,
            active_hour: change.active_hour,
            placement: placement.clone(),
        };
        change.slots.iter().map(entry)
    })
}

/// Groups rows by layout, ordered by layout name.
pub fn by_layout(rows: &[Row]) -> BTreeMap<&str, Vec<&Row>> {
    let mut layouts = BTreeMap::<&str, Vec<&Row>>::new();
    for row in rows {
        layouts.entry(&row.layout_name).or_default().push(row);
    }
    layouts
}

/// Converts the rows of one layout to changes, one per hour.
pub fn changes(layout_name: &str, rows: &[&Row], creation: bool, user: &str, now: Instant) -> Vec<Change> {
    let hours: BTreeSet<Instant> = rows.iter().map(|row| row.active_hour).collect();
    let change = |active_hour: Instant| Change {
        layout_name: layout_name.into(),
        active_hour,
        slots: rows
            .iter()
            .filter(|row| row.active_hour == active_hour)
            .map(|row| (row.slot, row.placement(user, now)))
            .collect(),
        creation,
    };
    hours.into_iter().map(change).collect()
}

impl Row {
    fn placement(&self, user: &str, now: Instant) -> Placement {
        Placement {
            vend_item_name: self.vend_item_name.clone(),
            physical_fridge_config: self.physical_fridge_config.clone(),
            scheduled_by: user.into(),
            scheduled_at: now,
        }
    }
}

/// Merges `change` into the stored change of the same hour. Placements that are already stored keep their user and
/// time. Returns `None` if nothing changes.
pub fn merge(stored: Option<&Change>, change: &Change) -> Option<Change> {
    let Some(stored) = stored else { return Some(change.clone()) };
    let mut merged = stored.clone();
    for (slot, placement) in &change.slots {
        let before = stored.slots.get(slot);
        if before.is_none_or(|before| before.vend_item_name != placement.vend_item_name) {
            let physical_fridge_config = before.and_then(|before| before.physical_fridge_config.clone());
            merged.slots.insert(*slot, Placement { physical_fridge_config, ..placement.clone() });
        }
    }
    (merged != *stored).then_some(merged)
}

/// Returns hour and slot of each placement that differs between `before` and `after`.
pub fn changed_slots(before: Option<&Change>, after: &Change) -> Vec<(Instant, Slot)> {
    let same = |slot: &Slot, placement: &Placement| {
        before.and_then(|before| before.slots.get(slot)).is_some_and(|before| before == placement)
    };
    let changed = after.slots.iter().filter(|(slot, placement)| !same(slot, placement));
    changed.map(|(slot, _)| (after.active_hour, *slot)).collect()
}

#[cfg(test)]
mod tests;
