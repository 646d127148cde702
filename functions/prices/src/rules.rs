//! Validation rules for prices, without I/O. Requirements: `docs/requirements/planning.md`, section "Prices" (PRC-2).
//!
//! The web app implements the same rules for a whole file. Tests of both use `cases/item-prices.json`, so that their
//! messages are the same.

use crate::model::{ItemPrice, Price, PriceKey};
use serde::{Deserialize, Serialize};
use shared::{Error, FieldError, Result};
use std::collections::{BTreeSet, HashMap};

/// Maximum number of prices per call.
pub const MAX_PRICES: usize = 100;
/// Maximum length of a schema id and of an item, in characters.
pub const MAX_CHARS: usize = 100;
/// Maximum number of lines that a message lists.
const MAX_LINES_NAMED: usize = 10;

/// A price, as sent by the client.
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

/// Checks the number of prices in a call.
///
/// # Errors
/// [`Error::Invalid`] if there are none or too many.
pub fn check_count(rows: &[Row]) -> Result<()> {
    let rejection = || Error::invalid("input", format!("Update 1 to {MAX_PRICES} item prices at a time"));
    (1..=MAX_PRICES).contains(&rows.len()).then_some(()).ok_or_else(rejection)
}

/// Validates all rows. The first row has the line number `first_line`.
///
/// # Errors
/// The error messages of each row. The list of a valid row is empty.
pub fn check(rows: &[Row], first_line: usize) -> Result<Vec<ItemPrice>, Vec<Vec<String>>> {
    let mut lines = HashMap::<PriceKey, Vec<usize>>::new();
    for (line, row) in (first_line..).zip(rows) {
        lines.entry(row.key()).or_default().push(line);
    }
    let mut prices = Vec::with_capacity(rows.len());
    let mut row_errors = vec![Vec::new(); rows.len()];
    for ((line, row), errors) in (first_line..).zip(rows).zip(&mut row_errors) {
        let key = row.key();
        let price = row.price.trim();
        errors.extend(schema_id_error(&key.schema_id));
        errors.extend(item_error(&key.item));
        let price = match price.parse::<Price>() {
            _ if price.is_empty() => Err("price cannot be empty".to_owned()),
            parsed => parsed.map_err(|error| error.to_string()),
        };
        errors.extend(price.as_ref().err().cloned());
        if !key.schema_id.is_empty() && !key.item.is_empty() {
            errors.extend(duplicate_error(line, lines.get(&key).map(Vec::as_slice).unwrap_or_default()));
        }
        prices.extend(price.ok().map(|price| ItemPrice { key, price }));
    }
    if row_errors.iter().all(Vec::is_empty) { Ok(prices) } else { Err(row_errors) }
}

