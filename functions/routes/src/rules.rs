//! The rules of route stops: pure. Source: the spec of locations, sections 5.2, 5.4 and 7.
//!
//! The browser has the same rules for a whole file; `cases/route-stops.json` holds both to the same messages. In a case
//! `line` is the line of the file: the header is the first, so that the first entry is line 2.

use crate::model::{Market, RouteDay, Stop};
use chrono::NaiveDate;
use locations::{
    model::LocationId,
    rules::{Field, Read},
};
use serde::Deserialize;
use serde_json::Value;
use shared::{FieldError, time};
use std::collections::{BTreeMap, BTreeSet};

/// The most stops of a route on one day.
pub const MOST: usize = 500;
/// The highest number of a stop and of a stocking.
const HIGHEST: u32 = 1000;
/// The most characters of a route's name and of a stop's type.
const LONGEST: usize = 100;

/// A stop as it was sent.
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

/// The ids of existing locations, by the id as entries have it: the location's own id may differ in case.
pub type KnownIds = BTreeMap<LocationId, LocationId>;

/// What is wrong with an entry.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Fault {
    /// The position of the entry.
    pub entry: usize,
    /// The file's column.
    pub column: String,
    /// What is wrong.
    pub message: String,
}

/// The ids that entries name: whether they are known decides whether the entries are valid.
pub fn ids(entries: &[Entry]) -> BTreeSet<LocationId> {
    entries.iter().filter_map(|entry| Field { name: "id", value: &entry.id }.text().ok()?.parse().ok()).collect()
}

/// The days of routes that entries make, sorted by day and route, and everything that is wrong, by entry.
///
/// A day of a route of which an entry is wrong is not among them: stored without that entry, it would lose a stop.
pub fn check(entries: &[Entry], known: &KnownIds) -> (Vec<RouteDay>, Vec<Fault>) {
    let (mut days, mut faults) = (BTreeMap::<Key, Draft>::new(), Vec::new());
    for (position, entry) in entries.iter().enumerate() {
        let (key, read) = entry.read(known);
        let wrong = match (key, read) {
            (Some(key), Ok((market, stop))) => {
                let draft = days.entry(key.clone()).or_default();
                let wrong = draft.add(&key, market, stop);
                draft.held_back |= !wrong.is_empty();
                wrong
            }
            (key, read) => {
                if let Some(key) = key {
                    days.entry(key).or_default().held_back = true;
                }
                read.err().unwrap_or_default()
            }
        };
        let fault = |error: FieldError| Fault { entry: position, column: error.field, message: error.message };
        faults.extend(wrong.into_iter().map(fault));
    }
    let day = |((date, route), draft): (Key, Draft)| {
        let market = draft.market.filter(|_| !draft.held_back)?;
        Some(RouteDay::new(date, route, market, draft.stops))
    };
    (days.into_iter().filter_map(day).collect(), faults)
}

/// Whether the number of entries of one call is one that can be stored together.
///
/// # Errors
/// What is wrong with it.
pub fn count(entries: &[Entry]) -> Result<(), FieldError> {
    let message = || FieldError::new("input", format!("One call stores 1 to {MOST} stops"));
    (1..=MOST).contains(&entries.len()).then_some(()).ok_or_else(message)
}

/// The one day of one route that the entries of a call make.
///
/// # Errors
/// Everything that is wrong, by input (`input.0.stop`).
pub fn one_day(entries: &[Entry], known: &KnownIds) -> Result<RouteDay, Vec<FieldError>> {
    let (days, faults) = check(entries, known);
    if !faults.is_empty() {
        return Err(faults.into_iter().map(Fault::of_input).collect());
    }
    let [day] = <[RouteDay; 1]>::try_from(days)
        .map_err(|_| vec![FieldError::new("input", "All stops of one call are of one stockingDate and one route")])?;
    Ok(day)
}

/// A day as [`time::day`] has it.
///
/// # Errors
/// What is wrong with it.
pub fn day(field: Field<'_>) -> Read<NaiveDate> {
    let text = field.text()?;
    time::day(&text).ok_or_else(|| field.error(format!("{} should be a day in the format YYYY-MM-DD", field.name)))
}

impl Fault {
    fn of_input(self) -> FieldError {
        let attribute = if self.column == "date" { "stockingDate".into() } else { self.column };
        FieldError::new(format!("input.{}.{attribute}", self.entry), self.message)
    }
}

/// The day and the route.
type Key = (NaiveDate, String);

/// A stop and its market, or everything that is wrong with them.
type Visit = Result<(Market, Stop), Vec<FieldError>>;

/// The stops of a route's day so far.
#[derive(Default)]
struct Draft {
    market: Option<Market>,
    stops: Vec<Stop>,
    seen: BTreeSet<(LocationId, u32)>,
    held_back: bool,
}

impl Draft {
    /// Adds a stop; answers what is wrong with it beside the others, in the order of the columns.
    fn add(&mut self, (date, route): &Key, market: Market, stop: Stop) -> Vec<FieldError> {
        let mut errors = Vec::new();
        let first = *self.market.get_or_insert(market);
        if market != first {
            errors.push(FieldError::new("market", format!("route {route} is in market {first} on {date}")));
        }
        let Stop { id, stocking_index, .. } = &stop;
        if !self.seen.insert((id.clone(), *stocking_index)) {
            let message = format!("{id} with stockingIndex {stocking_index} is on route {route} twice");
            errors.push(FieldError::new("id", message));
        }
        self.stops.push(stop);
        if self.stops.len() == MOST + 1 {
            errors.push(FieldError::new("route", format!("route {route} on {date} has more than {MOST} stops")));
        }
        errors
    }
}

