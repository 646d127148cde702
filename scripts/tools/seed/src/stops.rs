//! The stops of drivers in the days around today, and their packing slips.

use crate::{fridge::midnight, routes::MAX_STOPS};
use anyhow::{Context, Result};
use chrono::{Datelike, Days, Duration, NaiveDate, Weekday};
use fastrand::Rng;
use locations::model::{Location, LocationId, LocationStatus, LocationType, Vertical};
use routes::model::{Market, RouteDay, Stop};
use shared::table;
use std::{collections::BTreeMap, ops::Range};
use stocking::model::PackingSlip;

/// The email address of the user who plans the routes.
pub const PLANNER: &str = "logistics@larder.example";
/// The number of days with current routes, from yesterday on.
const CURRENT_DAYS: u64 = 8;
/// The number of days before today with orders, packing slips and driver actions. With today and tomorrow, they are two
/// weeks.
const PAST_DAYS: u64 = 12;
/// The number of days from today on with packing slips.
const PACKED_DAYS: u64 = 2;
/// One paused fridge in this many is removed in the current days.
const REMOVAL_ONE_IN: u32 = 3;
/// One stop in this many is a technician's visit.
const SERVICE_ONE_IN: u32 = 60;
/// One location in this many is stocked twice a day, in addition to all airports.
const TWICE_ONE_IN: u32 = 50;
/// One stop in this many from today on has no packing slip yet.
const UNPACKED_ONE_IN: u32 = 12;

/// The first and the last day of the current routes.
pub fn current_days(today: NaiveDate) -> (NaiveDate, NaiveDate) {
    let first = today - Days::new(1);
    (first, first + Days::new(CURRENT_DAYS - 1))
}

/// The first of the two weeks' days with orders, packing slips, driver actions and driver log.
pub fn first_past_day(today: NaiveDate) -> NaiveDate {
    today - Days::new(PAST_DAYS)
}

/// The routes from the first past day to the day before the current routes, by day and name.
///
/// # Errors
/// See [`current_routes`].
pub fn past_routes(locations: &[Location], today: NaiveDate) -> Result<Vec<RouteDay>> {
    let (first, _) = current_days(today);
    routes_on(locations, first_past_day(today).iter_days().take_while(|date| *date < first), today)
}

/// The routes of the days around `today`, by day and name.
///
/// # Errors
/// If a location is in an unknown market.
pub fn current_routes(locations: &[Location], today: NaiveDate) -> Result<Vec<RouteDay>> {
    let (first, _) = current_days(today);
    routes_on(locations, first.iter_days().take(CURRENT_DAYS.try_into()?), today)
}

/// The routes of `dates` as planned on `today`.
///
/// # Errors
/// See [`current_routes`].
pub fn routes_on(
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
                let market = market.with_context(|| format!("{} is not in a market with routes", location.id))?;
                days.push(RouteDay::new(date, (*route).to_owned(), market, stops));
            }
        }
    }
    Ok(days)
}

/// The stops of one day: the locations with a visit on that weekday in the route's order, then the second stockings.
fn stops(route: &[&Location], date: NaiveDate, today: NaiveDate) -> Vec<Stop> {
    let mut visits: Vec<(&LocationId, u32, &str)> = Vec::with_capacity(MAX_STOPS);
    let mut second_stockings = Vec::new();
    for location in route {
        let Some(stop_type) = stop_type(location, date, today) else { continue };
        visits.push((&location.id, 1, stop_type));
        let twice = location.vertical == Vertical::Airport || one_in(TWICE_ONE_IN, "twice", &location.id, None);
        if twice && stop_type == "STOCK" {
            second_stockings.push((&location.id, 2, stop_type));
        }
    }
    let stop = |(number, (id, stocking_index, stop_type)): (u32, (&LocationId, u32, &str))| Stop {
        id: id.clone(),
        stop: number,
        stocking_index,
        stop_type: stop_type.into(),
    };
    (1..).zip(visits.into_iter().chain(second_stockings)).map(stop).collect()
}

/// The type of the stop at a location on a day; `None` without a visit.
fn stop_type(location: &Location, date: NaiveDate, today: NaiveDate) -> Option<&'static str> {
    if location.status != LocationStatus::LIVE {
        let day = rng("removal", &location.id, Some(today)).u64(..CURRENT_DAYS);
        let (first, _) = current_days(today);
        let removed = one_in(REMOVAL_ONE_IN, "removed", &location.id, None) && date == first + Days::new(day);
        return (removed && location.kind == LocationType::FRIDGE).then_some("REMOVAL");
    }
    if !is_stocked(location, date.weekday()) {
        return None;
    }
    Some(if one_in(SERVICE_ONE_IN, "service", &location.id, Some(date)) { "SERVICE" } else { "STOCK" })
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

