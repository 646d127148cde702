//! The rules of route stops, without I/O. Requirement: RTE-5 in `docs/requirements/routes.md`.
//!
//! The web app has the same rules for a file. The cases in `cases/route-stops.json` check that both return the same
//! messages. In a case `line` is the line of the file. The header is line 1, so the first entry is line 2.

use crate::model::{Market, RouteDay, Stop};
use chrono::NaiveDate;
use locations::{
    model::LocationId,
    rules::{Field, FieldResult},
};
use serde::Deserialize;
use serde_json::Value;
use shared::{FieldError, time};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum stops of a route on one day.
pub const MAX_STOPS: usize = 500;
/// Maximum stop number and stocking index.
const MAX_NUMBER: u32 = 1000;
/// Maximum length of a route name and a stop type, in characters.
const MAX_LENGTH: usize = 100;

/// A stop of the input, not validated.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Entry {
    stocking_date: Value,
    market: Value,
    id: Value,
    route: Value,
    stop: Value,
    stocking_index: Value,
    stop_type: Value,
}

/// The stored id of each existing location, by the id in the input, which can differ in case.
pub type KnownIds = BTreeMap<LocationId, LocationId>;

/// An error of an entry.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct EntryError {
    /// The position of the entry in the input.
    pub entry: usize,
    /// The column of the file.
    pub column: String,
    /// The error message.
    pub message: String,
}

/// The location ids in the entries, to look up before [`parse_route_days`].
pub fn ids(entries: &[Entry]) -> BTreeSet<LocationId> {
    entries.iter().filter_map(|entry| Field { name: "id", value: &entry.id }.text().ok()?.parse().ok()).collect()
}

/// Groups entries by day and route. Returns the valid groups, sorted by day and route, and all errors by entry.
///
/// A group with an invalid entry is left out, because storing it without that entry would delete a stop.
pub fn parse_route_days(entries: &[Entry], known: &KnownIds) -> (Vec<RouteDay>, Vec<EntryError>) {
    let (mut days, mut entry_errors) = (BTreeMap::<RouteKey, Draft>::new(), Vec::new());
    for (position, entry) in entries.iter().enumerate() {
        let (key, visit) = entry.parse(known);
        let errors = match (key, visit) {
            (Some(key), Ok((market, stop))) => {
                let draft = days.entry(key.clone()).or_default();
                let errors = draft.add(&key, market, stop);
                draft.has_errors |= !errors.is_empty();
                errors
            }
            (key, visit) => {
                if let Some(key) = key {
                    days.entry(key).or_default().has_errors = true;
                }
                visit.err().unwrap_or_default()
            }
        };
        let entry_error =
            |error: FieldError| EntryError { entry: position, column: error.field, message: error.message };
        entry_errors.extend(errors.into_iter().map(entry_error));
    }
    let day = |((date, route), draft): (RouteKey, Draft)| {
        let market = draft.market.filter(|_| !draft.has_errors)?;
        Some(RouteDay::new(date, route, market, draft.stops))
    };
    (days.into_iter().filter_map(day).collect(), entry_errors)
}

/// Checks the number of entries in one request.
///
/// # Errors
/// The error if there are no entries or too many.
pub fn check_count(entries: &[Entry]) -> Result<(), FieldError> {
    let message = || FieldError::new("input", format!("Upload 1 to {MAX_STOPS} stops at a time"));
    (1..=MAX_STOPS).contains(&entries.len()).then_some(()).ok_or_else(message)
}

/// Parses the entries of one request, which must have the same day and route.
///
/// # Errors
/// All errors, by input (`input.0.stop`).
pub fn parse_route_day(entries: &[Entry], known: &KnownIds) -> Result<RouteDay, Vec<FieldError>> {
    let (days, errors) = parse_route_days(entries, known);
    if !errors.is_empty() {
        return Err(errors.into_iter().map(EntryError::into_field_error).collect());
    }
    let [day] = <[RouteDay; 1]>::try_from(days).map_err(|_| {
        vec![FieldError::new("input", "All stops in a request must have the same stockingDate and route")]
    })?;
    Ok(day)
}

/// Parses a day in the format YYYY-MM-DD.
///
/// # Errors
/// The error if the value is not a day.
pub fn parse_day(field: Field<'_>) -> FieldResult<NaiveDate> {
    let text = field.text()?;
    time::day(&text).ok_or_else(|| field.error(format!("{} should be a day in the format YYYY-MM-DD", field.name)))
}