impl Entry {
    /// The day and the route, where they can be read, and the rest.
    fn read(&self, known: &KnownIds) -> (Option<Key>, Visit) {
        let field = |name, value| Field { name, value };
        let date = day(field("date", &self.stocking_date));
        let market = market(field("market", &self.market));
        let id = known_id(field("id", &self.id), known);
        let route = short(field("route", &self.route)).map(|route| route.to_lowercase());
        let stop = field("stop", &self.stop).integer(HIGHEST);
        let stocking_index = field("stockingIndex", &self.stocking_index).integer(HIGHEST);
        let stop_type = stop_type(field("stopType", &self.stop_type));
        let key = date.as_ref().ok().zip(route.as_ref().ok()).map(|(date, route)| (*date, route.clone()));
        let read = match (date, market, id, route, stop, stocking_index, stop_type) {
            (Ok(_), Ok(market), Ok(id), Ok(_), Ok(stop), Ok(stocking_index), Ok(stop_type)) => {
                Ok((market, Stop { id, stop, stocking_index, stop_type }))
            }
            (date, market, id, route, stop, stocking_index, stop_type) => {
                let errors = [date.err(), market.err(), id.err(), route.err(), stop.err(), stocking_index.err()];
                Err(errors.into_iter().chain([stop_type.err()]).flatten().collect())
            }
        };
        (key, read)
    }
}

fn market(field: Field<'_>) -> Read<Market> {
    field.text()?.parse().map_err(|_| field.error("market should be one of MW, NE, WC, S"))
}

fn known_id(field: Field<'_>, known: &KnownIds) -> Read<LocationId> {
    let text = field.text()?;
    let id = text.parse().ok().and_then(|id: LocationId| known.get(&id).cloned());
    id.ok_or_else(|| field.error(format!("There is no location {text}")))
}

fn stop_type(field: Field<'_>) -> Read<String> {
    let text = short(field)?;
    if text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        Ok(text.to_uppercase())
    } else {
        Err(field.error("stopType can only contain letters, digits and underscores"))
    }
}

fn short(field: Field<'_>) -> Read<String> {
    let text = field.text()?;
    if text.chars().count() > LONGEST {
        return Err(field.error(format!("{} can have at most {LONGEST} characters", field.name)));
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
    fn route_file_rules_and_their_messages() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../cases/route-stops.json")).unwrap();
        for Case { name, known_ids, entries, errors, groups } in cases {
            let entries: Vec<Entry> = entries.into_iter().map(entry).collect();
            let (days, faults) = check(&entries, &known_ids.into_iter().map(|id| (id.clone(), id)).collect());
            let line = |fault: Fault| Expected { line: fault.entry + 2, field: fault.column, message: fault.message };
            assert_eq!(faults.into_iter().map(line).collect::<Vec<_>>(), errors, "{name}");
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
    fn a_stop_has_the_id_of_its_location_in_whatever_case_it_was_sent() {
        let known = KnownIds::from([("chi_0001".parse().unwrap(), "CHI_0001".parse().unwrap())]);
        let day = one_day(&[stop("chi_0001", 1)], &known).unwrap();
        assert_eq!(day.stops[0].id.as_str(), "CHI_0001");
    }

    #[test]
    fn a_route_has_at_most_500_stops_a_day() {
        let names = (0..=MOST).map(|number| format!("F_{number}"));
        let entries: Vec<Entry> = names.clone().map(|id| stop(&id, 1)).collect();
        let (days, faults) = check(&entries, &known(names.clone()));
        let message = "route chi_ana on 2026-11-23 has more than 500 stops".to_owned();
        assert_eq!((days, faults), (vec![], vec![Fault { entry: MOST, column: "route".into(), message }]));
        assert_eq!(check(&entries[..MOST], &known(names)).0.len(), 1);
    }

    #[test]
    fn one_call_stores_one_route_of_one_day() {
        let known = known(["A".into()]);
        let other = Entry { route: json!("chi_bo"), ..stop("A", 1) };
        let errors = one_day(&[stop("A", 1), other], &known).unwrap_err();
        assert_eq!(errors[0].message, "All stops of one call are of one stockingDate and one route");
        let wrong = Entry { stocking_date: json!("today"), ..stop("A", 1) };
        let errors = one_day(&[stop("A", 1), wrong], &known).unwrap_err();
        let message = "date should be a day in the format YYYY-MM-DD";
        assert_eq!(errors, [FieldError::new("input.1.stockingDate", message)]);
        assert!(count(&[]).is_err() && count(&vec![Entry::default(); MOST + 1]).is_err());
        assert!(count(&[Entry::default()]).is_ok());
    }

    proptest! {
        /// What is compared with what is stored does not depend on the file's order, so that the same list is unchanged.
        #[test]
        fn any_order_of_entries_gives_the_same_group(
            (entries, shuffled) in proptest::collection::btree_map("[A-Z]{1,4}", 0_u32..=1000, 1..40)
                .prop_map(|stops| stops.iter().map(|(id, number)| (id.clone(), *number)).collect::<Vec<_>>())
                .prop_flat_map(|stops| (Just(stops.clone()), Just(stops).prop_shuffle()))
        ) {
            let known = known(entries.iter().map(|(id, _)| id.clone()));
            let day = |stops: &[(String, u32)]| {
                one_day(&stops.iter().map(|(id, number)| stop(id, *number)).collect::<Vec<_>>(), &known)
            };
            prop_assert!(day(&entries).is_ok());
            prop_assert_eq!(day(&entries), day(&shuffled));
        }
    }
}
