//! For which stockings of today and tomorrow food is allocated just in time.

use anyhow::Result;
use chrono::{Days, NaiveDate};
use fastrand::Rng;
use jit::{
    model::{AllocatedItem, JitLocation, StockingId},
    store::JitStore,
};
use routes::model::RouteDay;
use shared::{Environment, FromEnvironment, dynamo};

/// Days of which JIT knows: today and tomorrow.
const DAYS: u64 = 2;
/// Of so many stockings, JIT is off for one from the beginning.
const OFF: u32 = 6;
/// And of so many, JIT knows nothing of one.
const UNKNOWN: u32 = 10;
/// What is allocated.
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

/// The stockings of today and tomorrow of which JIT knows, by day.
pub fn days(days: &[RouteDay], today: NaiveDate) -> Vec<(NaiveDate, Vec<JitLocation>)> {
    let known = today.iter_days().take_while(|date| *date < today + Days::new(DAYS));
    known.map(|date| (date, of_day(days.iter().filter(|day| day.stocking_date == date)))).collect()
}

fn of_day<'a>(days: impl Iterator<Item = &'a RouteDay>) -> Vec<JitLocation> {
    let mut rows = Vec::new();
    for day in days {
        for stop in day.stops.iter().filter(|stop| stop.stop_type == "STOCK") {
            let stocking_id = StockingId {
                drop_off_date: day.stocking_date,
                location: stop.id.clone(),
                stocking_index: stop.stocking_index,
            };
            let mut rng = Rng::with_seed(dynamo::shard(&format!("jit/{stocking_id}"), u32::MAX).into());
            if rng.u32(..UNKNOWN) > 0 {
                rows.push(row(stocking_id, &mut rng));
            }
        }
    }
    rows
}

fn row(stocking_id: StockingId, rng: &mut Rng) -> JitLocation {
    let on = rng.u32(..OFF) > 0;
    let order_id = on.then(|| format!("JIT-{:08X}", dynamo::shard(&stocking_id.to_string(), u32::MAX)));
    let items = if on { items(rng) } else { Vec::new() };
    JitLocation { stocking_id, jit: Some(on), reason: None, email: None, decided_at: None, order_id, items }
}

fn items(rng: &mut Rng) -> Vec<AllocatedItem> {
    let first = rng.usize(..DISHES.len());
    let dishes = DISHES.iter().cycle().skip(first).take(rng.usize(2..=5));
    dishes.map(|dish| AllocatedItem { item: (*dish).into(), quantity: rng.u32(1..=6) }).collect()
}

/// Stores the days of which nothing is stored: what staff decided of others is theirs. Answers how many stockings.
///
/// # Errors
/// Where the table cannot be read or written.
pub async fn fill(environment: &Environment, route_days: &[RouteDay], today: NaiveDate) -> Result<usize> {
    let store = JitStore::from_environment(environment)?;
    let mut stored = 0;
    for (date, rows) in days(route_days, today) {
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
    fn most_stockings_of_today_and_tomorrow_are_just_in_time_and_the_same_each_time() {
        let today: NaiveDate = "2026-11-23".parse().unwrap();
        let route_days = stops::days(&FLEET.locations, today).unwrap();
        let days = days(&route_days, today);
        assert_eq!(days, super::days(&route_days, today));
        assert_eq!(days.iter().map(|(date, _)| *date).collect::<Vec<_>>(), [today, today + Days::new(1)]);
        let rows = &days[0].1;
        let count = |jit| rows.iter().filter(|row| row.jit == Some(jit)).count();
        assert!(count(true) > 500 && count(false) > 50);
        assert!(rows.iter().all(|row| row.email.is_none() && (row.jit == Some(true)) == row.order_id.is_some()));
    }
}
