//! The rules of pars: pure. Source: the spec of planning and reporting, section 5 (Par CSV).
//!
//! The browser has the same rules for a whole file; `cases/pars.json` holds both to the same messages. What the spec has
//! no words for says so in the same manner.

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
use shared::{Error, Result, time};
use std::collections::{BTreeMap, BTreeSet};

/// Groups of one call (section 9).
pub const MOST_GROUPS: usize = 500;
/// Items of one stocking: with their names they are far below what a table's item takes.
pub const MOST_ITEMS: usize = 500;
/// The highest par.
const HIGHEST_PAR: u32 = 100_000;
/// The highest number of a stocking.
const HIGHEST_INDEX: u32 = 1000;
/// The most characters of an item's name.
const LONGEST: usize = 100;
/// Digits before and after the point of an over capacity amount: a browser's numbers have as many and no more.
const DIGITS: (usize, usize) = (9, 6);

/// What one stocking of a location is to be filled up to, as it was sent.
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

/// What the rules must know of what is stored.
#[derive(Debug, Default)]
pub struct Known {
    /// The existing ones of the locations, by the id as the groups have it: the location's own id may differ in case.
    pub locations: BTreeMap<LocationId, OpsLocation>,
    /// The stockings that are named and have a fridge order.
    pub ordered: BTreeSet<StockingId>,
}

/// A group that was looked at.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Checked {
    /// `dropOffDate#location#stockingIndex`, as it was sent.
    pub group: String,
    /// Its pars, or everything that is wrong with them.
    pub pars: Result<Pars, Vec<String>>,
}

/// Whether the number of groups of one call is one that it takes.
///
/// # Errors
/// What is wrong with it. Nothing of the call is looked at then.
pub fn count(input: &[ParMap]) -> Result<()> {
    if (1..=MOST_GROUPS).contains(&input.len()) {
        Ok(())
    } else {
        Err(Error::invalid("input", format!("One call stores the pars of 1 to {MOST_GROUPS} stockings")))
    }
}

/// The stockings that the groups name, as far as they can be read.
pub fn stockings(input: &[ParMap]) -> BTreeSet<StockingId> {
    input.iter().filter_map(|group| group.stocking().ok()).collect()
}

/// The groups, each with its pars or with everything that is wrong with it.
pub fn check(input: &[ParMap], known: &Known) -> Vec<Checked> {
    let mut seen = BTreeSet::new();
    let check = |group: &ParMap| Checked { group: group.name(), pars: group.read(known, &mut seen) };
    input.iter().map(check).collect()
}

impl ParMap {
    /// An empty stockingIndex counts as 1.
    fn index(&self) -> String {
        written(&self.stocking_index).unwrap_or_else(|| "1".into())
    }

    fn name(&self) -> String {
        let part = |value| written(value).unwrap_or_default();
        format!("{}#{}#{}", part(&self.drop_off_date), part(&self.location), self.index())
    }

    fn stocking(&self) -> Result<StockingId, Vec<String>> {
        let drop_off_date = day("dropOffDate", &self.drop_off_date);
        let location = field("location", &self.location).text().map_err(|error| error.message);
        let location = location.and_then(|text| text.parse().map_err(|_| unknown(&text)));
        let stocking_index = match written(&self.stocking_index) {
            None => Ok(1),
            Some(_) => {
                field("stockingIndex", &self.stocking_index).integer(HIGHEST_INDEX).map_err(|error| error.message)
            }
        };
        match (drop_off_date, location, stocking_index) {
            (Ok(drop_off_date), Ok(location), Ok(stocking_index)) => {
                Ok(StockingId { drop_off_date, location, stocking_index })
            }
            (date, location, index) => Err([date.err(), location.err(), index.err()].into_iter().flatten().collect()),
        }
    }

