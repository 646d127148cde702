//! Validation rules for pars, without I/O. Requirements: `docs/requirements/planning.md`, section "Pars" (PAR-2,
//! PAR-3).
//!
//! The web app implements the same rules for a whole file. Tests of both use `cases/pars.json`, so that their messages
//! are the same.

use crate::model::{Par, Pars};
use chrono::NaiveDate;
use jit::model::StockingId;
use locations::{
    model::{LocationId, LocationType, OpsLocation},
    rules::Field,
};
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::Value;
use shared::{Error, Result, bounded, time};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet, btree_map::Entry},
};

/// Maximum number of par groups per call (PAR-4).
pub const MAX_GROUPS: usize = 500;
/// Maximum number of items per stocking. With their names they are far below the size limit of a table item.
pub const MAX_ITEMS: usize = 500;
/// Maximum par.
const MAX_PAR: u32 = 100_000;
/// Maximum stocking index.
const MAX_STOCKING_INDEX: u32 = 1000;
/// Maximum length of an item name, in characters.
const MAX_ITEM_CHARS: usize = 100;
/// Maximum number of digits before and after the decimal point of an over capacity amount. JavaScript numbers store
/// them exactly.
const MAX_DIGITS: (usize, usize) = (9, 6);

/// A par group, as sent by the client.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ParMap {
    location: Value,
    delivery_date: Value,
    drop_off_date: Value,
    jit: Value,
    stocking_index: Value,
    pars_and_items: Vec<ParOfItem>,
    over_capacity_amounts_and_items: Option<Vec<OverCapacityOfItem>>,
    priority_boost_items: Option<Vec<Value>>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct ParOfItem {
    pars: Value,
    item_name: Value,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct OverCapacityOfItem {
    over_capacity_amount: Value,
    item_name: Value,
}

/// Stored data that the rules need.
#[derive(Debug, Default)]
pub struct StoredData {
    /// The existing locations, by the id in the groups. The stored id can differ in letter case.
    pub locations: BTreeMap<LocationId, OpsLocation>,
    /// The stockings of the call that have a fridge order.
    pub with_orders: BTreeSet<StockingId>,
}

/// A validated par group.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct CheckedGroup {
    /// `dropOffDate#location#stockingIndex`, as sent by the client.
    pub group: String,
    /// The pars, or all error messages.
    pub pars: Result<Pars, Vec<String>>,
}

/// Checks the number of groups in a call.
///
/// # Errors
/// [`Error::Invalid`] if there are none or too many.
pub fn check_count(input: &[ParMap]) -> Result<()> {
    if (1..=MAX_GROUPS).contains(&input.len()) {
        Ok(())
    } else {
        Err(Error::invalid("input", format!("Upload pars for 1 to {MAX_GROUPS} stockings at a time")))
    }
}

/// Returns the stockings of the groups. Invalid ones are skipped.
pub fn stocking_ids(input: &[ParMap]) -> BTreeSet<StockingId> {
    input.iter().filter_map(|group| group.stocking_id().ok()).collect()
}

/// Validates each group.
pub fn check(input: &[ParMap], stored: &StoredData) -> Vec<CheckedGroup> {
    let mut unique = BTreeSet::new();
    let check = |group: &ParMap| CheckedGroup { group: group.name(), pars: group.parse(stored, &mut unique) };
    input.iter().map(check).collect()
}

