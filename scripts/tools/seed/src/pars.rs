//! The pars of the stockings of today and the next two days.

use crate::jit::{self, DISHES};
use ::jit::model::StockingId;
use ::pars::{
    model::{Par, Pars},
    store::ParStore,
};
use anyhow::Result;
use chrono::{Days, NaiveDate};
use fastrand::Rng;
use routes::model::RouteDay;
use rust_decimal::Decimal;
use shared::{Environment, FromEnvironment, Instant, table};
use std::collections::{BTreeMap, BTreeSet};

/// The number of days with pars: today and the next two.
const DAYS: u64 = 3;
/// The email address of the user who uploaded the pars.
const USER: &str = "operations@larder.example";

/// The pars of the stockings of today and the next two days, by day. Their JIT flags match the JIT rows.
pub fn pars_by_day(route_days: &[RouteDay], today: NaiveDate) -> Vec<(NaiveDate, Vec<Pars>)> {
    let rows = jit::rows_by_day(route_days, today).into_iter().flat_map(|(_, rows)| rows);
    let jit: BTreeSet<StockingId> = rows.filter(|row| row.jit == Some(true)).map(|row| row.stocking_id).collect();
    let dates = today.iter_days().take_while(|date| *date < today + Days::new(DAYS));
    dates.map(|date| (date, pars_of_day(route_days.iter().filter(|day| day.stocking_date == date), &jit))).collect()
}

fn pars_of_day<'a>(days: impl Iterator<Item = &'a RouteDay>, jit: &BTreeSet<StockingId>) -> Vec<Pars> {
    let mut stockings = BTreeMap::new();
    for day in days {
        for stop in day.stops.iter().filter(|stop| stop.stop_type == "STOCK") {
            let stocking_id = StockingId {
                drop_off_date: day.stocking_date,
                location: stop.id.clone(),
                stocking_index: stop.stocking_index,
            };
            stockings.insert(stocking_id.clone(), pars(stocking_id, jit));
        }
    }
    stockings.into_values().collect()
}

fn pars(stocking_id: StockingId, jit: &BTreeSet<StockingId>) -> Pars {
    let mut rng = Rng::with_seed(table::shard(&format!("pars/{stocking_id}"), u32::MAX).into());
    let first = rng.usize(..DISHES.len());
    let dishes = DISHES.iter().cycle().skip(first).take(rng.usize(5..=DISHES.len()));
    let mut par = || Par {
        par: rng.u32(2..=12),
        over_capacity_amount: Decimal::from(rng.u32(..4)),
        priority_boost: rng.u32(..10) == 0,
    };
    let items = dishes.map(|dish| ((*dish).to_owned(), par())).collect();
    Pars { delivery_date: stocking_id.drop_off_date, jit: jit.contains(&stocking_id), stocking_id, items }
}

/// Stores the days without pars. Stored days are not changed, because staff may have uploaded them. Returns the number
/// of stored stockings.
///
/// # Errors
/// If the table cannot be read or written.
pub async fn fill(environment: &Environment, route_days: &[RouteDay], today: NaiveDate, now: Instant) -> Result<usize> {
    let store = ParStore::from_environment(environment)?;
    let mut stored = 0;
    for (date, pars) in pars_by_day(route_days, today) {
        if store.of_day(date, None).await?.items.is_empty() {
            store.put_all(&pars, USER, now).await?;
            stored += pars.len();
        }
    }
    Ok(stored)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fleet::tests::FLEET, stops};

    #[test]
    fn each_stocking_of_three_days_has_pars_and_many_are_jit() {
        let today: NaiveDate = "2026-11-23".parse().unwrap();
        let route_days = stops::current_routes(&FLEET.locations, today).unwrap();
        let days = pars_by_day(&route_days, today);
        assert_eq!(days, pars_by_day(&route_days, today));
        assert_eq!(days.len(), 3);
        let all = || days.iter().flat_map(|(_, pars)| pars);
        assert!(all().filter(|pars| pars.jit).count() > 500);
        assert!(all().all(|pars| pars.items.len() >= 5 && pars.delivery_date == pars.stocking_id.drop_off_date));
    }
}
