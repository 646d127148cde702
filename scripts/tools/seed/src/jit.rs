//! The JIT state of the stockings of today and tomorrow.

use anyhow::Result;
use chrono::{Days, NaiveDate};
use fastrand::Rng;
use jit::{
    model::{AllocatedItem, JitLocation, StockingId},
    store::JitStore,
};
use routes::model::RouteDay;
use shared::{Environment, FromEnvironment, table};

/// The number of days with JIT rows: today and tomorrow.
const DAYS: u64 = 2;
/// JIT is off for one stocking in this many.
const OFF_ONE_IN: u32 = 6;
/// One stocking in this many has no JIT row.
const MISSING_ONE_IN: u32 = 10;
/// The dishes that are allocated.
pub(crate) const DISHES: [&str; 10] = [
    "Harvest Salad",
    "Greek Salad",
    "Chicken Caesar Wrap",
    "Turkey Club",
    "Pesto Pasta Bowl",
    "Teriyaki Bowl",
    "Berry Parfait",
    "Overnight Oats",
    "Hummus & Pita",
    "Green Juice",
];

/// The JIT rows of today and tomorrow, by day.
pub fn rows_by_day(days: &[RouteDay], today: NaiveDate) -> Vec<(NaiveDate, Vec<JitLocation>)> {
    let dates = today.iter_days().take_while(|date| *date < today + Days::new(DAYS));
    dates.map(|date| (date, rows_of_day(days.iter().filter(|day| day.stocking_date == date)))).collect()
}

fn rows_of_day<'a>(days: impl Iterator<Item = &'a RouteDay>) -> Vec<JitLocation> {
    let mut rows = Vec::new();
    for day in days {
        for stop in day.stops.iter().filter(|stop| stop.stop_type == "STOCK") {
            let stocking_id = StockingId {
                drop_off_date: day.stocking_date,
                location: stop.id.clone(),
                stocking_index: stop.stocking_index,
            };
            let mut rng = Rng::with_seed(table::shard(&format!("jit/{stocking_id}"), u32::MAX).into());
            if rng.u32(..MISSING_ONE_IN) > 0 {
                rows.push(row(stocking_id, &mut rng));
            }
        }
    }
    rows
}

fn row(stocking_id: StockingId, rng: &mut Rng) -> JitLocation {
    let on = rng.u32(..OFF_ONE_IN) > 0;
    let order_id = on.then(|| format!("JIT-{:08X}", table::shard(&stocking_id.to_string(), u32::MAX)));
    let items = if on { items(rng) } else { Vec::new() };
    JitLocation { order_id, items, ..JitLocation::undecided(stocking_id, Some(on)) }
}

fn items(rng: &mut Rng) -> Vec<AllocatedItem> {
    let first = rng.usize(..DISHES.len());
    let dishes = DISHES.iter().cycle().skip(first).take(rng.usize(2..=5));
    dishes.map(|dish| AllocatedItem { item: (*dish).into(), quantity: rng.u32(1..=6) }).collect()
}

/// Stores the days without JIT rows. Stored days are not changed, because staff may have edited them. Returns the
/// number of stored stockings.
///
/// # Errors
/// If the table cannot be read or written.
pub async fn fill(environment: &Environment, route_days: &[RouteDay], today: NaiveDate) -> Result<usize> {
    let store = JitStore::from_environment(environment)?;
    let mut stored = 0;
    for (date, rows) in rows_by_day(route_days, today) {
        if store.of_day(date, None).await?.items.is_empty() {
            store.put_all(&rows).await?;
            stored += rows.len();
        }
    }
    Ok(stored)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fleet::tests::FLEET, stops};

    #[test]
    fn most_stockings_of_today_and_tomorrow_are_jit_and_rows_are_reproducible() {
        let today: NaiveDate = "2026-11-23".parse().unwrap();
        let route_days = stops::current_routes(&FLEET.locations, today).unwrap();
        let days = rows_by_day(&route_days, today);
        assert_eq!(days, rows_by_day(&route_days, today));
        assert_eq!(days.iter().map(|(date, _)| *date).collect::<Vec<_>>(), [today, today + Days::new(1)]);
        let rows = &days[0].1;
        let count = |jit| rows.iter().filter(|row| row.jit == Some(jit)).count();
        assert!(count(true) > 500 && count(false) > 50);
        assert!(rows.iter().all(|row| row.email.is_none() && (row.jit == Some(true)) == row.order_id.is_some()));
    }
}