impl ParMap {
    /// An empty stockingIndex counts as 1.
    fn index(&self) -> Cow<'_, str> {
        cell_text(&self.stocking_index).unwrap_or_else(|| "1".into())
    }

    fn name(&self) -> String {
        let part = |value| cell_text(value).unwrap_or_default();
        format!("{}#{}#{}", part(&self.drop_off_date), part(&self.location), self.index())
    }

    fn stocking_id(&self) -> Result<StockingId, Vec<String>> {
        let drop_off_date = parse_day("dropOffDate", &self.drop_off_date);
        let location = field("location", &self.location).text().map_err(|error| error.message);
        let location = location.and_then(|text| text.parse().map_err(|_| unknown_location(&text)));
        let stocking_index = match cell_text(&self.stocking_index) {
            None => Ok(1),
            Some(_) => {
                field("stockingIndex", &self.stocking_index).integer(MAX_STOCKING_INDEX).map_err(|error| error.message)
            }
        };
        match (drop_off_date, location, stocking_index) {
            (Ok(drop_off_date), Ok(location), Ok(stocking_index)) => {
                Ok(StockingId { drop_off_date, location, stocking_index })
            }
            (date, location, index) => Err([date.err(), location.err(), index.err()].into_iter().flatten().collect()),
        }
    }

    fn parse(&self, stored: &StoredData, unique: &mut BTreeSet<StockingId>) -> Result<Pars, Vec<String>> {
        let mut stocking = self.stocking_id();
        let delivery_date = parse_day("deliveryDate", &self.delivery_date);
        let jit = parse_flag(&self.jit);
        let mut errors = stocking.as_ref().err().cloned().unwrap_or_default();
        errors.extend(delivery_date.as_ref().err().cloned());
        if let Ok(id) = &mut stocking {
            let location = stored.locations.get(&id.location);
            errors.extend(location_errors(&id.location, location));
            if let Some(location) = location {
                id.location = location.id.clone();
            }
            if !unique.insert(id.clone()) {
                errors.push("This stocking appears twice in the upload".into());
            }
        }
        // An invalid date has its own error. It does not count as a different date.
        let dates_match = match (&stocking, &delivery_date) {
            (Ok(id), Ok(delivery_date)) => id.drop_off_date == *delivery_date,
            _ => true,
        };
        let items = self.items(jit, dates_match, &mut errors);
        if let Ok(id) = &stocking
            && stored.with_orders.contains(id)
        {
            errors.push("There is already a fridge order for this dropOffDate, location, and stockingIndex.".into());
        }
        match (stocking, delivery_date, jit) {
            (Ok(stocking_id), Ok(delivery_date), Some(jit)) if errors.is_empty() => {
                Ok(Pars { stocking_id, delivery_date, jit, items })
            }
            _ => Err(errors),
        }
    }

    /// Returns the items' pars and adds their errors to `errors`, item by item.
    fn items(&self, jit: Option<bool>, dates_match: bool, errors: &mut Vec<String>) -> BTreeMap<String, Par> {
        let mut items = BTreeMap::new();
        let over: BTreeMap<Cow<'_, str>, &Value> = self
            .over_capacity_amounts_and_items
            .iter()
            .flatten()
            .filter_map(|line| Some((cell_text(&line.item_name)?, &line.over_capacity_amount)))
            .collect();
        let boosted: BTreeSet<Cow<'_, str>> =
            self.priority_boost_items.iter().flatten().filter_map(cell_text).collect();
        if self.pars_and_items.is_empty() {
            errors.push("A stocking needs a par for at least one item".into());
        }
        if self.pars_and_items.len() > MAX_ITEMS {
            errors.push(format!("A stocking can have at most {MAX_ITEMS} items"));
        }
        for ParOfItem { pars, item_name } in &self.pars_and_items {
            let Some(item) = cell_text(item_name) else {
                errors.push("item cannot be empty".into());
                continue;
            };
            errors.extend(bounded::too_long(&item, MAX_ITEM_CHARS).map(|message| format!("item {message}")));
            let par = parse_par(pars);
            if par.is_none() {
                errors.push(format!("Par issue with {item}. Accepted values any whole number from 0 to {MAX_PAR}."));
            }
            // A missing amount means 0.
            let amount = over.get(&item).map_or(Some(Decimal::ZERO), |value| parse_amount(value));
            if amount.is_none() {
                errors
                    .push(format!("Over Capacity Amount issue with {item}. Accepted values any number 0 or greater."));
            }
            match jit {
                None => errors.push(format!(
                    "JIT cannot be applied for {item}. Accepted values are true or false. Please revise the format and resubmit."
                )),
                Some(true) if !dates_match => errors
                    .push(format!("JIT cannot be applied for {item}. Delivery Date must equal Drop Off Date.")),
                Some(_) => {}
            }
            let par = Par {
                par: par.unwrap_or_default(),
                over_capacity_amount: amount.unwrap_or_default(),
                priority_boost: boosted.contains(&item),
            };
            match items.entry(item.into_owned()) {
                Entry::Vacant(entry) => drop(entry.insert(par)),
                Entry::Occupied(entry) => errors.push(format!("{} appears twice in this stocking", entry.key())),
            }
        }
        for stray in
            over.keys().chain(&boosted).filter(|item| !items.contains_key(item.as_ref())).collect::<BTreeSet<_>>()
        {
            errors.push(format!("{stray} has no par"));
        }
        items
    }
}

