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
    Error, Page, Result,
    shards::{self, Slice},
};
use stocking::store::{PackingSlipStore, Totes};

/// Maximum stops per page; a single larger route still fits. A full page is about 2 MB.
const MAX_STOPS_PER_PAGE: usize = 8000;

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
}

/// A page of the stops of a day, sorted by route and stop. A page never splits a route. With a market filter a page can
/// be short or empty although more pages follow.
///
/// # Errors
/// [`Error::Invalid`] if the date is not a date or the token was not issued by this list.
pub async fn location_routes(
    (store, slips): &(RouteStopStore, PackingSlipStore),
    LocationRoutesArguments { filter, next_token }: LocationRoutesArguments,
) -> Result<LocationRoutePage> {
    let date = rules::parse_day(Field { name: "stockingDate", value: &filter.stocking_date })
        .map_err(|error| Error::invalid("filter.stockingDate", error.message))?;
    let after = shards::decode_cursor(next_token.as_deref())?;
    let routes = store.routes_after(date, after.as_deref()).await?;
    let count = page_size(&routes);
    let Page { items: mut days, next_token } = routes.truncated(count).into_page()?;
    days.retain(|day| filter.market.is_none_or(|market| day.market == market));
    let totes = if filter.calculate_totes == Some(true) { totes(slips, date, &days).await? } else { Totes::new() };
    Ok(LocationRoutePage { routes: days.into_iter().flat_map(|day| to_route_stops(day, &totes)).collect(), next_token })
}

/// All routes of a day, sorted by name, without paging. For workers.
pub async fn all_routes(store: &RouteStopStore, date: NaiveDate) -> Result<Vec<RouteDay>> {
    let (mut days, mut after) = (Vec::new(), None::<String>);
    loop {
        let slice = store.routes_after(date, after.as_deref()).await?;
        days.extend(slice.items.into_iter().map(|(_, day)| day));
        after = slice.cursor;
        if after.is_none() {
            return Ok(days);
        }
    }
}

/// The number of routes that fit on one page, at least one.
fn page_size(routes: &Slice<RouteDay>) -> usize {
    let mut stops = 0;
    let first_excess = routes.items.iter().position(|(_, day)| {
        let exceeds_limit = stops > 0 && stops + day.stops.len() > MAX_STOPS_PER_PAGE;
        stops += day.stops.len();
        exceeds_limit
    });
    first_excess.unwrap_or(routes.items.len())
}

async fn totes(slips: &PackingSlipStore, date: NaiveDate, days: &[RouteDay]) -> Result<Totes> {
    let ids = || days.iter().flat_map(|day| &day.stops).map(|stop| &stop.id);
    match (ids().min(), ids().max()) {
        (Some(first), Some(last)) => slips.totes(date, first..=last).await,
        _ => Ok(Totes::new()),
    }
}

/// The stops of a route with their tote counts. The count of a stop without packing slips is unknown (`None`).
fn to_route_stops(day: RouteDay, totes: &Totes) -> Vec<RouteStop> {
    let RouteDay { stocking_date, route, market, stops } = day;
    let stops: Vec<_> =
        stops.into_iter().map(|stop| (totes.get(&(stop.id.clone(), stop.stocking_index)).copied(), stop)).collect();
    let route_count = stops.iter().filter_map(|(totes, _)| *totes).reduce(|sum, totes| sum + totes);
    let route_stop = |(stop_count, stop): (Option<u32>, crate::model::Stop)| RouteStop {
        stocking_date,
        market,
        id: stop.id,
        route: route.clone(),
        stop: stop.stop,
        stocking_index: stop.stocking_index,
        stop_type: stop.stop_type,
        tote_count_per_stop: stop_count,
        tote_count_per_route: route_count,
    };
    stops.into_iter().map(route_stop).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Stop;

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
        let slice = Slice { items, cursor: None };
        let count = page_size(&slice);
        let page = slice.truncated(count);
        (page.items.into_iter().map(|(_, day)| day.route).collect(), page.cursor)
    }

    #[test]
    fn a_page_contains_only_complete_routes_and_at_least_one() {
        let half = MAX_STOPS_PER_PAGE / 2;
        assert_eq!(page(&["a", "b", "c"], half), ("ab".into(), Some("b".into())));
        assert_eq!(page(&["a", "b"], MAX_STOPS_PER_PAGE + 1), ("a".into(), Some("a".into())));
        assert_eq!(page(&["a", "b"], half), ("ab".into(), None));
        assert_eq!(page(&[], half), (String::new(), None));
    }

    #[test]
    fn counts_totes_per_stop_and_route_and_keeps_unknown_counts_apart_from_zero() {
        let key = |id: &str| (id.parse().unwrap(), 1);
        let totes = Totes::from([(key("F_1"), 4), (key("F_3"), 0), (key("OTHER"), 9)]);
        let counts: Vec<_> = to_route_stops(day("a", 3), &totes)
            .into_iter()
            .map(|stop| (stop.tote_count_per_stop, stop.tote_count_per_route))
            .collect();
        assert_eq!(counts, [(Some(4), Some(4)), (None, Some(4)), (Some(0), Some(4))]);
        assert!(to_route_stops(day("a", 2), &Totes::new()).iter().all(|stop| stop.tote_count_per_route.is_none()));
    }
}
