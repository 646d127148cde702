//! Maximum lengths of a location's texts, in characters, and of its lists. `cases/limits.json` checks that the web app
//! has the same limits.

use shared::bounded::Limits;

/// The name that customers see.
pub const PRETTY_NAME: usize = 200;
/// How to find the fridge.
pub const DIRECTIONS: usize = 2000;
/// A street with its number.
pub const STREET: usize = 200;
/// A city.
pub const CITY: usize = 100;
/// A device address of a card reader.
pub const DEVICE_ADDRESS: usize = 100;
/// An IP address or a company host name. DNS limits host names to 253 characters.
pub const IP: usize = 253;
/// A route's name.
pub const ROUTE: usize = 100;
/// The reason of a change.
pub const REASON: usize = 500;
/// A location's id.
pub const ID: usize = 100;
/// The name of a planogram or template, which is part of a key.
pub const NAME: usize = 100;
/// Opening times of one day.
pub const OPENINGS_PER_DAY: usize = 10;

/// The limits of fields whose error messages state the limit. Names that exceed theirs are rejected as not offered.
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
        OfferedNames,
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

    /// The errors of a new location with `value` in `field`.
    fn create_errors(field: &str, value: Value) -> Vec<FieldError> {
        let cases: Value = serde_json::from_str(include_str!("../../cases/create.json")).unwrap();
        let mut form = cases["form"].as_object().unwrap().clone();
        form.insert(field.into(), value);
        create::create(&form, &OfferedNames::default(), fridge().last_modified).err().unwrap_or_default()
    }

    /// The errors of an edit that sets `field` to `text`. The field can be a part such as `address.street`.
    fn edit_errors(field: &str, text: &str) -> Vec<FieldError> {
        let location = fridge();
        let context = Context { offered: &OfferedNames::default(), company_host_marker: "" };
        let mut input = Map::new();
        match field.split_once('.') {
            Some((attribute @ "address", part)) => {
                let mut address = serde_json::to_value(&location.address).unwrap();
                address[part] = json!(text);
                input.insert(attribute.into(), address);
            }
            Some((attribute, part)) => {
                input.insert(attribute.into(), json!({ part: text }));
            }
            None => {
                input.insert(field.into(), json!(text));
            }
        }
        Patch::parse(input).and_then(|patch| edit::edit(&location, &patch, context)).err().unwrap_or_default()
    }

    fn error(field: &str, name: &str, max: usize) -> FieldError {
        FieldError::new(field, format!("{name} can have at most {max} characters"))
    }

    #[test]
    fn rejects_a_new_location_with_text_beyond_its_limit() {
        for (field, max) in cases().create {
            assert_eq!(create_errors(&field, json!("a".repeat(max))), [], "{field}");
            assert_eq!(create_errors(&field, json!("a".repeat(max + 1))), [error(&field, &field, max)]);
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
            assert_eq!(edit_errors(&field, &"a".repeat(max)), [], "{field}");
            assert_eq!(edit_errors(&field, &"a".repeat(max + 1)), [error(&field, name, max)]);
        }
    }

    #[test]
    fn rejects_a_name_beyond_its_limit_as_not_offered() {
        for field in ["layoutName", "priceMapTemplate", "fridgeSchema"] {
            let errors = edit_errors(field, &"a".repeat(5000));
            assert_eq!(errors, [FieldError::new(field, "Please select a valid option from the dropdown")]);
        }
        let input = json!({ "layoutName": "a".repeat(NAME + 1), "priceMapTemplate": "a".repeat(NAME) });
        let looked_up = create::names(input.as_object().unwrap());
        assert_eq!(looked_up.iter().map(|name| name.name.len()).collect::<Vec<_>>(), [NAME]);
    }

    #[test]
    fn rejects_a_day_with_too_many_opening_times() {
        let max = cases().openings_of_a_day;
        let week = |count: usize| {
            let pairs: Vec<Value> =
                (0..count).map(|hour| json!([format!("{hour:02}:00"), format!("{hour:02}:30")])).collect();
            hours::parse_week(&json!({ "monday": pairs }), "F1")
        };
        assert!(week(max).is_ok());
        let message = format!("Monday can have at most {max} opening times");
        assert_eq!(week(max + 1).unwrap_err(), [FieldError::new("workHours", message)]);
    }
}