/// Returns an error for each tag that the location needs for deliveries but does not have (PAR-2).
fn location_errors(id: &LocationId, location: Option<&OpsLocation>) -> Vec<String> {
    let Some(location) = location else { return vec![unknown_location(id.as_str())] };
    let is_missing = |tag: &Option<String>| tag.as_ref().is_none_or(|tag| tag.trim().is_empty());
    let instructions = location.kind == LocationType::FRIDGE && is_missing(&location.park_to_fridge_instructions);
    [
        (is_missing(&location.routing_tag), "Routing Tag"),
        (is_missing(&location.fulfillment_center), "Territory Tag"),
        (instructions, "Park To Fridge Instructions Tag"),
    ]
    .into_iter()
    .filter(|(is_missing, _)| *is_missing)
    .map(|(_, tag)| format!("Error with {tag} for {id}"))
    .collect()
}

fn unknown_location(location: &str) -> String {
    format!("There is no location {location}")
}

fn field<'a>(name: &'a str, value: &'a Value) -> Field<'a> {
    Field { name, value }
}

fn cell_text(value: &Value) -> Option<Cow<'_, str>> {
    field("", value).as_text()
}

fn parse_day(name: &str, value: &Value) -> Result<NaiveDate, String> {
    let text = field(name, value).text().map_err(|error| error.message)?;
    time::day(&text).ok_or_else(|| format!("{name} should be a day in the format YYYY-MM-DD"))
}

/// Parses a boolean from JSON, or from the TRUE and FALSE of a spreadsheet.
fn parse_flag(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        value => match cell_text(value)?.to_lowercase().as_str() {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        },
    }
}

fn parse_par(value: &Value) -> Option<u32> {
    let par = match value.as_u64() {
        Some(number) => number.try_into().ok(),
        None => cell_text(value).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))?.parse().ok(),
    };
    par.filter(|par| *par <= MAX_PAR)
}

