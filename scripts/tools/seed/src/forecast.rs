//! The forecast of each dish for the days around today, and the packing zones and bays of the dishes.

use anyhow::Result;
use chrono::{Datelike, Days, NaiveDate, Weekday};
use fastrand::Rng;
use forecast::{
    model::{Forecast, ForecastDay},
    store::ForecastStore,
};
use packing_report::{
    model::{BAYS, Layout, ZONES},
    store::PackingZoneStore,
};
use shared::{Environment, FromEnvironment, Instant, table};

/// The dishes of each bay, in the order of zones and bays.
const MENU: [&[&str]; 8] = [
    &["Harvest Salad", "Greek Salad", "Chicken Caesar Salad", "Cobb Salad"],
    &["Kale and Quinoa Bowl", "Burrito Bowl", "Thai Noodle Bowl", "Teriyaki Bowl", "Pesto Pasta Bowl"],
    &["Chicken Caesar Wrap", "Turkey Club", "Turkey Club Sandwich", "Ham and Gouda Sandwich", "Caprese Sandwich"],
    &["Chicken Tikka", "Beef Lasagna"],
    &["Overnight Oats", "Berry Parfait", "Chocolate Chia Pudding"],
    &["Fruit Cup", "Apple Slices", "Hard-boiled Eggs", "Oatmeal Cookie"],
    &["Hummus & Pita", "Hummus and Pretzels", "Cheese Plate"],
    &["Green Juice", "Cold Brew", "Lemonade", "Sparkling Water"],
];
/// Dishes without a zone, because they are new on the menu.
const UNASSIGNED_DISHES: [&str; 2] = ["Miso Ramen", "Mango Lassi"];
/// The forecast starts this many days before today.
const DAYS_BEFORE: u64 = 14;
/// The forecast ends this many days after today.
const DAYS_AFTER: u64 = 21;
/// One dish in this many is a holdover, produced two days before its allocation.
const HOLDOVER_ONE_IN: u32 = 12;

/// The forecast of the days around today. Quantities are greatest from Monday to Thursday and small at the weekend.
pub fn forecast_days(today: NaiveDate) -> Vec<ForecastDay> {
    let first = today - Days::new(DAYS_BEFORE);
    first.iter_days().take_while(|date| *date <= today + Days::new(DAYS_AFTER)).map(forecast_day).collect()
}

fn forecast_day(date: NaiveDate) -> ForecastDay {
    let percent = match date.weekday() {
        Weekday::Sat | Weekday::Sun => 25,
        Weekday::Fri => 70,
        _ => 100,
    };
    let dishes = MENU.iter().copied().flatten().chain(&UNASSIGNED_DISHES);
    let row = |dish: &&str| {
        let mut rng = Rng::with_seed(table::shard(&format!("forecast/{date}/{dish}"), u32::MAX).into());
        let usual = 120 + table::shard(dish, 480);
        let days_ahead = if rng.u32(..HOLDOVER_ONE_IN) == 0 { 2 } else { 1 };
        let quantity = usual * percent / 100 * rng.u32(85..=115) / 100;
        ((*dish).to_owned(), Forecast { quantity, production_date: date.checked_sub_days(Days::new(days_ahead)) })
    };
    ForecastDay { date, rows: dishes.map(row).collect() }
}

/// The packing zones with the dishes of each bay.
pub fn zones() -> Layout {
    let mut layout = Layout { version: 1, ..Layout::empty() };
    debug_assert_eq!(layout.bays.len(), ZONES.len() * BAYS.len());
    for (bay, items) in layout.bays.iter_mut().zip(MENU) {
        bay.items = items.iter().map(|item| (*item).into()).collect();
    }
    layout
}

/// Stores the days without a forecast, and the packing zones if there are none. Stored data is not changed, because
/// staff may have edited it. Returns the number of stored days.
///
/// # Errors
/// If a table cannot be read or written.
pub async fn fill(environment: &Environment, today: NaiveDate, now: Instant) -> Result<usize> {
    let store = ForecastStore::from_environment(environment)?;
    let mut days = forecast_days(today);
    let stored = store.get_all(days.iter().map(|day| day.date).collect()).await?;
    days.retain(|day| !stored.contains_key(&day.date));
    store.put_all(&days, "seed", now).await?;
    PackingZoneStore::from_environment(environment)?.put_if_absent(&zones(), "seed", now).await?;
    Ok(days.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use packing_report::rules::with_items;

    #[test]
    fn the_forecast_is_reproducible_and_smaller_at_the_weekend() {
        let today: NaiveDate = "2026-11-23".parse().unwrap();
        let days = forecast_days(today);
        assert_eq!(days, forecast_days(today));
        assert_eq!(days.len(), 36);
        let units = |date: &str| -> u32 {
            let date: NaiveDate = date.parse().unwrap();
            days.iter().filter(|day| day.date == date).flat_map(|day| day.rows.values()).map(|row| row.quantity).sum()
        };
        assert!(units("2026-11-22") * 2 < units("2026-11-23") && units("2026-11-22") > 0);
    }

    #[test]
    fn zones_pass_the_rules_of_editing_them() {
        let zones = zones();
        for bay in &zones.bays {
            assert_eq!(with_items(&zones, &bay.zone, &bay.bay, &bay.items).unwrap(), zones);
        }
    }
}
