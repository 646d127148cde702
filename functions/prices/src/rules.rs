//! The rules of prices: pure. Source: the spec of planning and reporting, section 5 (item price CSV).
//!
//! The browser has the same rules for a whole file; `cases/item-prices.json` holds both to the same messages.

use crate::model::{ItemPrice, Pair, Price};
use serde::{Deserialize, Serialize};
use shared::{Error, FieldError, Result};
use std::collections::{BTreeSet, HashMap};

/// The most prices of one call.
pub const MOST: usize = 100;
/// The most characters of a schema's id and of an item.
pub const LONGEST: usize = 100;
/// Lines that are named of those which say the same.
const NAMED: usize = 10;

/// A price as it was sent.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Row {
    /// The price schema.
    pub schema_id: String,
    /// The item.
    pub item: String,
    /// The price.
    pub price: String,
}

/// Whether the number of prices of one call is one that is taken.
///
/// # Errors
/// [`Error::Invalid`] where it is none or too many.
pub fn count(rows: &[Row]) -> Result<()> {
    let refusal = || Error::invalid("input", format!("One call updates 1 to {MOST} item prices"));
    (1..=MOST).contains(&rows.len()).then_some(()).ok_or_else(refusal)
}

/// The prices that rows make, where nothing is wrong with any of them.
///
/// # Errors
/// Everything that is wrong, by row; empty for those with which nothing is. The first row is called `first_line`.
pub fn check(rows: &[Row], first_line: usize) -> Result<Vec<ItemPrice>, Vec<Vec<String>>> {
    let mut lines = HashMap::<Pair, Vec<usize>>::new();
    for (line, row) in (first_line..).zip(rows) {
        lines.entry(row.pair()).or_default().push(line);
    }
    let mut prices = Vec::with_capacity(rows.len());
    let mut faults = vec![Vec::new(); rows.len()];
    for ((line, row), fault) in (first_line..).zip(rows).zip(&mut faults) {
        let pair = row.pair();
        let price = row.price.trim();
        fault.extend(schema_id(&pair.schema_id));
        fault.extend(item(&pair.item));
        let price = match price.parse::<Price>() {
            _ if price.is_empty() => Err("price cannot be empty".to_owned()),
            parsed => parsed.map_err(|wrong| wrong.to_string()),
        };
        fault.extend(price.as_ref().err().cloned());
        if !pair.schema_id.is_empty() && !pair.item.is_empty() {
            fault.extend(duplicate(line, lines.get(&pair).map(Vec::as_slice).unwrap_or_default()));
        }
        prices.extend(price.ok().map(|price| ItemPrice { pair, price }));
    }
    if faults.iter().all(Vec::is_empty) { Ok(prices) } else { Err(faults) }
}

