//! Replaces the stops of a route on a day.

use crate::{
    model::{RouteDay, Stop},
    rules::{self, Entry},
    store::RouteStopStore,
};
use chrono::NaiveDate;
use locations::store::LocationStore;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use shared::{
    Error, Instant, Permit, Request, Result,
    audit::{self, AuditTable, Change, Subject},
    table::{Transaction, Versioned},
};

/// Attempts while other users write the same route and day.
const MAX_ATTEMPTS: u32 = 3;

/// Arguments of `createRouteStops`.
#[derive(Debug, Deserialize)]
pub struct CreateRouteStopsArguments {
    input: Vec<Entry>,
}

/// The outcome of a `createRouteStops` request.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum RouteStopsOutcome {
    /// No stops were stored for that route and day.
    Created,
    /// The stops replaced different ones.
    Replaced,
    /// The same stops were already stored. Nothing was written.
    Unchanged,
}

/// The response of `createRouteStops`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RouteStopsResult {
    stocking_date: NaiveDate,
    route: String,
    stops: usize,
    outcome: RouteStopsOutcome,
}

/// Replaces the stops of one route on one day. The request is idempotent: the same stops in any order change nothing.
///
/// # Errors
/// [`Error::Invalid`] with all errors; [`Error::Conflict`] if other users keep writing the same route and day. Nothing
/// is written then.
pub async fn create_route_stops(
    (locations, store, audit): &(LocationStore, RouteStopStore, AuditTable),
    Request { permit, now, input: CreateRouteStopsArguments { input } }: Request<CreateRouteStopsArguments>,
) -> Result<RouteStopsResult> {
    rules::check_count(&input).map_err(|error| Error::Invalid(vec![error]))?;
    let known = locations.resolve(rules::ids(&input)).await?;
    let day = rules::parse_route_day(&input, &known).map_err(Error::Invalid)?;
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
    for _ in 0..MAX_ATTEMPTS {
        let before = store.get(day.stocking_date, &day.route).await?;
        let outcome = outcome(before.as_ref(), day);
        if outcome == RouteStopsOutcome::Unchanged {
            return Ok(outcome);
        }
        let event = if before.is_some() { "REPLACED" } else { "CREATED" };
        let entry = audit::Entry::new(Subject::RouteDay(day.stocking_date, &day.route), event, permit, now)
            .with(changes(before.as_ref().map(|before| &before.value), day));
        let expected_version = before.map(|before| before.version);
        let put = store.put(day, expected_version, permit, now)?;
        if Transaction::new().with(put).audited(audit, &entry)?.send(store.client()).await?.is_written() {
            return Ok(outcome);
        }
    }
    let RouteDay { stocking_date, route, .. } = day;
    Err(Error::conflict(format!(
        "Another user is saving route {route} for {stocking_date}. Your stops were not saved. Please try again."
    )))
}

fn outcome(before: Option<&Versioned<RouteDay>>, day: &RouteDay) -> RouteStopsOutcome {
    match before {
        None => RouteStopsOutcome::Created,
        Some(before) if before.value == *day => RouteStopsOutcome::Unchanged,
        Some(_) => RouteStopsOutcome::Replaced,
    }
}

/// The history of a change: the market, and each added, removed or changed stop by location and stocking index.
fn changes(before: Option<&RouteDay>, after: &RouteDay) -> Vec<Change> {
    let attributes = |day: &RouteDay| -> Value {
        let stop = |stop: &Stop| {
            let attribute = format!("{}#{}", stop.id, stop.stocking_index);
            (attribute, json!({ "stop": stop.stop, "stopType": stop.stop_type }))
        };
        let stops = day.stops.iter().map(stop);
        stops.chain([("market".to_owned(), json!(day.market))]).collect::<Map<_, _>>().into()
    };
    audit::changes(&before.map(attributes).unwrap_or_default(), &attributes(after), &[])
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
    fn the_same_stops_in_another_order_are_unchanged() {
        let stored = Versioned { value: day(&[("A", 1), ("B", 2)]), version: 7 };
        assert_eq!(outcome(None, &stored.value), RouteStopsOutcome::Created);
        assert_eq!(outcome(Some(&stored), &day(&[("B", 2), ("A", 1)])), RouteStopsOutcome::Unchanged);
        assert_eq!(outcome(Some(&stored), &day(&[("B", 1), ("A", 2)])), RouteStopsOutcome::Replaced);
    }

    #[test]
    fn history_contains_only_added_removed_and_changed_stops() {
        let changed = changes(Some(&day(&[("A", 1), ("B", 2), ("C", 3)])), &day(&[("A", 1), ("B", 3), ("D", 4)]));
        let stop = |number: u32| Some(json!({ "stop": number, "stopType": "STOCK" }));
        let expected = [("B#1", stop(2), stop(3)), ("C#1", stop(3), None), ("D#1", None, stop(4))];
        let found = changed.into_iter().map(|change| (change.attribute, change.from, change.to));
        assert!(found.eq(expected.map(|(name, from, to)| (name.to_owned(), from, to))));
        assert_eq!(changes(None, &day(&[("A", 1)])).len(), 2);
    }
}
