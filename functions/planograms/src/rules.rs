//! The rules of planograms: pure. Source: the spec of planning and reporting, section 5 (planogram CSV).
//!
//! The browser has the same ones for a whole file; `cases/updates.json` and `cases/effective.json` hold both to the same
//! answers. In a case `line` is the line of the file: the header is the first, so that the first input is line 2.

use crate::model::{Change, Entry, Placement, Slot};
use serde::{Deserialize, Serialize};
use shared::{Error, FieldError, Instant, bounded};
use std::collections::{BTreeMap, BTreeSet};

/// Rows of one call that updates. Spec, section 9.
pub const MOST_UPDATES: usize = 100;
/// Slots of a layout.
pub const MOST_SLOTS: usize = 500;
/// Bytes that the names in all slots of a layout's hour have together: with who scheduled them, what DynamoDB takes as an
/// item. 500 slots of plain letters always fit, however long.
const MOST_BYTES: usize = 200_000;
/// The most characters of a layout's, an item's and a configuration's name.
pub const LONGEST: usize = 100;

const MISSING: &str = "At least one input missing...";
const EMPTY: &str = "Value cannot be empty.";

/// Whether rows change layouts or make one.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum RequestType {
    /// Changes layouts that there are, each row from its hour on.
    Update,
    /// Makes a layout, which shows its rows from now on.
    Create,
}

/// A row as it was sent.
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

/// A row that is sound.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Row {
    /// The layout.
    pub layout_name: String,
    /// The slot.
    pub slot: Slot,
    /// What is to lie in it.
    pub vend_item_name: String,
    /// From when on.
    pub active_hour: Instant,
    /// How the fridge is built there; of a creation alone.
    pub physical_fridge_config: Option<String>,
}

/// What a call asks for.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Request {
    /// Changes of layouts.
    Update(Vec<Row>),
    /// One layout, all of it.
    Create(Vec<Row>),
}

/// Reads a call, or tells everything that is wrong with it, by input (`input.0.slot`).
///
/// # Errors
/// Where a call mixes creating and updating, creates more than one layout, or has too many rows; and of each row what
/// the spec's section 5 says.
pub fn check(input: &[UpdateInput], now: Instant) -> Result<Request, Vec<FieldError>> {
    let whole = |message: String| Err(vec![FieldError::new("input", message)]);
    let creates = input.first().is_some_and(|first| first.request_type == RequestType::Create);
    if input.iter().any(|other| (other.request_type == RequestType::Create) != creates) {
        return whole("All rows of one call have the same requestType".into());
    }
    let most = if creates { MOST_SLOTS } else { MOST_UPDATES };
    if !(1..=most).contains(&input.len()) {
        let what = if creates { "creates a planogram of" } else { "updates" };
        let of = if creates { "slots" } else { "rows" };
        return whole(format!("One call {what} 1 to {most} {of}"));
    }
    let rows = rows(input, now)?;
    if creates && rows.iter().any(|row| rows.first().is_some_and(|first| first.layout_name != row.layout_name)) {
        return whole("One call creates one planogram".into());
    }
    Ok(if creates { Request::Create(rows) } else { Request::Update(rows) })
}

/// Whether all that a layout gets at one hour can be stored.
///
/// # Errors
/// What to do about it where it cannot.
pub fn fits(change: &Change) -> Result<(), String> {
    if change.slots.len() > MOST_SLOTS {
        return Err(format!("A planogram has at most {MOST_SLOTS} slots."));
    }
    let config = |placement: &Placement| placement.physical_fridge_config.as_ref().map_or(0, String::len);
    let bytes = |placement: &Placement| placement.vend_item_name.len() + config(placement);
    if change.slots.values().map(bytes).sum::<usize>() > MOST_BYTES {
        return Err("The names in this planogram's slots are too long together. Please shorten them.".into());
    }
    Ok(())
}

/// Reads rows, or tells all that is wrong with them.
fn rows(input: &[UpdateInput], now: Instant) -> Result<Vec<Row>, Vec<FieldError>> {
    let (mut rows, mut errors, mut seen) = (Vec::new(), Vec::new(), BTreeMap::new());
    for (position, sent) in input.iter().enumerate() {
        let at = |field: &str| {
            if field.is_empty() { format!("input.{position}") } else { format!("input.{position}.{field}") }
        };
        let mut wrong = |field: &str, message: &str| errors.push(FieldError::new(at(field), message));
        match sent.read(now) {
            Err(faults) => faults.iter().for_each(|(field, message)| wrong(field, message)),
            Ok(row) => {
                let key = (row.layout_name.clone(), row.slot, row.active_hour);
                let line = position + 2;
                match seen.get(&key) {
                    Some(first) => wrong("", &format!("Duplicated records: Lines {first} and {line}")),
                    None => drop(seen.insert(key, line)),
                }
                rows.push(row);
            }
        }
    }
    if errors.is_empty() { Ok(rows) } else { Err(errors) }
}

