//! The routes of a day. Requirements: `docs/requirements/routes.md`.

use crate::{
    model::{Market, RouteDay},
    rules,
    store::RouteStopStore,
};
use chrono::NaiveDate;
use locations::{model::LocationId, rules::Field};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{
    Error, Instant, Page, Result,
    shards::{self, Slice},
};
use stocking::{
    rules::expected_time::Estimate,
    stop_times::{StopTimeStore, StopTimes},
    store::{PackingSlipStore, Totes},
};

/// The size of a stop in a response without its location, route and type, in bytes: the names of the fields, numbers,
/// times, and a driver's e-mail address of up to 100 characters.
const STOP_BYTES: usize = 330;

/// The maximum number of times that a page reads the next routes of all partitions. With a market filter, a page can be
/// short.
const MAX_READS: usize = 5;

/// Arguments of `locationRoutes`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LocationRoutesArguments {
    filter: LocationRoutesFilter,
    #[serde(default)]
    next_token: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct LocationRoutesFilter {
    stocking_date: Value,
    market: Option<Market>,
    calculate_totes: Option<bool>,
    expected_times: Option<bool>,
}

/// A page of stops. The requirements fix the field name `routes`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LocationRoutePage {
    routes: Vec<RouteStop>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_token: Option<String>,
}

/// A stop as the GraphQL schema defines it.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct RouteStop {
    stocking_date: NaiveDate,
    market: Market,
    id: LocationId,
    route: String,
    stop: u32,
    stocking_index: u32,
    stop_type: String,
    tote_count_per_stop: Option<u32>,
    tote_count_per_route: Option<u32>,
    expected_time: Option<Instant>,
    last_driver: Option<String>,
}

/// The data of other tables about the stops of a page. It is empty if it was not requested.
#[derive(Debug, Default)]
struct StopData {
    totes: Totes,
    times: StopTimes,
}

/// A page of the stops of a day, sorted by route and stop. A page never splits a route. With a market filter a page can
/// be short or empty although more pages follow.
///
/// # Errors
/// [`Error::Invalid`] if the date is not a date or the token was not issued by this list.
pub async fn location_routes(
    (store, slips, stop_times): &(RouteStopStore, PackingSlipStore, StopTimeStore),
    LocationRoutesArguments { filter, next_token }: LocationRoutesArguments,
) -> Result<LocationRoutePage> {
    let date = rules::parse_day(Field { name: "stockingDate", value: &filter.stocking_date })
        .map_err(|error| Error::invalid("filter.stockingDate", error.message))?;
    let after = shards::decode_cursor(next_token.as_deref())?;
    let Page { items: days, next_token } = next_routes(store, date, filter.market, after).await?.into_page()?;
    let mut data = StopData::default();
    if filter.calculate_totes == Some(true) {
        data.totes = slips.totes(date, days.iter().flat_map(|day| &day.stops).map(|stop| &stop.id)).await?;
    }
    if filter.expected_times == Some(true) {
        data.times = stop_times.of_routes(date, days.iter().map(|day| day.route.as_str())).await?;
    }
    Ok(LocationRoutePage { routes: days.into_iter().flat_map(|day| to_route_stops(day, &data)).collect(), next_token })
}

/// The routes of the page after the route `after`.
async fn next_routes(
    store: &RouteStopStore,
    date: NaiveDate,
    market: Option<Market>,
    after: Option<String>,
) -> Result<Slice<RouteDay>> {
    let mut routes = Slice { items: Vec::new(), cursor: after };
    for _ in 0..MAX_READS {
        let next = store.routes_after(date, market, routes.cursor.as_deref()).await?;
        routes.items.extend(next.items);
        routes.cursor = next.cursor;
        let read = routes.items.len();
        routes = routes.within_a_page(response_bytes);
        if routes.items.len() < read || routes.cursor.is_none() {
            break;
        }
    }
    Ok(routes)
}

/// The estimated size of a route's stops in a response.
fn response_bytes(day: &RouteDay) -> usize {
    let stop = |stop: &crate::model::Stop| STOP_BYTES + stop.id.as_str().len() + stop.stop_type.len() + day.route.len();
    day.stops.iter().map(stop).sum()
}

