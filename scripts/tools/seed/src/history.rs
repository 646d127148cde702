//! How a location came to be what it is: a few believable steps, told backwards.

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

/// Who did it.
const AUTHORS: [&str; 2] = ["operations@larder.example", "admin@larder.example"];

/// One step back: what the location was before, and why it was changed.
struct Step {
    before: Location,
    reason: Option<String>,
}

/// Tells the history of `location`, and gives it the version and the time of its last change.
///
/// # Errors
/// Where a location cannot be written as JSON.
pub fn tell(location: &mut Location, today: NaiveDate, rng: &mut Rng) -> Result<Vec<Entry>> {
    let mut states = vec![(location.clone(), None)];
    while let Some(Step { before, reason }) = states.last().and_then(|(after, _)| step_back(after)) {
        if let Some(last) = states.last_mut() {
            last.1 = reason;
        }
        states.push((before, None));
    }
    states.reverse();
    let mut at = first_day(location, today, rng);
    let mut entries = Vec::with_capacity(states.len());
    let mut before: Option<&Location> = None;
    for (state, reason) in &states {
        let event = if before.is_none() { "CREATED" } else { "UPDATED" };
        let author = Permit::system(AUTHORS.get(usize::from(before.is_none())).copied().unwrap_or_default());
        let entry = history::entry(event, &author, at, before, state)?.because(reason.clone());
        entries.push(Entry { entry: format!("{at}#{}", entry_id(location, entries.len())), ..entry });
        location.last_modified = at;
        before = Some(state);
        at = at.plus(Duration::minutes(rng.i64(30..2880))).min(midnight(today));
    }
    location.version = u64::try_from(entries.len())?;
    Ok(entries)
}

/// The same for the same entry each time, so that seeding again stores it once.
fn entry_id(location: &Location, number: usize) -> Uuid {
    Uuid::new_v5(&Uuid::NAMESPACE_OID, format!("{}/{number}", location.id).as_bytes())
}

/// Two to four weeks before it went online, and never in the future.
fn first_day(location: &Location, today: NaiveDate, rng: &mut Rng) -> Instant {
    let online = location.online_date.unwrap_or(today);
    let planned = online.checked_sub_days(Days::new(rng.u64(14..28))).unwrap_or(today);
    let latest = today.checked_sub_days(Days::new(14)).unwrap_or(today);
    midnight(planned.min(latest)).plus(Duration::minutes(rng.i64(14 * 60..22 * 60)))
}

/// The newest thing that is not as it is on a new location was the last to be changed: it was retired, taken out of
/// allocation, started, or set up.
fn step_back(after: &Location) -> Option<Step> {
    let step = |reason: Option<&str>, change: &dyn Fn(&mut Location)| {
        let mut before = after.clone();
        change(&mut before);
        Some(Step { before, reason: reason.map(str::to_owned) })
    };
    if after.kind != LocationType::FRIDGE {
        return None;
    }
    if after.status == LocationStatus::DEAD {
        return step(None, &|before| before.status = LocationStatus::OFFLINE);
    }
    if let Some(reason) = &after.update_reason.prod {
        return step(Some(reason), &|before| {
            before.prod = Flag(true);
            before.update_reason.prod = None;
        });
    }
    if after.status == LocationStatus::LIVE {
        return step(Some("First Stocking"), &|before| {
            before.prod = Flag(false);
            before.status = LocationStatus::OFFLINE;
            before.public_status = LocationStatus::OFFLINE;
        });
    }
    if after.layout_name != "dummy" {
        return step(None, &|before| {
            before.percentage = dec!(0);
            (before.route, before.stop) = (None, 0);
            before.layout_name = "dummy".into();
        });
    }
    None
}