/// Checks that the caller confirmed each new schema, which is a schema that is not in `known`.
///
/// # Errors
/// An error of the field `newSchemas` for each unconfirmed schema.
pub fn check_confirmed(
    prices: &[ItemPrice],
    known: &BTreeSet<&str>,
    confirmed: &[String],
) -> Result<(), Vec<FieldError>> {
    let schemas: BTreeSet<&str> = prices.iter().map(|price| price.key.schema_id.as_str()).collect();
    let confirmed: BTreeSet<&str> = confirmed.iter().map(|schema| schema.trim()).collect();
    let unconfirmed = schemas.into_iter().filter(|schema| !known.contains(schema) && !confirmed.contains(schema));
    let message =
        |schema| format!("There is no price schema {schema} yet. Check its spelling, or confirm that it is new.");
    let errors: Vec<_> = unconfirmed.map(|schema| FieldError::new("newSchemas", message(schema))).collect();
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

impl Row {
    fn key(&self) -> PriceKey {
        PriceKey { schema_id: self.schema_id.trim().into(), item: self.item.trim().into() }
    }
}

/// Validates the schema id and the item of a key.
///
/// # Errors
/// All invalid fields.
pub fn check_key(PriceKey { schema_id: schema, item: name }: &PriceKey) -> Result<(), Vec<FieldError>> {
    let results = [("schemaId", schema_id_error(schema)), ("item", item_error(name))];
    let errors: Vec<_> =
        results.into_iter().filter_map(|(field, message)| Some(FieldError::new(field, message?))).collect();
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn schema_id_error(text: &str) -> Option<String> {
    text_error("schemaId", text)
}

fn item_error(text: &str) -> Option<String> {
    let allowed = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    let error = || "item can only contain uppercase letters, digits and underscores".to_owned();
    text_error("item", text).or_else(|| (!text.bytes().all(allowed)).then(error))
}

fn text_error(name: &str, text: &str) -> Option<String> {
    if text.is_empty() {
        Some(format!("{name} cannot be empty"))
    } else if text.chars().count() > MAX_CHARS {
        Some(format!("{name} can have at most {MAX_CHARS} characters"))
    } else {
        None
    }
}

/// Returns the error of a line whose schema and item also occur in other `lines`.
fn duplicate_error(line: usize, lines: &[usize]) -> Option<String> {
    let others = || lines.iter().filter(|other| **other != line);
    let named: Vec<String> = others().take(MAX_LINES_NAMED).map(ToString::to_string).collect();
    let ellipsis = if others().count() > MAX_LINES_NAMED { ", …" } else { "" };
    (!named.is_empty()).then(|| {
        format!("Duplicate schemaId + item combination (also found in line(s) {}{ellipsis})", named.join(", "))
    })
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
    fn shared_cases_give_the_expected_messages() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../cases/item-prices.json")).unwrap();
        for Case { name, rows, errors, prices } in cases {
            match check(&rows, 2) {
                Ok(checked) => {
                    let texts: Vec<_> = checked.iter().map(|checked| checked.price.to_string()).collect();
                    assert_eq!(texts, prices, "{name}");
                    assert_eq!(errors.len(), 0, "{name}");
                }
                Err(row_errors) => {
                    let expected = |(index, messages): (usize, Vec<String>)| Expected { line: index + 2, messages };
                    let found =
                        row_errors.into_iter().enumerate().filter(|(_, messages)| !messages.is_empty()).map(expected);
                    assert_eq!(found.collect::<Vec<_>>(), errors, "{name}");
                }
            }
        }
    }

    #[test]
    fn rejects_a_new_schema_that_the_caller_did_not_confirm() {
        let price = |schema: &str| ItemPrice {
            key: PriceKey { schema_id: schema.into(), item: "WATER".into() },
            price: "1".parse().unwrap(),
        };
        let (prices, known) = ([price("OLD"), price("NEW_B"), price("NEW_A")], BTreeSet::from(["OLD"]));
        let names = |named: &[&str]| named.iter().map(ToString::to_string).collect::<Vec<_>>();
        let errors = check_confirmed(&prices, &known, &names(&["NEW_B"])).unwrap_err();
        let expected = "There is no price schema NEW_A yet. Check its spelling, or confirm that it is new.";
        assert_eq!(errors, [FieldError::new("newSchemas", expected)]);
        assert_eq!(check_confirmed(&prices, &known, &[]).unwrap_err().len(), 2);
        assert!(check_confirmed(&prices, &known, &names(&["NEW_A", " NEW_B "])).is_ok());
        assert!(check_confirmed(&prices[..1], &known, &[]).is_ok());
    }

    #[test]
    fn accepts_1_to_100_prices() {
        assert!(check_count(&[]).is_err() && check_count(&vec![Row::default(); MAX_PRICES + 1]).is_err());
        assert!(check_count(&vec![Row::default(); MAX_PRICES]).is_ok());
    }

    proptest! {
        /// Each line of a duplicate key lists all other lines. All other lines are valid.
        #[test]
        fn duplicates_name_each_other(items in proptest::collection::vec("[A-C]", 1..9)) {
            let rows: Vec<Row> = items
                .iter()
                .map(|item| Row { schema_id: "S".into(), item: item.clone(), price: "1".into() })
                .collect();
            let row_errors = check(&rows, 2).err().unwrap_or_else(|| vec![Vec::new(); rows.len()]);
            for (at, errors) in row_errors.iter().enumerate() {
                let others: Vec<String> = (0..items.len())
                    .filter(|other| *other != at && items[*other] == items[at])
                    .map(|other| (other + 2).to_string())
                    .collect();
                let named = format!("(also found in line(s) {})", others.join(", "));
                prop_assert_eq!(errors.len(), usize::from(!others.is_empty()));
                prop_assert!(errors.iter().all(|message| message.ends_with(&named)));
            }
        }
    }
}