impl EntryError {
    fn into_field_error(self) -> FieldError {
        let attribute = if self.column == "date" { "stockingDate".into() } else { self.column };
        FieldError::new(format!("input.{}.{attribute}", self.entry), self.message)
    }
}

/// A day and a route.
type RouteKey = (NaiveDate, String);

/// A stop and its market, or all errors of an entry.
type Visit = Result<(Market, Stop), Vec<FieldError>>;

/// A group of stops while its entries are parsed.
#[derive(Default)]
struct Draft {
    market: Option<Market>,
    stops: Vec<Stop>,
    visited: BTreeSet<(LocationId, u32)>,
    has_errors: bool,
}

impl Draft {
    /// Adds a stop. Returns its conflicts with the other stops of the group, in the order of the columns.
    fn add(&mut self, (date, route): &RouteKey, market: Market, stop: Stop) -> Vec<FieldError> {
        let mut errors = Vec::new();
        let first = *self.market.get_or_insert(market);
        if market != first {
            errors.push(FieldError::new("market", format!("route {route} is in market {first} on {date}")));
        }
        let Stop { id, stocking_index, .. } = &stop;
        if !self.visited.insert((id.clone(), *stocking_index)) {
            let message = format!("{id} with stockingIndex {stocking_index} is on route {route} twice");
            errors.push(FieldError::new("id", message));
        }
        self.stops.push(stop);
        if self.stops.len() == MAX_STOPS + 1 {
            errors.push(FieldError::new("route", format!("route {route} on {date} has more than {MAX_STOPS} stops")));
        }
        errors
    }
}

impl Entry {
    /// Parses the entry. The key is `None` if the day or the route is invalid.
    fn parse(&self, known: &KnownIds) -> (Option<RouteKey>, Visit) {
        let field = |name, value| Field { name, value };
        let date = parse_day(field("date", &self.stocking_date));
        let market = market(field("market", &self.market));
        let id = known_id(field("id", &self.id), known);
        let route = bounded_text(field("route", &self.route)).map(|route| route.to_lowercase());
        let stop = field("stop", &self.stop).integer(MAX_NUMBER);
        let stocking_index = field("stockingIndex", &self.stocking_index).integer(MAX_NUMBER);
        let stop_type = stop_type(field("stopType", &self.stop_type));
        let key = date.as_ref().ok().zip(route.as_ref().ok()).map(|(date, route)| (*date, route.clone()));
        let visit = match (date, market, id, route, stop, stocking_index, stop_type) {
            (Ok(_), Ok(market), Ok(id), Ok(_), Ok(stop), Ok(stocking_index), Ok(stop_type)) => {
                Ok((market, Stop { id, stop, stocking_index, stop_type }))
            }
            (date, market, id, route, stop, stocking_index, stop_type) => {
                let errors = [date.err(), market.err(), id.err(), route.err(), stop.err(), stocking_index.err()];
                Err(errors.into_iter().chain([stop_type.err()]).flatten().collect())
            }
        };
        (key, visit)
    }
}

fn market(field: Field<'_>) -> FieldResult<Market> {
    field.text()?.parse().map_err(|_| field.error("market should be one of MW, NE, WC, S"))
}

fn known_id(field: Field<'_>, known: &KnownIds) -> FieldResult<LocationId> {
    let text = field.text()?;
    let id = text.parse().ok().and_then(|id: LocationId| known.get(&id).cloned());
    id.ok_or_else(|| field.error(format!("There is no location {text}")))
}

fn stop_type(field: Field<'_>) -> FieldResult<String> {
    let text = bounded_text(field)?;
    if text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        Ok(text.to_uppercase())
    } else {
        Err(field.error("stopType can only contain letters, digits and underscores"))
    }
}