/// The stops of a route with their tote counts and expected times. The count of a stop without packing slips and the time
/// of a stop without history are unknown (`None`).
fn to_route_stops(day: RouteDay, StopData { totes, times }: &StopData) -> Vec<RouteStop> {
    let RouteDay { stocking_date, route, market, stops } = day;
    let stops: Vec<_> =
        stops.into_iter().map(|stop| (totes.get(&(stop.id.clone(), stop.stocking_index)).copied(), stop)).collect();
    let route_count = stops.iter().filter_map(|(totes, _)| *totes).reduce(|sum, totes| sum + totes);
    let route_stop = |(stop_count, stop): (Option<u32>, crate::model::Stop)| {
        let Estimate { expected_time, last_driver } =
            times.estimate(stocking_date, &route, &stop.id, stop.stocking_index);
        RouteStop {
            stocking_date,
            market,
            id: stop.id,
            route: route.clone(),
            stop: stop.stop,
            stocking_index: stop.stocking_index,
            stop_type: stop.stop_type,
            tote_count_per_stop: stop_count,
            tote_count_per_route: route_count,
            expected_time,
            last_driver,
        }
    };
    stops.into_iter().map(route_stop).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Stop;
    use shared::page::{MAX_PAGE_BYTES, MAX_ROWS_BYTES};

    fn day(route: &str, stops: usize) -> RouteDay {
        let stop = |number| Stop {
            id: format!("F_{number}").parse().unwrap(),
            stop: number,
            stocking_index: 1,
            stop_type: "STOCK".into(),
        };
        let stops = (1..).take(stops).map(stop).collect();
        RouteDay::new("2026-11-23".parse().unwrap(), route.into(), Market::MW, stops)
    }

    fn page(routes: &[&str], stops: usize) -> (String, Option<String>) {
        let items = routes.iter().map(|route| ((*route).to_owned(), day(route, stops))).collect();
        let page = Slice { items, cursor: None }.within_a_page(response_bytes);
        (page.items.into_iter().map(|(_, day)| day.route).collect(), page.cursor)
    }

    #[test]
    fn a_page_contains_only_complete_routes_and_at_least_one() {
        let half = MAX_ROWS_BYTES / response_bytes(&day("a", 1)) / 2 - 100;
        assert_eq!(page(&["a", "b", "c"], half), ("ab".into(), Some("b".into())));
        assert_eq!(page(&["a", "b"], 2 * half + 300), ("a".into(), Some("a".into())));
        assert_eq!(page(&["a", "b"], half), ("ab".into(), None));
        assert_eq!(page(&[], half), (String::new(), None));
    }

    #[test]
    fn a_page_is_smaller_than_1_mb() {
        let routes: Vec<_> = (10..60).map(|route| format!("chi_amber_{route}")).collect();
        let items = routes.iter().map(|route| (route.clone(), day(route, 200))).collect();
        let slice = Slice { items, cursor: None }.within_a_page(response_bytes);
        let with_all_fields = |day: RouteDay| {
            let key = |stop: &Stop| ((stop.id.clone(), stop.stocking_index), 100);
            let totes = day.stops.iter().map(key).collect();
            let stops = to_route_stops(day, &StopData { totes, ..StopData::default() }).into_iter();
            let expected_time = "2026-11-23T15:15:00Z".parse().ok();
            stops.map(move |stop| RouteStop { expected_time, last_driver: Some("d".repeat(100)), ..stop })
        };
        let page = slice.items.into_iter().flat_map(|(_, day)| with_all_fields(day)).collect::<Vec<_>>();
        let bytes = serde_json::to_string(&page).unwrap().len();
        assert!((700_000..=MAX_PAGE_BYTES).contains(&bytes), "{bytes} bytes, {} stops", page.len());
    }

    #[test]
    fn counts_totes_per_stop_and_route_and_keeps_unknown_counts_apart_from_zero() {
        let key = |id: &str| (id.parse().unwrap(), 1);
        let totes = Totes::from([(key("F_1"), 4), (key("F_3"), 0), (key("OTHER"), 9)]);
        let data = StopData { totes, ..StopData::default() };
        let counts: Vec<_> = to_route_stops(day("a", 3), &data)
            .into_iter()
            .map(|stop| (stop.tote_count_per_stop, stop.tote_count_per_route))
            .collect();
        assert_eq!(counts, [(Some(4), Some(4)), (None, Some(4)), (Some(0), Some(4))]);
        let without_data = to_route_stops(day("a", 2), &StopData::default());
        assert!(without_data.iter().all(|stop| stop.tote_count_per_route.is_none() && stop.expected_time.is_none()));
    }
}
