//! The planograms of the layouts: the initial items of each slot, and the menu changes of the past and the next weeks.

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
    table,
    time::CENTRAL,
};
use simulate::fridge;
use uuid::Uuid;

/// The email address of the user who schedules the menus.
const PLANNER: &str = "operations@larder.example";
/// The number of weekly menus before the current one.
const WEEKS_BEFORE: u64 = 6;
/// The number of weekly menus after the current one.
const WEEKS_AFTER: u64 = 2;
/// The hour of Monday, in Central time, at which a menu takes effect.
const ACTIVE_HOUR: u32 = 5;

/// The names of the layouts that have planograms.
fn layouts() -> impl Iterator<Item = String> {
    let layout =
        |name: &locations::names::Name| name.kind == Kind::Planogram && name.name != Kind::Planogram.standard();
    catalog::names().into_iter().filter(layout).map(|name| name.name)
}

/// The changes of one layout, oldest first: its creation, then a menu for each week.
///
/// # Errors
/// If a date is out of range.
pub fn changes(layout: &str, today: NaiveDate) -> Result<Vec<Change>> {
    let mut rng = Rng::with_seed(table::shard(&format!("planogram/{layout}"), u32::MAX).into());
    let monday = today.week(Weekday::Mon).first_day();
    let first = monday - Days::new(7 * WEEKS_BEFORE);
    // The layout is created before its first menu is scheduled.
    let mut changes = vec![change(layout, first - Days::new(14), initial_items(&mut rng), true)?];
    for week in 1..=WEEKS_BEFORE + WEEKS_AFTER {
        changes.push(change(layout, first + Days::new(7 * week), weekly_items(&mut rng), false)?);
    }
    Ok(changes)
}

fn change(layout: &str, day: NaiveDate, dishes: Vec<(Slot, &str)>, creation: bool) -> Result<Change> {
    let local = NaiveTime::from_hms_opt(ACTIVE_HOUR, 0, 0).map(|time| day.and_time(time));
    let hour = local
        .and_then(|local| CENTRAL.from_local_datetime(&local).earliest())
        .context("the active hour does not exist on this day")?;
    let active_hour = Instant::from(hour.to_utc());
    // Menus are scheduled on a Thursday, 18 days before they take effect.
    let scheduled_at = if creation { active_hour } else { active_hour.plus(-chrono::Duration::days(18)) };
    let config = fridge::SLOTS_PER_ROW.map(|columns| columns.to_string()).join("-");
    let placement = |item: &str| Placement {
        vend_item_name: item.into(),
        physical_fridge_config: creation.then(|| config.clone()),
        scheduled_by: PLANNER.into(),
        scheduled_at,
    };
    let slots = dishes.into_iter().map(|(slot, item)| (slot, placement(item))).collect();
    Ok(Change { layout_name: layout.into(), active_hour, slots, creation })
}

/// An item for each slot. Some items fill two adjacent slots.
fn initial_items(rng: &mut Rng) -> Vec<(Slot, &'static str)> {
    let dishes: Vec<&str> = fridge::dish_names().collect();
    let first = rng.usize(..dishes.len());
    let mut dishes = dishes.into_iter().cycle().skip(first);
    let mut slots: Vec<(Slot, &str)> = Vec::new();
    for (row, column) in fridge::slots() {
        let same_as_left = slots.last().filter(|(slot, _)| slot.row == row && rng.bool()).map(|(_, dish)| *dish);
        slots.push((Slot { row, column }, same_as_left.or_else(|| dishes.next()).unwrap_or_default()));
    }
    slots
}

/// The slots that change with a week's menu, and their new items.
fn weekly_items(rng: &mut Rng) -> Vec<(Slot, &'static str)> {
    let dishes: Vec<&str> = fridge::dish_names().collect();
    let mut slots: Vec<Slot> = fridge::slots().map(|(row, column)| Slot { row, column }).collect();
    rng.shuffle(&mut slots);
    slots.truncate(rng.usize(4..=10));
    slots.into_iter().map(|slot| (slot, dishes.get(rng.usize(..dishes.len())).copied().unwrap_or_default())).collect()
}

/// The history entry of a change. Its id is the same in each run.
fn history_entry(change: &Change, number: usize) -> Option<Entry> {
    let at = change.slots.values().next()?.scheduled_at;
    let event = if change.creation { "CREATED" } else { "SCHEDULED" };
    let planner = Permit::system(PLANNER);
    let entry = Entry::new(Subject::Planogram(&change.layout_name), event, &planner, at);
    let id = Uuid::new_v5(&Uuid::NAMESPACE_OID, format!("planogram/{}/{number}", change.layout_name).as_bytes());
    Some(Entry { entry: format!("{at}#{id}"), ..entry.with(history::audit_changes(None, change)) })
}

/// Stores the planograms if there are none. Stored planograms are not changed, because staff may have edited them.
/// Returns the number of stored layouts.
///
/// # Errors
/// If a table cannot be read or written.
pub async fn fill(environment: &Environment, today: NaiveDate) -> Result<usize> {
    let (store, audit) = (PlanogramStore::from_environment(environment)?, AuditTable::from_environment(environment)?);
    let layouts: Vec<String> = layouts().collect();
    let first = layouts.first().context("the catalog has no layout")?;
    if !store.page(first, None).await?.items.is_empty() {
        return Ok(0);
    }
    let changes: Vec<Vec<Change>> = layouts.iter().map(|layout| changes(layout, today)).collect::<Result<_>>()?;
    let entries: Vec<Entry> = changes
        .iter()
        .flat_map(|changes| changes.iter().enumerate().filter_map(|(number, change)| history_entry(change, number)))
        .collect();
    audit.put_all(&entries).await?;
    // The first layout is stored last, because its presence means that all layouts are stored.
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
    fn each_layout_has_items_in_all_slots_and_scheduled_changes_and_is_reproducible() {
        let today: NaiveDate = "2026-11-21".parse().unwrap();
        let now = "2026-11-21T18:00:00Z".parse().unwrap();
        assert!(layouts().count() > 30);
        for layout in layouts() {
            let changes = changes(&layout, today).unwrap();
            assert_eq!(changes, super::changes(&layout, today).unwrap());
            let effective = rules::effective(&changes, now);
            let slots: Vec<_> = effective.iter().map(|entry| (entry.slot.row, entry.slot.column)).collect();
            assert_eq!(slots, fridge::slots().collect::<Vec<_>>(), "a layout has the slots that fridges report");
            let config = Some("6-6-6-5-5-4-4");
            assert!(effective.iter().all(|entry| entry.placement.physical_fridge_config.as_deref() == config));
            assert!(effective.iter().all(|entry| entry.placement.scheduled_at <= now));
            let scheduled = rules::scheduled(&changes, now);
            assert!(scheduled.len() >= 8 && scheduled.iter().all(|entry| entry.placement.scheduled_at <= now));
        }
    }
}