fn bounded_text(field: Field<'_>) -> FieldResult<String> {
    let text = field.text()?;
    if text.chars().count() > MAX_LENGTH {
        return Err(field.error(format!("{} can have at most {MAX_LENGTH} characters", field.name)));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Map, json};

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Case {
        name: String,
        known_ids: BTreeSet<LocationId>,
        entries: Vec<Map<String, Value>>,
        errors: Vec<Expected>,
        groups: Vec<RouteDay>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Expected {
        line: usize,
        field: String,
        message: String,
    }

    fn entry(mut columns: Map<String, Value>) -> Entry {
        if let Some(date) = columns.remove("date") {
            columns.insert("stockingDate".into(), date);
        }
        serde_json::from_value(columns.into()).unwrap()
    }

    #[test]
    fn route_file_cases_return_the_expected_groups_and_errors() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../cases/route-stops.json")).unwrap();
        for Case { name, known_ids, entries, errors, groups } in cases {
            let entries: Vec<Entry> = entries.into_iter().map(entry).collect();
            let (days, errors_found) =
                parse_route_days(&entries, &known_ids.into_iter().map(|id| (id.clone(), id)).collect());
            let line =
                |error: EntryError| Expected { line: error.entry + 2, field: error.column, message: error.message };
            assert_eq!(errors_found.into_iter().map(line).collect::<Vec<_>>(), errors, "{name}");
            assert_eq!(days, groups, "{name}");
        }
    }

    fn stop(id: &str, stop: u32) -> Entry {
        let columns = json!({
            "stockingDate": "2026-11-23", "market": "MW", "id": id, "route": "chi_ana", "stop": stop,
            "stockingIndex": 1, "stopType": "STOCK",
        });
        serde_json::from_value(columns).unwrap()
    }

    fn known(ids: impl IntoIterator<Item = String>) -> KnownIds {
        ids.into_iter().map(|id| (id.parse().unwrap(), id.parse().unwrap())).collect()
    }

    #[test]
    fn replaces_an_id_in_another_case_by_the_stored_id() {
        let known = KnownIds::from([("chi_0001".parse().unwrap(), "CHI_0001".parse().unwrap())]);
        let day = parse_route_day(&[stop("chi_0001", 1)], &known).unwrap();
        assert_eq!(day.stops[0].id.as_str(), "CHI_0001");
    }

    #[test]
    fn rejects_a_route_with_more_than_500_stops_on_a_day() {
        let names = (0..=MAX_STOPS).map(|number| format!("F_{number}"));
        let entries: Vec<Entry> = names.clone().map(|id| stop(&id, 1)).collect();
        let (days, errors) = parse_route_days(&entries, &known(names.clone()));
        let message = "route chi_ana on 2026-11-23 has more than 500 stops".to_owned();
        assert_eq!(days, []);
        assert_eq!(errors, [EntryError { entry: MAX_STOPS, column: "route".into(), message }]);
        assert_eq!(parse_route_days(&entries[..MAX_STOPS], &known(names)).0.len(), 1);
    }

    #[test]
    fn accepts_only_stops_of_one_route_and_day() {
        let known = known(["A".into()]);
        let other = Entry { route: json!("chi_bo"), ..stop("A", 1) };
        let errors = parse_route_day(&[stop("A", 1), other], &known).unwrap_err();
        assert_eq!(errors[0].message, "All stops in a request must have the same stockingDate and route");
        let invalid = Entry { stocking_date: json!("today"), ..stop("A", 1) };
        let errors = parse_route_day(&[stop("A", 1), invalid], &known).unwrap_err();
        let message = "date should be a day in the format YYYY-MM-DD";
        assert_eq!(errors, [FieldError::new("input.1.stockingDate", message)]);
        assert!(check_count(&[]).is_err() && check_count(&vec![Entry::default(); MAX_STOPS + 1]).is_err());
        assert!(check_count(&[Entry::default()]).is_ok());
    }

    proptest! {
        /// The parsed group does not depend on the order of the entries, so the same stops are recognized as unchanged.
        #[test]
        fn any_order_of_entries_gives_the_same_group(
            (entries, shuffled) in proptest::collection::btree_map("[A-Z]{1,4}", 0_u32..=1000, 1..40)
                .prop_map(|stops| stops.iter().map(|(id, number)| (id.clone(), *number)).collect::<Vec<_>>())
                .prop_flat_map(|stops| (Just(stops.clone()), Just(stops).prop_shuffle()))
        ) {
            let known = known(entries.iter().map(|(id, _)| id.clone()));
            let day = |stops: &[(String, u32)]| {
                parse_route_day(&stops.iter().map(|(id, number)| stop(id, *number)).collect::<Vec<_>>(), &known)
            };
            prop_assert!(day(&entries).is_ok());
            prop_assert_eq!(day(&entries), day(&shuffled));
        }
    }
}
