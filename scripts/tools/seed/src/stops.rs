//! What drivers visit in the days around today, and what the kitchens packed for them so far.

use crate::{fridge::midnight, routes::STOPS};
use anyhow::{Context, Result};
use chrono::{Datelike, Days, Duration, NaiveDate, Weekday};
use fastrand::Rng;
use locations::model::{Location, LocationId, LocationStatus, LocationType, Vertical};
use routes::model::{Market, RouteDay, Stop};
use shared::dynamo;
use std::{collections::BTreeMap, ops::Range};
use stocking::model::PackingSlip;

/// Who plans routes.
pub const PLANNER: &str = "logistics@larder.example";
/// Days of routes that are planned ahead: from yesterday on.
const DAYS: u64 = 8;
/// Days before today that are over, with all that was ordered, packed and done. With today and tomorrow two weeks.
const DAYS_OVER: u64 = 12;
/// Days that kitchens have packed for: from today on.
const PACKED_DAYS: u64 = 2;
/// Of so many paused fridges, one is taken away in these days.
const REMOVALS: u32 = 3;
/// Of so many stops, one is a visit of a technician.
const SERVICES: u32 = 60;
/// Of so many locations, one is stocked twice a day; all airports are.
const TWICE: u32 = 50;
/// For one stop of so many no slip was written yet.
const UNPACKED: u32 = 12;

/// The first and the last day that have routes on `today`.
pub fn first_and_last(today: NaiveDate) -> (NaiveDate, NaiveDate) {
    let first = today - Days::new(1);
    (first, first + Days::new(DAYS - 1))
}

/// The first day of the two weeks that are seeded whole: orders, packing slips, drivers' actions and their log.
pub fn first_over(today: NaiveDate) -> NaiveDate {
    today - Days::new(DAYS_OVER)
}

/// The routes of the days that were over before [`days`] begins, by day and name.
///
/// # Errors
/// As with [`days`].
pub fn days_over(locations: &[Location], today: NaiveDate) -> Result<Vec<RouteDay>> {
    let first = first_and_last(today).0;
    days_of(locations, first_over(today).iter_days().take_while(|date| *date < first), today)
}

/// The routes of the days around `today`, by day and name.
///
/// # Errors
/// Where a location is in a market that routes do not know.
pub fn days(locations: &[Location], today: NaiveDate) -> Result<Vec<RouteDay>> {
    let (first, _) = first_and_last(today);
    days_of(locations, first.iter_days().take(DAYS.try_into()?), today)
}

/// The routes of some days, as they look on `today`.
///
/// # Errors
/// As with [`days`].
pub fn days_of(
    locations: &[Location],
    dates: impl Iterator<Item = NaiveDate>,
    today: NaiveDate,
) -> Result<Vec<RouteDay>> {
    let mut by_route: BTreeMap<&str, Vec<&Location>> = BTreeMap::new();
    for location in locations {
        if let Some(route) = &location.route {
            by_route.entry(route).or_default().push(location);
        }
    }
    for stops in by_route.values_mut() {
        stops.sort_by_key(|location| location.stop);
    }
    let mut days = Vec::new();
    for date in dates {
        for (route, locations) in &by_route {
            let stops = stops(locations, date, today);
            if let Some(location) = locations.first().filter(|_| !stops.is_empty()) {
                let market: Option<Market> = location.market.as_deref().and_then(|market| market.parse().ok());
                let market = market.with_context(|| format!("{} is in no market of routes", location.id))?;
                days.push(RouteDay::new(date, (*route).to_owned(), market, stops));
            }
        }
    }
    Ok(days)
}