/// Parses a decimal of at least 0.
fn parse_amount(value: &Value) -> Option<Decimal> {
    let text = cell_text(value)?;
    let (integer, decimals) = text.split_once('.').unwrap_or((&text, "0"));
    let digits = |text: &str, max: usize| (1..=max).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    let is_valid = digits(integer, MAX_DIGITS.0) && digits(decimals, MAX_DIGITS.1);
    is_valid.then(|| Decimal::from_str_exact(&text).ok()).flatten().map(|amount| amount.normalize())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Map, json};

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Cases {
        locations: Vec<Map<String, Value>>,
        cases: Vec<Case>,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Case {
        name: String,
        /// Whether the case applies only to files: the call has one value per group, a file one per row.
        #[serde(default)]
        file_only: bool,
        #[serde(default)]
        ordered: Vec<StockingId>,
        rows: Vec<Map<String, Value>>,
        #[serde(default)]
        errors: Vec<Expected>,
        #[serde(default)]
        groups: Vec<Pars>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Expected {
        group: String,
        messages: Vec<String>,
    }

    fn location(mut attributes: Map<String, Value>) -> OpsLocation {
        for name in [
            "accountTier",
            "onlineDate",
            "fulfillmentCenter",
            "opportunityName",
            "routingTag",
            "parkToFridgeInstructions",
            "route",
            "stop",
        ] {
            attributes.entry(name).or_insert(Value::Null);
        }
        serde_json::from_value(attributes.into()).unwrap()
    }

    /// Groups the rows as the web app does, with unparsed cells.
    fn par_maps(rows: Vec<Map<String, Value>>) -> Vec<ParMap> {
        let mut groups: Vec<(String, Map<String, Value>)> = Vec::new();
        for row in rows {
            let cell = |name: &str| row.get(name).cloned().unwrap_or_else(|| json!(""));
            let key = ["dropOffDate", "location", "stockingIndex"].map(|name| cell(name).to_string()).concat();
            let index = groups.iter().position(|(other, _)| *other == key).unwrap_or_else(|| {
                let names = ["location", "deliveryDate", "dropOffDate", "jit", "stockingIndex"];
                let mut group: Map<String, Value> = names.map(|name| (name.into(), cell(name))).into_iter().collect();
                for list in ["parsAndItems", "overCapacityAmountsAndItems", "priorityBoostItems"] {
                    group.insert(list.into(), json!([]));
                }
                groups.push((key, group));
                groups.len() - 1
            });
            let group = &mut groups[index].1;
            let mut push = |list: &str, value: Value| group[list].as_array_mut().unwrap().push(value);
            push("parsAndItems", json!({ "pars": cell("par"), "itemName": cell("item") }));
            let over = json!({ "overCapacityAmount": cell("overCapacityAmount"), "itemName": cell("item") });
            push("overCapacityAmountsAndItems", over);
            if parse_flag(&cell("priorityBoost")) == Some(true) {
                push("priorityBoostItems", cell("item"));
            }
        }
        groups.into_iter().map(|(_, group)| serde_json::from_value(group.into()).unwrap()).collect()
    }

    #[test]
    fn shared_cases_give_the_expected_messages() {
        let Cases { locations, cases } = serde_json::from_str(include_str!("../cases/pars.json")).unwrap();
        let locations: Vec<_> = locations.into_iter().map(location).collect();
        for Case { name, file_only, ordered, rows, errors, groups } in cases {
            if file_only {
                continue;
            }
            let stored = StoredData {
                locations: locations.iter().map(|line| (line.id.clone(), line.clone())).collect(),
                with_orders: ordered.into_iter().collect(),
            };
            let (mut valid, mut rejected) = (Vec::new(), Vec::new());
            for CheckedGroup { group, pars } in check(&par_maps(rows), &stored) {
                match pars {
                    Ok(pars) => valid.push(pars),
                    Err(messages) => rejected.push(Expected { group, messages }),
                }
            }
            assert_eq!(rejected, errors, "{name}");
            assert_eq!(valid, groups, "{name}");
        }
    }

    fn stored() -> StoredData {
        let location = json!({
            "id": "A", "type": "FRIDGE", "routingTag": "R", "fulfillmentCenter": "CHI", "parkToFridgeInstructions": "In"
        });
        let location = location.as_object().cloned().map(self::location).unwrap();
        StoredData { locations: BTreeMap::from([(location.id.clone(), location)]), with_orders: BTreeSet::new() }
    }

    fn par_map(items: &[(String, u32)]) -> ParMap {
        let pars: Vec<_> = items.iter().map(|(item, par)| json!({ "itemName": item, "pars": par })).collect();
        let group = json!({
            "location": "A", "dropOffDate": "2026-11-23", "deliveryDate": "2026-11-23", "jit": true, "parsAndItems": pars,
        });
        serde_json::from_value(group).unwrap()
    }

    fn check_one(group: &ParMap) -> Result<Pars, Vec<String>> {
        check(std::slice::from_ref(group), &stored()).remove(0).pars
    }

    #[test]
    fn accepts_1_to_500_groups() {
        let group = || par_map(&[("Salad".into(), 1)]);
        assert!(check_count(&[]).is_err() && check_count(&vec![group(); MAX_GROUPS + 1]).is_err());
        assert!(check_count(&[group()]).is_ok() && check_count(&vec![group(); MAX_GROUPS]).is_ok());
    }

    #[test]
    fn accepts_1_to_500_items_per_stocking() {
        let items: Vec<_> = (0..=MAX_ITEMS).map(|index| (format!("Item {index}"), 1)).collect();
        assert_eq!(check_one(&par_map(&items)).unwrap_err(), ["A stocking can have at most 500 items"]);
        assert!(check_one(&par_map(&items[1..])).is_ok());
        assert_eq!(check_one(&par_map(&[])).unwrap_err(), ["A stocking needs a par for at least one item"]);
    }

    #[test]
    fn rejects_amounts_and_boosts_of_items_without_a_par() {
        let group = ParMap {
            priority_boost_items: Some(vec![json!("Juice")]),
            over_capacity_amounts_and_items: Some(vec![OverCapacityOfItem {
                over_capacity_amount: json!(2),
                item_name: json!("Cake"),
            }]),
            ..par_map(&[("Salad".into(), 1)])
        };
        assert_eq!(check_one(&group).unwrap_err(), ["Cake has no par", "Juice has no par"]);
    }

    proptest! {
        /// The result does not depend on the order of the items.
        #[test]
        fn any_order_of_items_gives_the_same_pars(
            (items, shuffled) in proptest::collection::btree_map("[A-Z][a-z]{0,4}", 0_u32..=100_000, 1..30)
                .prop_map(|items| items.into_iter().collect::<Vec<_>>())
                .prop_flat_map(|items| (Just(items.clone()), Just(items).prop_shuffle()))
        ) {
            prop_assert!(check_one(&par_map(&items)).is_ok());
            prop_assert_eq!(check_one(&par_map(&items)), check_one(&par_map(&shuffled)));
        }

        /// Any text is either rejected or parsed as exactly its number.
        #[test]
        fn parses_amounts_exactly_or_rejects_them(text in "[0-9.,+e -]{0,8}") {
            if let Some(amount) = parse_amount(&json!(text)) {
                prop_assert!(amount >= Decimal::ZERO);
                prop_assert_eq!(text.trim().parse::<Decimal>().ok(), Some(amount));
            }
        }
    }
}
