//! Storing the stops of a route's day in place of those before.

use crate::{
    model::{RouteDay, Stop},
    rules::{self, Entry},
    store::{RouteStopStore, Stored},
};
use chrono::NaiveDate;
use locations::store::LocationStore;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use shared::{
    Error, Instant, Permit, Request, Result,
    audit::{self, AuditTable, Change, Subject},
    dynamo::{self, Transaction},
};

/// How often it is tried again where somebody else stores stops of the same route's day meanwhile.
const TRIES: u32 = 3;

/// Arguments of `createRouteStops`.
#[derive(Debug, Deserialize)]
pub struct CreateRouteStopsArguments {
    input: Vec<Entry>,
}

/// What became of the stops.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum RouteStopsOutcome {
    /// None were stored before.
    Created,
    /// Others were.
    Replaced,
    /// The same were; nothing was written.
    Unchanged,
}

/// What `createRouteStops` answers.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RouteStopsResult {
    stocking_date: NaiveDate,
    route: String,
    stops: usize,
    outcome: RouteStopsOutcome,
}

/// Stores the stops of one route's day. The same ones again change nothing, in whatever order: a call whose answer was
/// lost may be made again.
///
/// # Errors
/// [`Error::Invalid`] with everything that is wrong; [`Error::Conflict`] where others keep storing stops of the same
/// route's day. Nothing is written then.
pub async fn create_route_stops(
    (locations, store, audit): &(LocationStore, RouteStopStore, AuditTable),
    Request { permit, now, input: CreateRouteStopsArguments { input } }: Request<CreateRouteStopsArguments>,
) -> Result<RouteStopsResult> {
    rules::count(&input).map_err(|error| Error::Invalid(vec![error]))?;
    let known = locations.resolve(rules::ids(&input)).await?;
    let day = rules::one_day(&input, &known).map_err(Error::Invalid)?;
    let outcome = replace(store, audit, &permit, now, &day).await?;
    Ok(RouteStopsResult { stocking_date: day.stocking_date, stops: day.stops.len(), route: day.route, outcome })
}

async fn replace(
    store: &RouteStopStore,
    audit: &AuditTable,
    permit: &Permit,
    now: Instant,
    day: &RouteDay,
) -> Result<RouteStopsOutcome> {
    for _ in 0..TRIES {
        let before = store.get(day.stocking_date, &day.route).await?;
        let outcome = outcome(before.as_ref(), day);
        if outcome == RouteStopsOutcome::Unchanged {
            return Ok(outcome);
        }
        let event = if before.is_some() { "REPLACED" } else { "CREATED" };
        let entry = audit::Entry::new(Subject::RouteDay(day.stocking_date, &day.route), event, permit, now)
            .with(changes(before.as_ref().map(|before| &before.day), day));
        let seen = before.map(|before| before.version);
        let actions = vec![store.put(day, seen, permit, now)?, audit.put(&entry)?];
        if dynamo::transact(store.client(), actions).await? == Transaction::Written {
            return Ok(outcome);
        }
    }
    let RouteDay { stocking_date, route, .. } = day;
    Err(Error::conflict(format!(
        "Somebody else is storing stops of route {route} on {stocking_date} as well. Nothing of yours was saved. Please try again."
    )))
}

fn outcome(before: Option<&Stored>, day: &RouteDay) -> RouteStopsOutcome {
    match before {
        None => RouteStopsOutcome::Created,
        Some(before) if before.day == *day => RouteStopsOutcome::Unchanged,
        Some(_) => RouteStopsOutcome::Replaced,
    }
}

/// What history tells: the market, and each stop that came, went or changed, by its location and stocking.
fn changes(before: Option<&RouteDay>, after: &RouteDay) -> Vec<Change> {
    let told = |day: &RouteDay| -> Value {
        let stop = |stop: &Stop| {
            let name = format!("{}#{}", stop.id, stop.stocking_index);
            (name, json!({ "stop": stop.stop, "stopType": stop.stop_type }))
        };
        let stops = day.stops.iter().map(stop);
        stops.chain([("market".to_owned(), json!(day.market))]).collect::<Map<_, _>>().into()
    };
    audit::changes(&before.map(told).unwrap_or_default(), &told(after), &[])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Market;

    fn day(stops: &[(&str, u32)]) -> RouteDay {
        let stop = |(id, number): &(&str, u32)| Stop {
            id: id.parse().unwrap(),
            stop: *number,
            stocking_index: 1,
            stop_type: "STOCK".into(),
        };
        let stops = stops.iter().map(stop).collect();
        RouteDay::new("2026-11-23".parse().unwrap(), "chi_ana".into(), Market::MW, stops)
    }

    #[test]
    fn the_same_list_twice_is_unchanged() {
        let stored = Stored { day: day(&[("A", 1), ("B", 2)]), version: 7 };
        assert_eq!(outcome(None, &stored.day), RouteStopsOutcome::Created);
        assert_eq!(outcome(Some(&stored), &day(&[("B", 2), ("A", 1)])), RouteStopsOutcome::Unchanged);
        assert_eq!(outcome(Some(&stored), &day(&[("B", 1), ("A", 2)])), RouteStopsOutcome::Replaced);
    }

    #[test]
    fn history_names_the_stops_that_came_went_and_changed_and_no_other() {
        let changed = changes(Some(&day(&[("A", 1), ("B", 2), ("C", 3)])), &day(&[("A", 1), ("B", 3), ("D", 4)]));
        let stop = |number: u32| Some(json!({ "stop": number, "stopType": "STOCK" }));
        let expected = [("B#1", stop(2), stop(3)), ("C#1", stop(3), None), ("D#1", None, stop(4))];
        let named = changed.into_iter().map(|change| (change.attribute, change.from, change.to));
        assert!(named.eq(expected.map(|(name, from, to)| (name.to_owned(), from, to))));
        assert_eq!(changes(None, &day(&[("A", 1)])).len(), 2);
    }
}
