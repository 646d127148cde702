//! Compares the pages of `locationRoutes` with a plain computation from the same data.

use crate::{aws, workload};
use chrono::{Days, Duration, NaiveDate};
use fastrand::Rng;
use proptest::prelude::*;
use routes::{
    day,
    model::{Market, RouteDay, Stop},
    store::RouteStopStore,
};
use serde_json::{Value, json};
use shared::{FromEnvironment, Instant};
use std::collections::BTreeMap;
use stocking::{
    model::PackingSlip,
    rules::expected_time::{self, Estimate, Stocking},
    stop_times::{StockedStop, StopName, StopTimeStore},
    store::PackingSlipStore,
};

const MARKETS: [Market; 4] = [Market::MW, Market::NE, Market::S, Market::WC];
/// The beginnings of names, some of which are the beginnings of others.
const ROUTES: [&str; 6] = ["amber", "amber 2", "amber#", "chi_ana", "chi_ana_2", "zoe"];
const LOCATIONS: [&str; 4] = ["CHI", "CHI_0", "NYC", "WS_CHI"];

/// The routes of a day, and the slips and stockings of their stops and of other stops.
struct Generated {
    date: NaiveDate,
    days: Vec<RouteDay>,
    slips: Vec<PackingSlip>,
    stockings: Vec<StockedStop>,
}

impl Generated {
    fn new(seed: u64, routes: u32, stops: u32) -> Self {
        let mut rng = Rng::with_seed(seed);
        let date: NaiveDate = "2026-11-23".parse().unwrap();
        let mut data = Self { date, days: Vec::new(), slips: Vec::new(), stockings: Vec::new() };
        for number in 0..routes {
            let route = format!("{}{number}", ROUTES[rng.usize(..ROUTES.len())]);
            let stops = (1..=rng.u32(..=stops)).map(|position| Stop {
                id: format!("{}{number}_{position}", LOCATIONS[rng.usize(..LOCATIONS.len())]).parse().unwrap(),
                stop: position,
                stocking_index: rng.u32(1..=2),
                stop_type: "STOCK".into(),
            });
            let stops: Vec<Stop> = stops.collect();
            for stop in &stops {
                data.add_slips(&mut rng, stop);
                data.add_stockings(&mut rng, &route, stop);
            }
            // One route in four does not run on this day, but its slips and stockings are stored.
            if rng.u32(..4) > 0 {
                data.days.push(RouteDay::new(date, route, MARKETS[rng.usize(..MARKETS.len())], stops));
            }
        }
        data.days.sort_by(|one, other| one.route.cmp(&other.route));
        data
    }

    fn add_slips(&mut self, rng: &mut Rng, stop: &Stop) {
        for number in 0..rng.u32(..4) {
            self.slips.push(PackingSlip {
                location_id: stop.id.clone(),
                unique_id: format!("PS-{number}"),
                drop_off_date: self.date,
                route: "any".into(),
                stocking_index: rng.u32(1..=2),
                create_date: self.date,
                slip_type: "ORDER".into(),
                client_code: "LARDER".into(),
                status: ["PACKED", "DELETED"][rng.usize(..2)].into(),
                tote_count: rng.u32(..5),
                occurred_at: at(self.date, 0),
            });
        }
    }

    fn add_stockings(&mut self, rng: &mut Rng, route: &str, stop: &Stop) {
        let stocking_index = [Some(1), Some(2), None][rng.usize(..3)];
        let name = StopName { route: route.to_owned(), location_id: stop.id.clone(), stocking_index };
        // The day itself, weeks that count, and one that is too long ago.
        for week in 0..=7 {
            if rng.bool() {
                continue;
            }
            let driver = format!("driver{}@larder.example", rng.u32(..3));
            let stocking = Stocking { at: at(self.date - Days::new(7 * week), rng.i64(0..60)), driver };
            self.stockings.push(StockedStop { stop: name.clone(), stocking });
        }
    }

