//! What lies in the slots of the layouts that fridges have: as they were created, with the menus of some weeks, and those
//! of the next two.

use crate::catalog;
use anyhow::{Context, Result};
use chrono::{Days, NaiveDate, NaiveTime, TimeZone, Weekday};
use fastrand::Rng;
use locations::names::Kind;
use planograms::{
    history,
    model::{Change, Placement, Slot},
    store::PlanogramStore,
};
use shared::{
    Environment, FromEnvironment, Instant, Permit,
    audit::{AuditTable, Entry, Subject},
    dynamo,
    time::CENTRAL,
};
use simulate::fridge;
use uuid::Uuid;

/// Who plans menus.
const PLANNER: &str = "operations@larder.example";
/// Weeks of menus, before this one and after it.
const WEEKS_BEFORE: u64 = 6;
const WEEKS_AFTER: u64 = 2;
/// The hour of Monday at which a menu begins.
const HOUR: u32 = 5;

/// The names of the layouts that have planograms.
fn layouts() -> impl Iterator<Item = String> {
    let layout =
        |name: &locations::names::Name| name.kind == Kind::Planogram && name.name != Kind::Planogram.standard();
    catalog::names().into_iter().filter(layout).map(|name| name.name)
}

/// The changes of one layout, oldest first: what it was created with, then a menu a week.
///
/// # Errors
/// Where the calendar ends.
pub fn changes(layout: &str, today: NaiveDate) -> Result<Vec<Change>> {
    let mut rng = Rng::with_seed(dynamo::shard(&format!("planogram/{layout}"), u32::MAX).into());
    let monday = today.week(Weekday::Mon).first_day();
    let first = monday - Days::new(7 * WEEKS_BEFORE);
    // Before the first menu is planned.
    let mut changes = vec![change(layout, first - Days::new(14), full(&mut rng), true)?];
    for week in 1..=WEEKS_BEFORE + WEEKS_AFTER {
        changes.push(change(layout, first + Days::new(7 * week), some(&mut rng), false)?);
    }
    Ok(changes)
}

fn change(layout: &str, day: NaiveDate, dishes: Vec<(Slot, &str)>, creation: bool) -> Result<Change> {
    let local = NaiveTime::from_hms_opt(HOUR, 0, 0).map(|time| day.and_time(time));
    let hour = local.and_then(|local| CENTRAL.from_local_datetime(&local).earliest()).context("an hour of that day")?;
    let active_hour = Instant::from(hour.to_utc());
    // Planned on a Thursday, some weeks ahead.
    let scheduled_at = if creation { active_hour } else { active_hour.plus(-chrono::Duration::days(18)) };
    let config = fridge::ROWS.map(|columns| columns.to_string()).join("-");
    let placement = |item: &str| Placement {
        vend_item_name: item.into(),
        physical_fridge_config: creation.then(|| config.clone()),
        scheduled_by: PLANNER.into(),
        scheduled_at,
    };
    let slots = dishes.into_iter().map(|(slot, item)| (slot, placement(item))).collect();
    Ok(Change { layout_name: layout.into(), active_hour, slots, creation })
}

/// A fridge with a dish once, or twice side by side.
fn full(rng: &mut Rng) -> Vec<(Slot, &'static str)> {
    let dishes: Vec<&str> = fridge::dishes().collect();
    let first = rng.usize(..dishes.len());
    let mut dishes = dishes.into_iter().cycle().skip(first);
    let mut slots: Vec<(Slot, &str)> = Vec::new();
    for (row, column) in fridge::places() {
        let beside = slots.last().filter(|(slot, _)| slot.row == row && rng.bool()).map(|(_, dish)| *dish);
        slots.push((Slot { row, column }, beside.or_else(|| dishes.next()).unwrap_or_default()));
    }
    slots
}

/// What of it changes with a week's menu.
fn some(rng: &mut Rng) -> Vec<(Slot, &'static str)> {
    let dishes: Vec<&str> = fridge::dishes().collect();
    let mut slots: Vec<Slot> = fridge::places().map(|(row, column)| Slot { row, column }).collect();
    rng.shuffle(&mut slots);
    slots.truncate(rng.usize(4..=10));
    slots.into_iter().map(|slot| (slot, dishes.get(rng.usize(..dishes.len())).copied().unwrap_or_default())).collect()
}

/// Who scheduled what: the same entries each time.
fn told(change: &Change, number: usize) -> Option<Entry> {
    let at = change.slots.values().next()?.scheduled_at;
    let event = if change.creation { "CREATED" } else { "SCHEDULED" };
    let planner = Permit::system(PLANNER);
    let entry = Entry::new(Subject::Planogram(&change.layout_name), event, &planner, at);
    let id = Uuid::new_v5(&Uuid::NAMESPACE_OID, format!("planogram/{}/{number}", change.layout_name).as_bytes());
    Some(Entry { entry: format!("{at}#{id}"), ..entry.with(history::told(None, change)) })
}

/// Stores the planograms, unless there are any: what staff scheduled is theirs. Answers how many.
///
/// # Errors
/// Where the tables cannot be read or written.
pub async fn fill(environment: &Environment, today: NaiveDate) -> Result<usize> {
    let (store, audit) = (PlanogramStore::from_environment(environment)?, AuditTable::from_environment(environment)?);
    let layouts: Vec<String> = layouts().collect();
    let first = layouts.first().context("a layout")?;
    if !store.page(first, None).await?.changes.is_empty() {
        return Ok(0);
    }
    let changes: Vec<Vec<Change>> = layouts.iter().map(|layout| changes(layout, today)).collect::<Result<_>>()?;
    let entries: Vec<Entry> = changes
        .iter()
        .flat_map(|changes| changes.iter().enumerate().filter_map(|(number, change)| told(change, number)))
        .collect();
    audit.put_all(&entries).await?;
    // The first layout last: it says that all are there.
    let mut all = changes.concat();
    all.reverse();
    store.put_all(&all).await?;
    Ok(layouts.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use planograms::rules;

    #[test]
    fn each_layout_is_full_now_changes_next_week_and_is_the_same_each_time() {
        let today: NaiveDate = "2026-11-21".parse().unwrap();
        let now = "2026-11-21T18:00:00Z".parse().unwrap();
        assert!(layouts().count() > 30);
        for layout in layouts() {
            let changes = changes(&layout, today).unwrap();
            assert_eq!(changes, super::changes(&layout, today).unwrap());
            let shown = rules::effective(&changes, now);
            let places: Vec<_> = shown.iter().map(|entry| (entry.slot.row, entry.slot.column)).collect();
            assert_eq!(places, fridge::places().collect::<Vec<_>>(), "a layout has the slots that fridges tell of");
            let config = Some("6-6-6-5-5-4-4");
            assert!(shown.iter().all(|entry| entry.placement.physical_fridge_config.as_deref() == config));
            assert!(shown.iter().all(|entry| entry.placement.scheduled_at <= now));
            let coming = rules::scheduled(&changes, now);
            assert!(coming.len() >= 8 && coming.iter().all(|entry| entry.placement.scheduled_at <= now));
        }
    }
}