/// The schemas of `prices` that are new: neither among the `known` ones nor confirmed by the caller.
///
/// # Errors
/// An error of `newSchemas` for each.
pub fn confirmed(prices: &[ItemPrice], known: &BTreeSet<&str>, confirmed: &[String]) -> Result<(), Vec<FieldError>> {
    let schemas: BTreeSet<&str> = prices.iter().map(|price| price.pair.schema_id.as_str()).collect();
    let confirmed: BTreeSet<&str> = confirmed.iter().map(|schema| schema.trim()).collect();
    let unconfirmed = schemas.into_iter().filter(|schema| !known.contains(schema) && !confirmed.contains(schema));
    let message =
        |schema| format!("There is no price schema {schema} yet. Check its spelling, or confirm that it is new.");
    let errors: Vec<_> = unconfirmed.map(|schema| FieldError::new("newSchemas", message(schema))).collect();
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

impl Row {
    fn pair(&self) -> Pair {
        Pair { schema_id: self.schema_id.trim().into(), item: self.item.trim().into() }
    }
}

/// Refuses a pair that no price can have.
///
/// # Errors
/// What is wrong, by field.
pub fn check_pair(Pair { schema_id: schema, item: name }: &Pair) -> Result<(), Vec<FieldError>> {
    let wrong = [("schemaId", schema_id(schema)), ("item", item(name))];
    let errors: Vec<_> =
        wrong.into_iter().filter_map(|(field, message)| Some(FieldError::new(field, message?))).collect();
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn schema_id(text: &str) -> Option<String> {
    text_fault("schemaId", text)
}

fn item(text: &str) -> Option<String> {
    let allowed = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    let wrong = || "item can only contain uppercase letters, digits and underscores".to_owned();
    text_fault("item", text).or_else(|| (!text.bytes().all(allowed)).then(wrong))
}

fn text_fault(name: &str, text: &str) -> Option<String> {
    if text.is_empty() {
        Some(format!("{name} cannot be empty"))
    } else if text.chars().count() > LONGEST {
        Some(format!("{name} can have at most {LONGEST} characters"))
    } else {
        None
    }
}

/// What is wrong with a line whose schema and item are those of other `lines` too.
fn duplicate(line: usize, lines: &[usize]) -> Option<String> {
    let others = || lines.iter().filter(|other| **other != line);
    let named: Vec<String> = others().take(NAMED).map(ToString::to_string).collect();
    let more = if others().count() > NAMED { ", …" } else { "" };
    (!named.is_empty())
        .then(|| format!("Duplicate schemaId + item combination (also found in line(s) {}{more})", named.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Deserialize)]
    struct Case {
        name: String,
        rows: Vec<Row>,
        #[serde(default)]
        errors: Vec<Expected>,
        #[serde(default)]
        prices: Vec<String>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Expected {
        line: usize,
        messages: Vec<String>,
    }

    #[test]
    fn price_file_rules_and_their_messages() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../cases/item-prices.json")).unwrap();
        for Case { name, rows, errors, prices } in cases {
            match check(&rows, 2) {
                Ok(checked) => {
                    let texts: Vec<_> = checked.iter().map(|checked| checked.price.to_string()).collect();
                    assert_eq!((texts, errors.len()), (prices, 0), "{name}");
                }
                Err(faults) => {
                    let told = |(at, messages): (usize, Vec<String>)| Expected { line: at + 2, messages };
                    let told = faults.into_iter().enumerate().filter(|(_, messages)| !messages.is_empty()).map(told);
                    assert_eq!(told.collect::<Vec<_>>(), errors, "{name}");
                }
            }
        }
    }

    #[test]
    fn rejects_a_new_schema_that_the_caller_did_not_confirm() {
        let price = |schema: &str| ItemPrice {
            pair: Pair { schema_id: schema.into(), item: "WATER".into() },
            price: "1".parse().unwrap(),
        };
        let (prices, known) = ([price("OLD"), price("NEW_B"), price("NEW_A")], BTreeSet::from(["OLD"]));
        let names = |named: &[&str]| named.iter().map(ToString::to_string).collect::<Vec<_>>();
        let errors = confirmed(&prices, &known, &names(&["NEW_B"])).unwrap_err();
        let expected = "There is no price schema NEW_A yet. Check its spelling, or confirm that it is new.";
        assert_eq!(errors, [FieldError::new("newSchemas", expected)]);
        assert_eq!(confirmed(&prices, &known, &[]).unwrap_err().len(), 2);
        assert!(confirmed(&prices, &known, &names(&["NEW_A", " NEW_B "])).is_ok());
        assert!(confirmed(&prices[..1], &known, &[]).is_ok());
    }

    #[test]
    fn a_call_takes_1_to_100_prices() {
        assert!(count(&[]).is_err() && count(&vec![Row::default(); MOST + 1]).is_err());
        assert!(count(&vec![Row::default(); MOST]).is_ok());
    }

    proptest! {
        /// Each line of a pair that is there twice names all others, whatever their order; no other line is refused.
        #[test]
        fn duplicates_name_one_another(items in proptest::collection::vec("[A-C]", 1..9)) {
            let rows: Vec<Row> = items
                .iter()
                .map(|item| Row { schema_id: "S".into(), item: item.clone(), price: "1".into() })
                .collect();
            let faults = check(&rows, 2).err().unwrap_or_else(|| vec![Vec::new(); rows.len()]);
            for (at, fault) in faults.iter().enumerate() {
                let others: Vec<String> = (0..items.len())
                    .filter(|other| *other != at && items[*other] == items[at])
                    .map(|other| (other + 2).to_string())
                    .collect();
                let named = format!("(also found in line(s) {})", others.join(", "));
                prop_assert_eq!(fault.len(), usize::from(!others.is_empty()));
                prop_assert!(fault.iter().all(|message| message.ends_with(&named)));
            }
        }
    }
}
