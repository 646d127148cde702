//! A day's routes. Source: the spec of locations, sections 2.7, 3.5 and 7.

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
    shards::{self, Stretch},
};
use stocking::store::{PackingSlipStore, Totes};

/// The most stops on a page, beyond the first route: with all that is told of each, 2 MB.
const STOPS: usize = 8000;

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

/// A page of stops; the field's name is the spec's.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LocationRoutePage {
    routes: Vec<RouteStop>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_token: Option<String>,
}

/// A stop as the schema has it.
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

/// The stops of a day, by route and stop. A page ends after a route; a page of one market may be short, or empty, and
/// still have a next one.
///
/// # Errors
/// [`Error::Invalid`] where the date is none, or the token is not one that this list gave out.
pub async fn location_routes(
    (store, slips): &(RouteStopStore, PackingSlipStore),
    LocationRoutesArguments { filter, next_token }: LocationRoutesArguments,
) -> Result<LocationRoutePage> {
    let date = rules::day(Field { name: "stockingDate", value: &filter.stocking_date })
        .map_err(|error| Error::invalid("filter.stockingDate", error.message))?;
    let after = shards::place(next_token.as_deref())?;
    let routes = store.after(date, after.as_deref()).await?;
    let fits = fitting(&routes);
    let Page { items: mut days, next_token } = routes.first(fits).into_page()?;
    days.retain(|day| filter.market.is_none_or(|market| day.market == market));
    let totes = if filter.calculate_totes == Some(true) { totes(slips, date, &days).await? } else { Totes::new() };
    Ok(LocationRoutePage { routes: days.into_iter().flat_map(|day| told(day, &totes)).collect(), next_token })
}

/// All routes of a day, in the order of their names: for workers, which no page holds up.
pub async fn whole_day(store: &RouteStopStore, date: NaiveDate) -> Result<Vec<RouteDay>> {
    let (mut days, mut after) = (Vec::new(), None::<String>);
    loop {
        let read = store.after(date, after.as_deref()).await?;
        days.extend(read.items.into_iter().map(|(_, day)| day));
        after = read.end;
        if after.is_none() {
            return Ok(days);
        }
    }
}

/// How many of the routes one page takes.
fn fitting(routes: &Stretch<RouteDay>) -> usize {
    let mut stops = 0;
    let full = routes.items.iter().position(|(_, day)| {
        let full = stops > 0 && stops + day.stops.len() > STOPS;
        stops += day.stops.len();
        full
    });
    full.unwrap_or(routes.items.len())
}

async fn totes(slips: &PackingSlipStore, date: NaiveDate, days: &[RouteDay]) -> Result<Totes> {
    let ids = || days.iter().flat_map(|day| &day.stops).map(|stop| &stop.id);
    match (ids().min(), ids().max()) {
        (Some(first), Some(last)) => slips.totes(date, first..=last).await,
        _ => Ok(Totes::new()),
    }
}

/// The stops of a route, with the totes as far as they are known.
fn told(day: RouteDay, totes: &Totes) -> Vec<RouteStop> {
    let RouteDay { stocking_date, route, market, stops } = day;
    let stops: Vec<_> =
        stops.into_iter().map(|stop| (totes.get(&(stop.id.clone(), stop.stocking_index)).copied(), stop)).collect();
    let of_route = stops.iter().filter_map(|(totes, _)| *totes).reduce(|sum, totes| sum + totes);
    let line = |(of_stop, stop): (Option<u32>, crate::model::Stop)| RouteStop {
        stocking_date,
        market,
        id: stop.id,
        route: route.clone(),
        stop: stop.stop,
        stocking_index: stop.stocking_index,
        stop_type: stop.stop_type,
        tote_count_per_stop: of_stop,
        tote_count_per_route: of_route,
    };
    stops.into_iter().map(line).collect()
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
        let read = Stretch { items, end: None };
        let fits = fitting(&read);
        let page = read.first(fits);
        (page.items.into_iter().map(|(_, day)| day.route).collect(), page.end)
    }

    #[test]
    fn a_page_never_splits_a_route_and_takes_one_at_least() {
        let most = STOPS / 2;
        assert_eq!(page(&["a", "b", "c"], most), ("ab".into(), Some("b".into())));
        assert_eq!(page(&["a", "b"], STOPS + 1), ("a".into(), Some("a".into())));
        assert_eq!(page(&["a", "b"], most), ("ab".into(), None));
        assert_eq!(page(&[], most), (String::new(), None));
    }

    #[test]
    fn totes_are_counted_per_stop_and_per_route_and_unknown_is_not_none() {
        let key = |id: &str| (id.parse().unwrap(), 1);
        let totes = Totes::from([(key("F_1"), 4), (key("F_3"), 0), (key("ELSEWHERE"), 9)]);
        let counts: Vec<_> = told(day("a", 3), &totes)
            .into_iter()
            .map(|stop| (stop.tote_count_per_stop, stop.tote_count_per_route))
            .collect();
        assert_eq!(counts, [(Some(4), Some(4)), (None, Some(4)), (Some(0), Some(4))]);
        assert!(told(day("a", 2), &Totes::new()).iter().all(|stop| stop.tote_count_per_route.is_none()));
    }
}