    fn read(&self, known: &Known, seen: &mut BTreeSet<StockingId>) -> Result<Pars, Vec<String>> {
        let mut stocking = self.stocking();
        let delivery_date = day("deliveryDate", &self.delivery_date);
        let jit = flag(&self.jit);
        let mut errors = stocking.as_ref().err().cloned().unwrap_or_default();
        errors.extend(delivery_date.as_ref().err().cloned());
        if let Ok(id) = &mut stocking {
            let location = known.locations.get(&id.location);
            errors.extend(location_faults(&id.location, location));
            if let Some(location) = location {
                id.location = location.id.clone();
            }
            if !seen.insert(id.clone()) {
                errors.push("This stocking is in the upload twice".into());
            }
        }
        // A day that cannot be read is told as such, and not as another one.
        let meets = match (&stocking, &delivery_date) {
            (Ok(id), Ok(delivery_date)) => id.drop_off_date == *delivery_date,
            _ => true,
        };
        let items = self.items(jit, meets, &mut errors);
        if let Ok(id) = &stocking
            && known.ordered.contains(id)
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

    /// The items' pars; what is wrong with them is added to `errors`, item by item.
    fn items(&self, jit: Option<bool>, dates_meet: bool, errors: &mut Vec<String>) -> BTreeMap<String, Par> {
        let mut items = BTreeMap::new();
        let over: BTreeMap<String, &Value> = self
            .over_capacity_amounts_and_items
            .iter()
            .flatten()
            .filter_map(|line| Some((written(&line.item_name)?, &line.over_capacity_amount)))
            .collect();
        let boosted: BTreeSet<String> = self.priority_boost_items.iter().flatten().filter_map(written).collect();
        if self.pars_and_items.is_empty() {
            errors.push("A stocking needs the par of at least one item".into());
        }
        if self.pars_and_items.len() > MOST_ITEMS {
            errors.push(format!("A stocking has at most {MOST_ITEMS} items"));
        }
        for ParOfItem { pars, item_name } in &self.pars_and_items {
            let Some(item) = written(item_name) else {
                errors.push("item cannot be empty".into());
                continue;
            };
            if item.chars().count() > LONGEST {
                errors.push(format!("item can have at most {LONGEST} characters"));
            }
            let par = par(pars);
            if par.is_none() {
                errors
                    .push(format!("Par issue with {item}. Accepted values any whole number from 0 to {HIGHEST_PAR}."));
            }
            // Who sends no amount at all wants none.
            let amount = over.get(&item).map_or(Some(Decimal::ZERO), |value| amount(value));
            if amount.is_none() {
                errors
                    .push(format!("Over Capacity Amount issue with {item}. Accepted values any number 0 or greater."));
            }
            match jit {
                None => errors.push(format!(
                    "JIT cannot be applied for {item}. Accepted values are true or false. Please revise the format and resubmit."
                )),
                Some(true) if !dates_meet => errors
                    .push(format!("JIT cannot be applied for {item}. Delivery Date must equal Drop Off Date.")),
                Some(_) => {}
            }
            let par = Par {
                par: par.unwrap_or_default(),
                over_capacity_amount: amount.unwrap_or_default(),
                priority_boost: boosted.contains(&item),
            };
            if items.insert(item.clone(), par).is_some() {
                errors.push(format!("{item} is in this stocking twice"));
            }
        }
        for stray in over.keys().chain(&boosted).filter(|item| !items.contains_key(*item)).collect::<BTreeSet<_>>() {
            errors.push(format!("{stray} has no par"));
        }
        items
    }
}

/// What the location lacks (section 5): the tags that a delivery needs.
fn location_faults(id: &LocationId, location: Option<&OpsLocation>) -> Vec<String> {
    let Some(location) = location else { return vec![unknown(id.as_str())] };
    let lacks = |tag: &Option<String>| tag.as_ref().is_none_or(|tag| tag.trim().is_empty());
    let instructions = location.kind == LocationType::FRIDGE && lacks(&location.park_to_fridge_instructions);
    [
        (lacks(&location.routing_tag), "Routing Tag"),
        (lacks(&location.fulfillment_center), "Territory Tag"),
        (instructions, "Park To Fridge Instructions Tag"),
    ]
    .into_iter()
    .filter(|(lacks, _)| *lacks)
    .map(|(_, tag)| format!("Error with {tag} for {id}"))
    .collect()
}

fn unknown(location: &str) -> String {
    format!("There is no location {location}")
}

fn field<'a>(name: &'a str, value: &'a Value) -> Field<'a> {
    Field { name, value }
}

fn written(value: &Value) -> Option<String> {
    field("", value).written()
}

fn day(name: &str, value: &Value) -> Result<NaiveDate, String> {
    let text = field(name, value).text().map_err(|error| error.message)?;
    time::day(&text).ok_or_else(|| format!("{name} should be a day in the format YYYY-MM-DD"))
}

/// True or false, as JSON has them or as a spreadsheet writes them.
fn flag(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        value => match written(value)?.to_lowercase().as_str() {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        },
    }
}

fn par(value: &Value) -> Option<u32> {
    let text = written(value)?;
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten().filter(|par| *par <= HIGHEST_PAR)
}