/// A field, and what is wrong with it; of the row as a whole the field is empty.
type Fault = (&'static str, String);

impl UpdateInput {
    fn read(&self, now: Instant) -> Result<Row, Vec<Fault>> {
        let creates = self.request_type == RequestType::Create;
        let fourth = if creates { &self.physical_fridge_config } else { &self.active_hour };
        let (Some(layout), Some(slot), Some(item), Some(fourth)) =
            (&self.layout_name, &self.slot, &self.vend_item_name, fourth)
        else {
            return Err(vec![("", MISSING.into())]);
        };
        let layout = short(layout).map_err(|message| ("layoutName", message));
        let slot = filled(slot)
            .and_then(|slot| slot.parse::<Slot>().map_err(|error| error.to_string()))
            .map_err(|message| ("slot", message));
        let item = short(item).map_err(|message| ("vendItemName", message));
        let fourth = if creates {
            short(fourth).map(|config| (now, Some(config))).map_err(|message| ("physicalFridgeConfig", message))
        } else {
            hour(fourth).map(|hour| (hour, None)).map_err(|message| ("activeHour", message))
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

/// Refuses the name of a layout that is longer than any: as a part of a key DynamoDB would reject it.
///
/// # Errors
/// [`Error::Invalid`].
pub fn layout_name(name: &str) -> shared::Result<()> {
    match bounded::too_long(name, LONGEST) {
        Some(message) => Err(Error::invalid("layoutName", format!("layoutName {message}"))),
        None => Ok(()),
    }
}

fn filled(text: &str) -> Result<&str, String> {
    let text = text.trim();
    if text.is_empty() { Err(EMPTY.into()) } else { Ok(text) }
}

fn short(text: &str) -> Result<String, String> {
    let text = filled(text)?;
    if text.chars().count() > LONGEST {
        return Err(format!("Value can have at most {LONGEST} characters."));
    }
    Ok(text.into())
}

/// An instant as the browser makes it of what a person wrote in Central time.
fn hour(text: &str) -> Result<Instant, String> {
    let text = filled(text)?;
    text.parse().map_err(|_| "The activeHour is not an ISO 8601 time, such as 2026-11-21T16:00:00Z.".into())
}

/// What a layout shows at an instant: of each slot the newest entry that is not after it. Decided: nothing needs to run
/// at an entry's hour. How the fridge is built at a slot stays as it was until an entry says otherwise.
pub fn effective(changes: &[Change], at: Instant) -> Vec<Entry> {
    let mut passed: Vec<Entry> = entries(changes).filter(|entry| entry.active_hour <= at).collect();
    passed.sort_by_key(|entry| entry.active_hour);
    let mut shown = BTreeMap::<Slot, Entry>::new();
    for mut entry in passed {
        let config = &mut entry.placement.physical_fridge_config;
        if config.is_none() {
            *config = shown.get(&entry.slot).and_then(|before| before.placement.physical_fridge_config.clone());
        }
        shown.insert(entry.slot, entry);
    }
    shown.into_values().collect()
}

/// What is to come after an instant, by hour and slot.
pub fn scheduled(changes: &[Change], at: Instant) -> Vec<Entry> {
    let mut coming: Vec<Entry> = entries(changes).filter(|entry| entry.active_hour > at).collect();
    coming.sort_by_key(|entry| (entry.active_hour, entry.slot));
    coming
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

/// The rows of each layout, in the order of the layouts' names.
pub fn by_layout(rows: &[Row]) -> BTreeMap<&str, Vec<&Row>> {
    let mut layouts = BTreeMap::<&str, Vec<&Row>>::new();
    for row in rows {
        layouts.entry(&row.layout_name).or_default().push(row);
    }
    layouts
}

/// The changes of one layout that rows make, by their hours.
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

/// What is stored of an hour once `change` came to it; what is scheduled already stays as it is, with who did it.
/// `None` where it would be the same.
pub fn merged(stored: Option<&Change>, change: &Change) -> Option<Change> {
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

/// The hour's slots whose placement `after` changes.
pub fn changed_slots(before: Option<&Change>, after: &Change) -> Vec<(Instant, Slot)> {
    let same = |slot: &Slot, placement: &Placement| {
        before.and_then(|before| before.slots.get(slot)).is_some_and(|before| before == placement)
    };
    let changed = after.slots.iter().filter(|(slot, placement)| !same(slot, placement));
    changed.map(|(slot, _)| (after.active_hour, *slot)).collect()
}

#[cfg(test)]
mod tests;