/// The days with packing slips on `today`: the two weeks that end tomorrow.
pub fn packed_days(today: NaiveDate) -> Range<NaiveDate> {
    first_past_day(today)..today + Days::new(PACKED_DAYS)
}

/// The packing slips of the routes in `days`. Stops that are not stockings, a few stops from today on, and days outside
/// of [`packed_days`] have none.
pub fn slips(days: &[RouteDay], today: NaiveDate) -> Vec<PackingSlip> {
    let packed = packed_days(today);
    let mut slips = Vec::new();
    for day in days.iter().filter(|day| packed.contains(&day.stocking_date)) {
        for stop in day.stops.iter().filter(|stop| stop.stop_type == "STOCK") {
            let mut rng = rng("slip", &stop.id, Some(day.stocking_date));
            if rng.u32(..UNPACKED_ONE_IN) > 0 || day.stocking_date < today {
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

/// Whether an event with a probability of 1 in `count` happens.
fn one_in(count: u32, purpose: &str, id: &LocationId, date: Option<NaiveDate>) -> bool {
    rng(purpose, id, date).u32(..count) == 0
}

/// The random generator for one purpose at a location, on a day or for all days. It is the same in each run.
fn rng(purpose: &str, id: &LocationId, date: Option<NaiveDate>) -> Rng {
    Rng::with_seed(table::shard(&format!("{purpose}/{id}/{date:?}"), u32::MAX).into())
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
    fn current_routes_are_reproducible_and_from_yesterday_to_six_days_ahead() {
        let locations = &FLEET.locations;
        let days = current_routes(locations, today()).unwrap();
        assert_eq!(days, current_routes(locations, today()).unwrap());
        let dates: BTreeSet<_> = days.iter().map(|day| day.stocking_date).collect();
        let (first, last) = current_days(today());
        assert_eq!(dates.first(), Some(&first));
        assert_eq!(dates.last(), Some(&last));
        assert_eq!(dates.len(), 8);
        assert_eq!(last, "2026-11-27".parse().unwrap());
    }

    #[test]
    fn every_route_passes_the_rules_of_an_upload() {
        let locations = &FLEET.locations;
        let known = locations.iter().map(|location| (location.id.clone(), location.id.clone())).collect();
        let days = current_routes(locations, today()).unwrap();
        for day in &days {
            let entry = |stop: &Stop| {
                let mut entry = serde_json::to_value(stop).unwrap();
                entry["stockingDate"] = serde_json::json!(day.stocking_date);
                entry["market"] = serde_json::json!(day.market);
                entry["route"] = serde_json::json!(day.route);
                serde_json::from_value(entry).unwrap()
            };
            let entries: Vec<routes::rules::Entry> = day.stops.iter().map(entry).collect();
            assert_eq!(routes::rules::parse_route_day(&entries, &known).as_ref(), Ok(day));
        }
        let count = |stop_type| {
            let stops = days.iter().flat_map(|day| &day.stops);
            stops.filter(|stop| stop.stop_type == stop_type).count()
        };
        assert!(count("REMOVAL") > 10 && count("SERVICE") > 10 && count("STOCK") > 5000);
        assert!(days.iter().flat_map(|day| &day.stops).any(|stop| stop.stocking_index == 2));
    }

    #[test]
    fn a_location_is_visited_only_on_the_days_of_its_stocking_schedule() {
        let locations = &FLEET.locations;
        let by_id: HashMap<_, _> = locations.iter().map(|location| (&location.id, location)).collect();
        for day in current_routes(locations, today()).unwrap() {
            for stop in day.stops.iter().filter(|stop| stop.stop_type != "REMOVAL") {
                assert!(is_stocked(by_id[&stop.id], day.stocking_date.weekday()), "{}", stop.id);
            }
        }
    }

    #[test]
    fn most_stops_of_the_two_weeks_that_end_tomorrow_have_packing_slips() {
        let locations = &FLEET.locations;
        let monday: NaiveDate = "2026-11-23".parse().unwrap();
        let days = [past_routes(locations, monday).unwrap(), current_routes(locations, monday).unwrap()].concat();
        let slips = slips(&days, monday);
        let mut by_day = BTreeMap::<NaiveDate, usize>::new();
        for slip in &slips {
            *by_day.entry(slip.drop_off_date).or_default() += 1;
        }
        let expected: Vec<NaiveDate> = packed_days(monday).start.iter_days().take(14).collect();
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