/// The stops of one day: those stocked on its weekday, in the route's order, then those stocked a second time.
fn stops(route: &[&Location], date: NaiveDate, today: NaiveDate) -> Vec<Stop> {
    let mut visits: Vec<(&LocationId, u32, &str)> = Vec::with_capacity(STOPS);
    let mut again = Vec::new();
    for location in route {
        let Some(stop_type) = stop_type(location, date, today) else { continue };
        visits.push((&location.id, 1, stop_type));
        let twice = location.vertical == Vertical::Airport || one_in(TWICE, "twice", &location.id, None);
        if twice && stop_type == "STOCK" {
            again.push((&location.id, 2, stop_type));
        }
    }
    let stop = |(number, (id, stocking_index, stop_type)): (u32, (&LocationId, u32, &str))| Stop {
        id: id.clone(),
        stop: number,
        stocking_index,
        stop_type: stop_type.into(),
    };
    (1..).zip(visits.into_iter().chain(again)).map(stop).collect()
}

/// What is done at a location on a day; `None` where nobody comes.
fn stop_type(location: &Location, date: NaiveDate, today: NaiveDate) -> Option<&'static str> {
    if location.status != LocationStatus::LIVE {
        let day = rng("removal", &location.id, Some(today)).u64(..DAYS);
        let removed =
            one_in(REMOVALS, "removed", &location.id, None) && date == first_and_last(today).0 + Days::new(day);
        return (removed && location.kind == LocationType::FRIDGE).then_some("REMOVAL");
    }
    if !is_stocked(location, date.weekday()) {
        return None;
    }
    Some(if one_in(SERVICES, "service", &location.id, Some(date)) { "SERVICE" } else { "STOCK" })
}

fn is_stocked(location: &Location, weekday: Weekday) -> bool {
    let schedule = location.stocking_schedule;
    let flag = match weekday {
        Weekday::Mon => schedule.monday,
        Weekday::Tue => schedule.tuesday,
        Weekday::Wed => schedule.wednesday,
        Weekday::Thu => schedule.thursday,
        Weekday::Fri => schedule.friday,
        Weekday::Sat => schedule.saturday,
        Weekday::Sun => schedule.sunday,
    };
    flag.0
}

/// The days that kitchens have packed for on `today`: the two weeks that end tomorrow.
pub fn packed(today: NaiveDate) -> Range<NaiveDate> {
    first_over(today)..today + Days::new(PACKED_DAYS)
}

/// What was packed for those of `days` that kitchens have packed for on `today`. For a few stops from today on nothing
/// was yet, and for none that takes a fridge away.
pub fn slips(days: &[RouteDay], today: NaiveDate) -> Vec<PackingSlip> {
    let packed = packed(today);
    let mut slips = Vec::new();
    for day in days.iter().filter(|day| packed.contains(&day.stocking_date)) {
        for stop in day.stops.iter().filter(|stop| stop.stop_type == "STOCK") {
            let mut rng = rng("slip", &stop.id, Some(day.stocking_date));
            if rng.u32(..UNPACKED) > 0 || day.stocking_date < today {
                let wholesale = stop.id.as_str().starts_with("WS_");
                slips.extend((1..=rng.u32(1..=2)).map(|number| slip(day, stop, number, wholesale, &mut rng)));
            }
        }
    }
    slips
}

fn slip(day: &RouteDay, stop: &Stop, number: u32, wholesale: bool, rng: &mut Rng) -> PackingSlip {
    let date = day.stocking_date;
    PackingSlip {
        location_id: stop.id.clone(),
        unique_id: format!("PS-{}-{}-{number}", date.format("%Y%m%d"), stop.stocking_index),
        drop_off_date: date,
        route: day.route.clone(),
        stocking_index: stop.stocking_index,
        create_date: date - Days::new(1),
        slip_type: if wholesale { "WHOLESALE_ORDER" } else { "ORDER" }.into(),
        client_code: if number == 1 { "LARDER" } else { "SNACKS" }.into(),
        status: "PACKED".into(),
        tote_count: if wholesale { rng.u32(4..=12) } else { rng.u32(1..=5) },
        occurred_at: midnight(date).plus(Duration::hours(-4)),
    }
}

fn one_in(many: u32, purpose: &str, id: &LocationId, date: Option<NaiveDate>) -> bool {
    rng(purpose, id, date).u32(..many) == 0
}