/// A number of 0 or more.
fn amount(value: &Value) -> Option<Decimal> {
    let text = written(value)?;
    let (whole, part) = text.split_once('.').unwrap_or((&text, "0"));
    let digits = |text: &str, most: usize| (1..=most).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    let holds = digits(whole, DIGITS.0) && digits(part, DIGITS.1);
    holds.then(|| Decimal::from_str_exact(&text).ok()).flatten().map(|amount| amount.normalize())
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
        /// What only a file can say: the call has one field for the group.
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

    /// The rows' groups as the browser sends them, each cell as it was written.
    fn maps(rows: Vec<Map<String, Value>>) -> Vec<ParMap> {
        let mut groups: Vec<(String, Map<String, Value>)> = Vec::new();
        for row in rows {
            let cell = |name: &str| row.get(name).cloned().unwrap_or_else(|| json!(""));
            let key = ["dropOffDate", "location", "stockingIndex"].map(|name| cell(name).to_string()).concat();
            let place = groups.iter().position(|(other, _)| *other == key).unwrap_or_else(|| {
                let names = ["location", "deliveryDate", "dropOffDate", "jit", "stockingIndex"];
                let mut group: Map<String, Value> = names.map(|name| (name.into(), cell(name))).into_iter().collect();
                for list in ["parsAndItems", "overCapacityAmountsAndItems", "priorityBoostItems"] {
                    group.insert(list.into(), json!([]));
                }
                groups.push((key, group));
                groups.len() - 1
            });
            let group = &mut groups[place].1;
            let mut push = |list: &str, value: Value| group[list].as_array_mut().unwrap().push(value);
            push("parsAndItems", json!({ "pars": cell("par"), "itemName": cell("item") }));
            let over = json!({ "overCapacityAmount": cell("overCapacityAmount"), "itemName": cell("item") });
            push("overCapacityAmountsAndItems", over);
            if flag(&cell("priorityBoost")) == Some(true) {
                push("priorityBoostItems", cell("item"));
            }
        }
        groups.into_iter().map(|(_, group)| serde_json::from_value(group.into()).unwrap()).collect()
    }

    #[test]
    fn par_file_rules_and_their_messages() {
        let Cases { locations, cases } = serde_json::from_str(include_str!("../cases/pars.json")).unwrap();
        let locations: Vec<_> = locations.into_iter().map(location).collect();
        for Case { name, file_only, ordered, rows, errors, groups } in cases {
            if file_only {
                continue;
            }
            let known = Known {
                locations: locations.iter().map(|line| (line.id.clone(), line.clone())).collect(),
                ordered: ordered.into_iter().collect(),
            };
            let (mut sound, mut wrong) = (Vec::new(), Vec::new());
            for Checked { group, pars } in check(&maps(rows), &known) {
                match pars {
                    Ok(pars) => sound.push(pars),
                    Err(messages) => wrong.push(Expected { group, messages }),
                }
            }
            assert_eq!(wrong, errors, "{name}");
            assert_eq!(sound, groups, "{name}");
        }
    }

    fn known() -> Known {
        let location = json!({
            "id": "A", "type": "FRIDGE", "routingTag": "R", "fulfillmentCenter": "CHI", "parkToFridgeInstructions": "In"
        });
        let location = location.as_object().cloned().map(self::location).unwrap();
        Known { locations: BTreeMap::from([(location.id.clone(), location)]), ordered: BTreeSet::new() }
    }

    fn map(items: &[(String, u32)]) -> ParMap {
        let pars: Vec<_> = items.iter().map(|(item, par)| json!({ "itemName": item, "pars": par })).collect();
        let group = json!({
            "location": "A", "dropOffDate": "2026-11-23", "deliveryDate": "2026-11-23", "jit": true, "parsAndItems": pars,
        });
        serde_json::from_value(group).unwrap()
    }

    fn only(group: &ParMap) -> Result<Pars, Vec<String>> {
        check(std::slice::from_ref(group), &known()).remove(0).pars
    }

    #[test]
    fn a_call_takes_500_groups_and_one_at_least() {
        let group = || map(&[("Salad".into(), 1)]);
        assert!(count(&[]).is_err() && count(&vec![group(); MOST_GROUPS + 1]).is_err());
        assert!(count(&[group()]).is_ok() && count(&vec![group(); MOST_GROUPS]).is_ok());
    }

    #[test]
    fn a_stocking_has_at_most_500_items_and_one_at_least() {
        let items: Vec<_> = (0..=MOST_ITEMS).map(|index| (format!("Item {index}"), 1)).collect();
        assert_eq!(only(&map(&items)).unwrap_err(), ["A stocking has at most 500 items"]);
        assert!(only(&map(&items[1..])).is_ok());
        assert_eq!(only(&map(&[])).unwrap_err(), ["A stocking needs the par of at least one item"]);
    }

    #[test]
    fn an_amount_or_a_boost_of_an_item_without_a_par_is_refused() {
        let group = ParMap {
            priority_boost_items: Some(vec![json!("Juice")]),
            over_capacity_amounts_and_items: Some(vec![OverCapacityOfItem {
                over_capacity_amount: json!(2),
                item_name: json!("Cake"),
            }]),
            ..map(&[("Salad".into(), 1)])
        };
        assert_eq!(only(&group).unwrap_err(), ["Cake has no par", "Juice has no par"]);
    }

    proptest! {
        /// What is compared with what is stored does not depend on the order of the items.
        #[test]
        fn any_order_of_items_gives_the_same_pars(
            (items, shuffled) in proptest::collection::btree_map("[A-Z][a-z]{0,4}", 0_u32..=100_000, 1..30)
                .prop_map(|items| items.into_iter().collect::<Vec<_>>())
                .prop_flat_map(|items| (Just(items.clone()), Just(items).prop_shuffle()))
        ) {
            prop_assert!(only(&map(&items)).is_ok());
            prop_assert_eq!(only(&map(&items)), only(&map(&shuffled)));
        }

        /// Whatever is written where an amount belongs: it is taken as the number that it is, or it is refused.
        #[test]
        fn an_amount_is_a_number_of_0_or_more(text in "[0-9.,+e -]{0,8}") {
            if let Some(amount) = amount(&json!(text)) {
                prop_assert!(amount >= Decimal::ZERO);
                prop_assert_eq!(text.trim().parse::<Decimal>().ok(), Some(amount));
            }
        }
    }
}
