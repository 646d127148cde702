//! The most characters of a location's texts, and entries of its lists. `cases/limits.json` holds the browser's rules to
//! the same.

use shared::bounded::Limits;

/// What customers see as the location's name.
pub const PRETTY_NAME: usize = 200;
/// How to find the fridge.
pub const DIRECTIONS: usize = 2000;
/// A street with its number.
pub const STREET: usize = 200;
/// A city.
pub const CITY: usize = 100;
/// A card reader's address.
pub const DEVICE_ADDRESS: usize = 100;
/// An IP address, or a host name of the company: as long as a host name can be.
pub const IP: usize = 253;
/// A route's name.
pub const ROUTE: usize = 100;
/// A reason in the user's words.
pub const REASON: usize = 500;
/// A location's id.
pub const ID: usize = 100;
/// The name of a planogram or of a template: a part of a key.
pub const NAME: usize = 100;
/// Opening times of one day.
pub const OPENINGS: usize = 10;

/// The limits of the fields whose messages state them. Names that a search offers have a message of their own.
pub const LIMITS: Limits = &[
    ("prettyName", PRETTY_NAME),
    ("directions", DIRECTIONS),
    ("street", STREET),
    ("city", CITY),
    ("deviceAddress", DEVICE_ADDRESS),
    ("ip", IP),
    ("route", ROUTE),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{
        Offered,
        context::Context,
        create,
        create::tests::fridge,
        edit::{self, Patch},
        hours,
    };
    use serde::Deserialize;
    use serde_json::{Map, Value, json};
    use shared::FieldError;
    use std::collections::BTreeMap;

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Cases {
        create: BTreeMap<String, usize>,
        edit: BTreeMap<String, usize>,
        openings_of_a_day: usize,
    }

    fn cases() -> Cases {
        serde_json::from_str(include_str!("../../cases/limits.json")).unwrap()
    }

    /// The errors of a new location whose `field` has that value.
    fn created(field: &str, value: Value) -> Vec<FieldError> {
        let cases: Value = serde_json::from_str(include_str!("../../cases/create.json")).unwrap();
        let mut form = cases["form"].as_object().unwrap().clone();
        form.insert(field.into(), value);
        create::create(&form, &Offered::default(), fridge().last_modified).err().unwrap_or_default()
    }

    /// The errors of an edit of `field`, which can be a part of an attribute, to that text.
    fn edited(field: &str, text: &str) -> Vec<FieldError> {
        let location = fridge();
        let context = Context { offered: &Offered::default(), company_host_marker: "" };
        let mut sent = Map::new();
        match field.split_once('.') {
            Some((attribute @ "address", part)) => {
                let mut address = serde_json::to_value(&location.address).unwrap();
                address[part] = json!(text);
                sent.insert(attribute.into(), address);
            }
            Some((attribute, part)) => {
                sent.insert(attribute.into(), json!({ part: text }));
            }
            None => {
                sent.insert(field.into(), json!(text));
            }
        }
        Patch::read(sent).and_then(|patch| edit::edit(&location, &patch, context)).err().unwrap_or_default()
    }

    fn error(field: &str, name: &str, max: usize) -> FieldError {
        FieldError::new(field, format!("{name} can have at most {max} characters"))
    }

    #[test]
    fn rejects_a_new_location_with_text_beyond_its_limit() {
        for (field, max) in cases().create {
            assert_eq!(created(&field, json!("a".repeat(max))), [], "{field}");
            assert_eq!(created(&field, json!("a".repeat(max + 1))), [error(&field, &field, max)]);
        }
    }

    #[test]
    fn rejects_an_edit_with_text_beyond_its_limit() {
        for (field, max) in cases().edit {
            let name = match field.split_once('.') {
                Some(("updateReason", _)) => "Reason",
                Some((_, part)) => part,
                None => &field,
            };
            assert_eq!(edited(&field, &"a".repeat(max)), [], "{field}");
            assert_eq!(edited(&field, &"a".repeat(max + 1)), [error(&field, name, max)]);
        }
    }

    #[test]
    fn rejects_a_name_that_is_longer_than_any_as_one_that_is_not_offered() {
        for field in ["layoutName", "priceMapTemplate", "fridgeSchema"] {
            let errors = edited(field, &"a".repeat(5000));
            assert_eq!(errors, [FieldError::new(field, "Please select a valid option from the dropdown")]);
        }
        let sent = json!({ "layoutName": "a".repeat(NAME + 1), "priceMapTemplate": "a".repeat(NAME) });
        let looked_up = create::names(sent.as_object().unwrap());
        assert_eq!(looked_up.iter().map(|name| name.name.len()).collect::<Vec<_>>(), [NAME]);
    }

    #[test]
    fn rejects_a_day_with_too_many_opening_times() {
        let max = cases().openings_of_a_day;
        let week = |count: usize| {
            let pairs: Vec<Value> =
                (0..count).map(|hour| json!([format!("{hour:02}:00"), format!("{hour:02}:30")])).collect();
            hours::week(&json!({ "monday": pairs }), "F1")
        };
        assert!(week(max).is_ok());
        let message = format!("Monday can have at most {max} opening times");
        assert_eq!(week(max + 1).unwrap_err(), [FieldError::new("workHours", message)]);
    }
}
