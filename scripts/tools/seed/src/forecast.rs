//! The menu: what is forecast of each dish for the days around today, and from which zone and bay it is packed.

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
use shared::{Environment, FromEnvironment, Instant, dynamo};

/// What lies in each bay, zone by zone.
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
/// New on the menu: nobody has put them into a zone yet.
const NEW: [&str; 2] = ["Miso Ramen", "Mango Lassi"];
/// Days before today, and after it, of which something is forecast.
const BEFORE: u64 = 14;
const AFTER: u64 = 21;
/// Of so many dishes of a day one is produced two days ahead.
const HELD: u32 = 12;

/// The forecast of the days around today: more from Monday to Thursday, little at the weekend, and of each dish its own.
pub fn days(today: NaiveDate) -> Vec<ForecastDay> {
    let first = today - Days::new(BEFORE);
    first.iter_days().take_while(|date| *date <= today + Days::new(AFTER)).map(day).collect()
}

fn day(date: NaiveDate) -> ForecastDay {
    let share = match date.weekday() {
        Weekday::Sat | Weekday::Sun => 25,
        Weekday::Fri => 70,
        _ => 100,
    };
    let dishes = MENU.iter().copied().flatten().chain(&NEW);
    let row = |dish: &&str| {
        let mut rng = Rng::with_seed(dynamo::shard(&format!("forecast/{date}/{dish}"), u32::MAX).into());
        let usual = 120 + dynamo::shard(dish, 480);
        let ahead = if rng.u32(..HELD) == 0 { 2 } else { 1 };
        let quantity = usual * share / 100 * rng.u32(85..=115) / 100;
        ((*dish).to_owned(), Forecast { quantity, production_date: date.checked_sub_days(Days::new(ahead)) })
    };
    ForecastDay { date, rows: dishes.map(row).collect() }
}

/// From which bay what is packed.
pub fn zones() -> Layout {
    let mut layout = Layout { version: 1, ..Layout::empty() };
    debug_assert_eq!(layout.bays.len(), ZONES.len() * BAYS.len());
    for (bay, items) in layout.bays.iter_mut().zip(MENU) {
        bay.items = items.iter().map(|item| (*item).into()).collect();
    }
    layout
}

/// Stores the days of which nothing is forecast, and the zones where there are none: what staff edited is theirs.
/// Answers how many days.
///
/// # Errors
/// Where a table cannot be read or written.
pub async fn fill(environment: &Environment, today: NaiveDate, now: Instant) -> Result<usize> {
    let store = ForecastStore::from_environment(environment)?;
    let mut days = days(today);
    let stored = store.get_all(days.iter().map(|day| day.date).collect()).await?;
    days.retain(|day| !stored.contains_key(&day.date));
    store.put_all(&days, "seed", now).await?;
    PackingZoneStore::from_environment(environment)?.put_first(&zones(), "seed", now).await?;
    Ok(days.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use packing_report::rules::with_items;

    #[test]
    fn the_days_around_today_are_forecast_the_same_each_time() {
        let today: NaiveDate = "2026-11-23".parse().unwrap();
        let days = days(today);
        assert_eq!(days, super::days(today));
        assert_eq!(days.len(), 36);
        let units = |date: &str| -> u32 {
            let date: NaiveDate = date.parse().unwrap();
            days.iter().filter(|day| day.date == date).flat_map(|day| day.rows.values()).map(|row| row.quantity).sum()
        };
        assert!(units("2026-11-22") * 2 < units("2026-11-23") && units("2026-11-22") > 0);
    }

    #[test]
    fn zones_are_such_as_staff_could_have_made() {
        let zones = zones();
        for bay in &zones.bays {
            assert_eq!(with_items(&zones, &bay.zone, &bay.bay, &bay.items).unwrap(), zones);
        }
    }
}