    /// All rows, without pages and ranges.
    fn expected_rows(&self, market: Option<Market>) -> Vec<Value> {
        let mut totes: BTreeMap<(&str, u32), u32> = BTreeMap::new();
        for slip in self.slips.iter().filter(|slip| slip.status != "DELETED") {
            *totes.entry((slip.location_id.as_str(), slip.stocking_index)).or_default() += slip.tote_count;
        }
        let mut stockings: BTreeMap<&StopName, Vec<&Stocking>> = BTreeMap::new();
        for StockedStop { stop, stocking } in &self.stockings {
            stockings.entry(stop).or_default().push(stocking);
        }
        let of_market = self.days.iter().filter(|day| market.is_none_or(|market| day.market == market));
        let rows = of_market.flat_map(|day| {
            let totes_of = |stop: &Stop| totes.get(&(stop.id.as_str(), stop.stocking_index)).copied();
            let route_totes = day.stops.iter().filter_map(totes_of).reduce(|sum, totes| sum + totes);
            let row = |stop: &Stop| {
                let history = [Some(stop.stocking_index), None].into_iter().flat_map(|stocking_index| {
                    let (route, location_id) = (day.route.clone(), stop.id.clone());
                    stockings.get(&StopName { route, location_id, stocking_index }).into_iter().flatten().copied()
                });
                let Estimate { expected_time, last_driver } = expected_time::estimate(self.date, history);
                json!({
                    "stockingDate": self.date, "market": day.market, "id": stop.id, "route": day.route,
                    "stop": stop.stop, "stockingIndex": stop.stocking_index, "stopType": stop.stop_type,
                    "toteCountPerStop": totes_of(stop), "toteCountPerRoute": route_totes,
                    "expectedTime": expected_time, "lastDriver": last_driver,
                })
            };
            day.stops.iter().map(row).collect::<Vec<_>>()
        });
        rows.collect()
    }
}

fn at(date: NaiveDate, minutes: i64) -> Instant {
    Instant::from(date.and_hms_opt(15, 0, 0).unwrap().and_utc()).plus(Duration::minutes(minutes))
}

/// The pages of `locationRoutes` in a stub with this data.
async fn pages(data: &Generated, markets: &[Option<Market>]) -> Vec<Vec<Vec<Value>>> {
    let stub = aws::start_with_database().await.unwrap();
    let environment = workload::environment(&format!("http://{}", stub.address)).await;
    let stores = (
        RouteStopStore::from_environment(&environment).unwrap(),
        PackingSlipStore::from_environment(&environment).unwrap(),
        StopTimeStore::from_environment(&environment).unwrap(),
    );
    let now = at(data.date, 0);
    stores.0.put_all(&data.days, "planner@larder.example", now).await.unwrap();
    stores.1.put_all(&data.slips).await.unwrap();
    stores.2.put_all(&data.stockings, now).await.unwrap();
    let mut read = Vec::new();
    for market in markets {
        let (mut pages, mut token) = (Vec::new(), Value::Null);
        loop {
            let filter =
                json!({"stockingDate": data.date, "market": market, "calculateTotes": true, "expectedTimes": true});
            let arguments = serde_json::from_value(json!({ "filter": filter, "nextToken": token })).unwrap();
            let page = day::location_routes(&stores, arguments).await.unwrap();
            let mut page = serde_json::to_value(page).unwrap();
            pages.push(page["routes"].as_array_mut().map(std::mem::take).unwrap());
            token = page["nextToken"].take();
            if token.is_null() {
                break;
            }
        }
        read.push(pages);
    }
    read
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, max_shrink_iters: 20, ..ProptestConfig::default() })]

    #[test]
    fn the_pages_of_a_day_contain_the_rows_of_its_routes_in_order(
        seed: u64, routes in prop_oneof![4 => 0_u32..60, 1 => 450_u32..550], stops in 10_u32..20,
    ) {
        let data = Generated::new(seed, routes, stops);
        let markets = [None, Some(Market::NE)];
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        for (market, pages) in markets.into_iter().zip(runtime.block_on(pages(&data, &markets))) {
            for page in &pages {
                prop_assert!(serde_json::to_string(page).unwrap().len() <= shared::page::MAX_PAGE_BYTES);
            }
            let routes_of = |page: &Vec<Value>| Some((page.first()?["route"].clone(), page.last()?["route"].clone()));
            let bounds: Vec<_> = pages.iter().filter_map(routes_of).collect();
            prop_assert!(bounds.windows(2).all(|pages| pages[0].1 != pages[1].0), "a page splits a route");
            let (found, expected) = (pages.concat(), data.expected_rows(market));
            prop_assert_eq!(found.len(), expected.len());
            for (row, expected) in found.iter().zip(&expected) {
                prop_assert_eq!(row, expected);
            }
        }
    }
}
