//! Generates the history of a location: a few plausible changes, derived backwards from its current state.

use crate::fridge::midnight;
use anyhow::Result;
use chrono::{Days, Duration, NaiveDate};
use fastrand::Rng;
use locations::{
    history,
    model::{Flag, Location, LocationStatus, LocationType},
};
use rust_decimal::dec;
use shared::{Instant, Permit, audit::Entry};
use uuid::Uuid;

/// The users who created and changed the locations.
const AUTHORS: [&str; 2] = ["operations@larder.example", "admin@larder.example"];

/// An undone change: the location before the change, and the reason for the change.
struct UndoneChange {
    before: Location,
    reason: Option<String>,
}

/// Creates the history of `location`, and sets the location's version and the time of its last change.
///
/// # Errors
/// If a location cannot be serialized.
pub fn create_history(location: &mut Location, today: NaiveDate, rng: &mut Rng) -> Result<Vec<Entry>> {
    let mut states = vec![(location.clone(), None)];
    while let Some(UndoneChange { before, reason }) = states.last().and_then(|(after, _)| undo_last_change(after)) {
        if let Some(last) = states.last_mut() {
            last.1 = reason;
        }
        states.push((before, None));
    }
    states.reverse();
    let mut at = created_at(location, today, rng);
    let mut entries = Vec::with_capacity(states.len());
    let mut before: Option<&Location> = None;
    for (state, reason) in &states {
        let event = if before.is_none() { "CREATED" } else { "UPDATED" };
        let author = Permit::system(AUTHORS.get(usize::from(before.is_none())).copied().unwrap_or_default());
        let entry = history::entry(event, &author, at, before, state)?.with_reason(reason.clone());
        entries.push(Entry { entry: format!("{at}#{}", entry_id(location, entries.len())), ..entry });
        location.last_modified = at;
        before = Some(state);
        at = at.plus(Duration::minutes(rng.i64(30..2880))).min(midnight(today));
    }
    location.version = u64::try_from(entries.len())?;
    Ok(entries)
}

/// The id of an entry. It is the same in each run, so that repeated seeding stores the entry once.
fn entry_id(location: &Location, number: usize) -> Uuid {
    Uuid::new_v5(&Uuid::NAMESPACE_OID, format!("{}/{number}", location.id).as_bytes())
}

/// The time at which the location was created: two to four weeks before its online date and before `today`.
fn created_at(location: &Location, today: NaiveDate, rng: &mut Rng) -> Instant {
    let online = location.online_date.unwrap_or(today);
    let planned = online.checked_sub_days(Days::new(rng.u64(14..28))).unwrap_or(today);
    let latest = today.checked_sub_days(Days::new(14)).unwrap_or(today);
    midnight(planned.min(latest)).plus(Duration::minutes(rng.i64(14 * 60..22 * 60)))
}

/// Undoes the last change of a location. In reverse order, a location is retired, removed from allocation, set live and
/// configured. Returns `None` for a location that is still as it was created.
fn undo_last_change(after: &Location) -> Option<UndoneChange> {
    let undo = |reason: Option<&str>, change: &dyn Fn(&mut Location)| {
        let mut before = after.clone();
        change(&mut before);
        Some(UndoneChange { before, reason: reason.map(str::to_owned) })
    };
    if after.kind != LocationType::FRIDGE {
        return None;
    }
    if after.status == LocationStatus::DEAD {
        return undo(None, &|before| before.status = LocationStatus::OFFLINE);
    }
    if let Some(reason) = &after.update_reason.prod {
        return undo(Some(reason), &|before| {
            before.prod = Flag(true);
            before.update_reason.prod = None;
        });
    }
    if after.status == LocationStatus::LIVE {
        return undo(Some("First Stocking"), &|before| {
            before.prod = Flag(false);
            before.status = LocationStatus::OFFLINE;
            before.public_status = LocationStatus::OFFLINE;
        });
    }
    if after.layout_name != "dummy" {
        return undo(None, &|before| {
            before.percentage = dec!(0);
            (before.route, before.stop) = (None, 0);
            before.layout_name = "dummy".into();
        });
    }
    None
}