/// Chance for one purpose at a location, on a day or for ever: the same each time the fleet is made.
fn rng(purpose: &str, id: &LocationId, date: Option<NaiveDate>) -> Rng {
    Rng::with_seed(dynamo::shard(&format!("{purpose}/{id}/{date:?}"), u32::MAX).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fleet::tests::FLEET;
    use std::collections::{BTreeSet, HashMap};

    fn today() -> NaiveDate {
        "2026-11-21".parse().unwrap()
    }

    #[test]
    fn the_same_fleet_and_day_give_the_same_routes_from_yesterday_to_six_days_on() {
        let locations = &FLEET.locations;
        let days = days(locations, today()).unwrap();
        assert_eq!(days, super::days(locations, today()).unwrap());
        let dates: BTreeSet<_> = days.iter().map(|day| day.stocking_date).collect();
        assert_eq!((dates.first().copied(), dates.last().copied()), {
            let (first, last) = first_and_last(today());
            (Some(first), Some(last))
        });
        assert_eq!((dates.len(), first_and_last(today()).1), (8, "2026-11-27".parse().unwrap()));
    }

    #[test]
    fn every_day_of_a_route_passes_the_rules_of_storing_one() {
        let locations = &FLEET.locations;
        let known = locations.iter().map(|location| (location.id.clone(), location.id.clone())).collect();
        let days = days(locations, today()).unwrap();
        for day in &days {
            let entry = |stop: &Stop| {
                let mut entry = serde_json::to_value(stop).unwrap();
                entry["stockingDate"] = serde_json::json!(day.stocking_date);
                entry["market"] = serde_json::json!(day.market);
                entry["route"] = serde_json::json!(day.route);
                serde_json::from_value(entry).unwrap()
            };
            let entries: Vec<routes::rules::Entry> = day.stops.iter().map(entry).collect();
            assert_eq!(routes::rules::one_day(&entries, &known).as_ref(), Ok(day));
        }
        let count = |stop_type| {
            let stops = days.iter().flat_map(|day| &day.stops);
            stops.filter(|stop| stop.stop_type == stop_type).count()
        };
        assert!(count("REMOVAL") > 10 && count("SERVICE") > 10 && count("STOCK") > 5000);
        assert!(days.iter().flat_map(|day| &day.stops).any(|stop| stop.stocking_index == 2));
    }

    #[test]
    fn a_location_is_visited_on_the_days_of_its_stocking_schedule() {
        let locations = &FLEET.locations;
        let by_id: HashMap<_, _> = locations.iter().map(|location| (&location.id, location)).collect();
        for day in days(locations, today()).unwrap() {
            for stop in day.stops.iter().filter(|stop| stop.stop_type != "REMOVAL") {
                assert!(is_stocked(by_id[&stop.id], day.stocking_date.weekday()), "{}", stop.id);
            }
        }
    }

    #[test]
    fn totes_are_known_for_most_stops_of_the_two_weeks_that_end_tomorrow_weekends_included() {
        let locations = &FLEET.locations;
        let monday: NaiveDate = "2026-11-23".parse().unwrap();
        let days = [days_over(locations, monday).unwrap(), days(locations, monday).unwrap()].concat();
        let slips = slips(&days, monday);
        let mut by_day = BTreeMap::<NaiveDate, usize>::new();
        for slip in &slips {
            *by_day.entry(slip.drop_off_date).or_default() += 1;
        }
        let expected: Vec<NaiveDate> = packed(monday).start.iter_days().take(14).collect();
        assert_eq!(by_day.keys().copied().collect::<Vec<_>>(), expected);
        assert_eq!(expected.last(), Some(&(monday + Days::new(1))));
        assert!(by_day.values().all(|slips| *slips > 100), "{by_day:?}");
        let stops = days.iter().filter(|day| day.stocking_date == monday).flat_map(|day| &day.stops).count();
        let packed: BTreeSet<_> = slips
            .iter()
            .filter(|slip| slip.drop_off_date == monday)
            .map(|slip| (&slip.location_id, slip.stocking_index))
            .collect();
        assert!(packed.len() < stops && packed.len() * 10 > stops * 8, "{} of {stops}", packed.len());
    }
}
