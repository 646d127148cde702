//! Limits of input: text, keys, lists and numbers.
//!
//! Bounded types are deserialized only within their limits, and JSON Schemas state these limits. Code that receives a
//! bounded value need not check it again. Each area defines the limits of its fields next to its types, and the
//! schema's descriptions state them. [`check_input`] limits all other input: no operation accepts longer text or lists.

use crate::FieldError;
use schemars::json_schema;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor},
};
use serde_json::Value;
use std::{fmt, ops::Deref};
use strum::Display;

/// The maximum number of characters of any text in an input. Most fields have lower limits.
pub const MAX_TEXT: usize = 10_000;
/// The maximum number of entries of any list in an input. Most lists have lower limits.
pub const MAX_ENTRIES: usize = 10_000;
/// The maximum number of fields of any object in an input.
pub const MAX_FIELDS: usize = 500;
/// The maximum number of characters of a field's name.
pub const MAX_FIELD_NAME: usize = 200;
/// The maximum number of errors that are reported for an input.
const MAX_ERRORS: usize = 20;

/// Text of 1 to `MAX` characters.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(try_from = "String")]
pub struct Text<const MAX: usize>(String);

/// Text that can be part of a key: 1 to `MAX` characters without `#`, which separates the parts of a key.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(try_from = "String")]
pub struct KeyPart<const MAX: usize>(String);

/// A list of at most `MAX` entries.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct List<T, const MAX: usize>(Vec<T>);

/// A count of 0 to `MAX`.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(try_from = "u32")]
pub struct Count<const MAX: u32>(u32);

/// A temperature in degrees Fahrenheit within the range of a thermometer.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, PartialOrd, Serialize)]
#[serde(try_from = "f64")]
pub struct Fahrenheit(f64);

/// Values outside this range indicate an error of the sender.
const MIN_FAHRENHEIT: f64 = -100.0;
const MAX_FAHRENHEIT: f64 = 250.0;

/// The error of text with more than `max` characters, without the field's name; `None` if it is not too long.
pub fn too_long(text: &str, max: usize) -> Option<String> {
    // A text has at least as many bytes as characters, so most texts need not be counted.
    (text.len() > max && text.chars().count() > max).then(|| format!("can have at most {max} characters"))
}

/// The error of text that is empty or has more than `max` characters.
fn length_error(text: &str, max: usize) -> Option<String> {
    if text.is_empty() { Some("cannot be empty".into()) } else { too_long(text, max) }
}

/// The maximum number of characters by field name.
pub type Limits = &'static [(&'static str, usize)];

/// Returns an error for each part of an input that exceeds a limit: the field's limit in `limits`, or [`MAX_TEXT`],
/// [`MAX_ENTRIES`], [`MAX_FIELDS`] or [`MAX_FIELD_NAME`].
pub fn check_input(input: &Value, limits: Limits) -> Vec<FieldError> {
    let mut errors = Vec::new();
    check(input, limits, &mut Vec::new(), &mut errors);
    errors
}

/// Whether the JSON text of an input certainly exceeds no limit. It needs no memory for the values of the input. If it
/// returns `false`, [`check_input`] finds the errors, if there are any.
pub(crate) fn is_within_limits(json: &str, limits: Limits) -> bool {
    let max_text = limits.iter().map(|(_, max)| *max).fold(MAX_TEXT, usize::min);
    LimitCheck { max_text }.deserialize(&mut serde_json::Deserializer::from_str(json)).is_ok()
}

/// Reads a value, and fails if it may exceed a limit. Texts can have `max_text` bytes.
#[derive(Clone, Copy)]
struct LimitCheck {
    max_text: usize,
}

impl<'de> DeserializeSeed<'de> for LimitCheck {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for LimitCheck {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value within the limits")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<(), E> {
        within(text.len(), self.max_text)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let mut count = 0;
        while entries.next_element_seed(self)?.is_some() {
            count += 1;
            within(count, MAX_ENTRIES)?;
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        let mut count = 0;
        while fields.next_key_seed(Self { max_text: MAX_FIELD_NAME })?.is_some() {
            fields.next_value_seed(self)?;
            count += 1;
            within(count, MAX_FIELDS)?;
        }
        Ok(())
    }
}

fn within<E: serde::de::Error>(count: usize, max: usize) -> Result<(), E> {
    if count <= max { Ok(()) } else { Err(E::custom("a limit is exceeded")) }
}

/// A part of the path to a value: the name of a field, or the position in a list.
#[derive(Clone, Copy, Display)]
enum PathPart<'a> {
    #[strum(to_string = "{0}")]
    Field(&'a str),
    #[strum(to_string = "{0}")]
    Position(usize),
}

fn check<'a>(value: &'a Value, limits: Limits, path: &mut Vec<PathPart<'a>>, errors: &mut Vec<FieldError>) {
    if errors.len() >= MAX_ERRORS {
        return;
    }
    let field = |path: &[PathPart<'_>]| match path {
        [] => "input".to_owned(),
        path => path.iter().map(ToString::to_string).collect::<Vec<_>>().join("."),
    };
    let mut report = |message: String| {
        let field = field(path);
        errors.push(FieldError::new(&field, format!("{} {message}", leaf(&field))));
    };
    match value {
        // Most texts are within all limits. They need no path.
        Value::String(text) if limits.iter().all(|(_, max)| text.len() <= *max) && text.len() <= MAX_TEXT => {}
        Value::String(text) => {
            let field = field(path);
            let limit = limits.iter().find(|(limited, _)| *limited == leaf(&field));
            if let Some(message) = too_long(text, limit.map_or(MAX_TEXT, |(_, max)| *max)) {
                report(message);
            }
        }
        Value::Array(entries) => {
            if entries.len() > MAX_ENTRIES {
                return report(format!("can have at most {MAX_ENTRIES} entries"));
            }
            for (position, entry) in entries.iter().enumerate() {
                path.push(PathPart::Position(position));
                check(entry, limits, path, errors);
                path.pop();
            }
        }
        Value::Object(fields) => {
            if fields.len() > MAX_FIELDS {
                return report(format!("can have at most {MAX_FIELDS} fields"));
            }
            if fields.keys().any(|name| too_long(name, MAX_FIELD_NAME).is_some()) {
                return report(format!("can only have fields whose names have at most {MAX_FIELD_NAME} characters"));
            }
            for (name, value) in fields {
                path.push(PathPart::Field(name));
                check(value, limits, path, errors);
                path.pop();
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The name of the field at `path` in messages: the last name, without list positions.
pub fn leaf(path: &str) -> &str {
    path.rsplit('.').find(|part| part.parse::<usize>().is_err()).unwrap_or(path)
}

impl<const MAX: usize> TryFrom<String> for Text<MAX> {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        length_error(&text, MAX).map_or(Ok(Self(text)), Err)
    }
}

impl<const MAX: usize> TryFrom<String> for KeyPart<MAX> {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let error = length_error(&text, MAX).or_else(|| text.contains('#').then(|| "cannot contain '#'".into()));
        error.map_or(Ok(Self(text)), Err)
    }
}

impl<'de, T: Deserialize<'de>, const MAX: usize> Deserialize<'de> for List<T, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let entries = Vec::<T>::deserialize(deserializer)?;
        if entries.len() <= MAX {
            Ok(Self(entries))
        } else {
            Err(D::Error::custom(format!("can have at most {MAX} entries")))
        }
    }
}

impl<T, const MAX: usize> From<List<T, MAX>> for Vec<T> {
    fn from(list: List<T, MAX>) -> Self {
        list.0
    }
}

impl<T, const MAX: usize> Deref for List<T, MAX> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<const MAX: u32> TryFrom<u32> for Count<MAX> {
    type Error = String;

    fn try_from(count: u32) -> Result<Self, String> {
        if count <= MAX { Ok(Self(count)) } else { Err(format!("can be at most {MAX}")) }
    }
}

impl TryFrom<f64> for Fahrenheit {
    type Error = String;

    fn try_from(degrees: f64) -> Result<Self, String> {
        if (MIN_FAHRENHEIT..=MAX_FAHRENHEIT).contains(&degrees) {
            Ok(Self(degrees))
        } else {
            Err(format!("must be between {MIN_FAHRENHEIT} and {MAX_FAHRENHEIT} °F"))
        }
    }
}

impl<const MAX: usize> Deref for Text<MAX> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<const MAX: usize> Deref for KeyPart<MAX> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<const MAX: usize> fmt::Display for Text<MAX> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl<const MAX: usize> fmt::Display for KeyPart<MAX> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl<const MAX: usize> From<Text<MAX>> for String {
    fn from(text: Text<MAX>) -> Self {
        text.0
    }
}

impl<const MAX: usize> From<KeyPart<MAX>> for String {
    fn from(part: KeyPart<MAX>) -> Self {
        part.0
    }
}

impl<const MAX: u32> From<Count<MAX>> for u32 {
    fn from(count: Count<MAX>) -> Self {
        count.0
    }
}

impl From<Fahrenheit> for f64 {
    fn from(degrees: Fahrenheit) -> Self {
        degrees.0
    }
}

crate::inline_schema!(Text<MAX> where [const MAX: usize], format!("Text{MAX}"), {
    json_schema!({ "type": "string", "minLength": 1, "maxLength": MAX })
});

crate::inline_schema!(KeyPart<MAX> where [const MAX: usize], format!("KeyPart{MAX}"), {
    json_schema!({ "type": "string", "minLength": 1, "maxLength": MAX, "pattern": "^[^#]*$" })
});

crate::inline_schema!(Count<MAX> where [const MAX: u32], format!("Count{MAX}"), {
    json_schema!({ "type": "integer", "minimum": 0, "maximum": MAX })
});

crate::inline_schema!(Fahrenheit, "Fahrenheit", {
    json_schema!({ "type": "number", "minimum": MIN_FAHRENHEIT, "maximum": MAX_FAHRENHEIT })
});

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use serde_json::{from_value, json};
    use std::collections::HashMap;

    #[rstest]
    #[case::empty("", false, false)]
    #[case::one_character("a", true, true)]
    #[case::maximum_number_of_characters("ééé", true, true)]
    #[case::one_character_too_many("éééé", false, false)]
    #[case::key_separator("a#b", true, false)]
    fn accepts_only_text_within_the_limits(#[case] text: &str, #[case] valid_text: bool, #[case] valid_key_part: bool) {
        assert_eq!(from_value::<Text<3>>(json!(text)).is_ok(), valid_text);
        assert_eq!(from_value::<KeyPart<3>>(json!(text)).is_ok(), valid_key_part);
    }

    #[test]
    fn error_messages_state_the_exceeded_limit() {
        let text = |value: &str| from_value::<Text<3>>(json!(value)).unwrap_err().to_string();
        assert_eq!([text(""), text("abcd")], ["cannot be empty", "can have at most 3 characters"]);
        let key_part = |value: &str| from_value::<KeyPart<3>>(json!(value)).unwrap_err().to_string();
        assert_eq!(
            [key_part(""), key_part("abcd"), key_part("a#")],
            ["cannot be empty", "can have at most 3 characters", "cannot contain '#'"]
        );
    }

    #[test]
    fn rejects_a_list_with_too_many_entries() {
        let list = |count: usize| from_value::<List<u32, 3>>(json!(vec![1; count]));
        assert_eq!(list(3).unwrap().len(), 3);
        assert_eq!(list(4).unwrap_err().to_string(), "can have at most 3 entries");
    }

    #[test]
    fn accepts_an_input_within_the_limits() {
        let input = json!({
            "text": "é".repeat(MAX_TEXT), "list": vec![0; MAX_ENTRIES], "nested": [{ "x": null }], "number": 1,
            "n".repeat(MAX_FIELD_NAME): true,
        });
        assert_eq!(check_input(&input, &[]), []);
        // A text with more bytes than characters is counted by `check_input` only.
        let bytes =
            json!({ "text": "e".repeat(MAX_TEXT), "list": input["list"], "nested": [{ "x": [null, true, -1, 0.5] }] });
        assert!(is_within_limits(&bytes.to_string(), &[]) && !is_within_limits(&input.to_string(), &[]));
    }

    #[rstest]
    #[case::text(json!({ "note": "a".repeat(MAX_TEXT + 1) }), "note", "note can have at most 10000 characters")]
    #[case::text_in_a_list(
        json!({ "input": [{}, { "note": "a".repeat(MAX_TEXT + 1) }] }),
        "input.1.note",
        "note can have at most 10000 characters"
    )]
    #[case::text_of_a_list(
        json!({ "ids": ["a".repeat(MAX_TEXT + 1)] }),
        "ids.0",
        "ids can have at most 10000 characters"
    )]
    #[case::limited_field(
        json!({ "input": [{ "short": "abc" }], "other": "abc" }),
        "input.0.short",
        "short can have at most 2 characters"
    )]
    #[case::list(json!({ "ids": vec![0; MAX_ENTRIES + 1] }), "ids", "ids can have at most 10000 entries")]
    #[case::field_name(
        json!({ "data": { "n".repeat(MAX_FIELD_NAME + 1): 1 } }),
        "data",
        "data can only have fields whose names have at most 200 characters"
    )]
    fn rejects_an_input_that_exceeds_a_limit(#[case] input: Value, #[case] field: &str, #[case] message: &str) {
        assert_eq!(check_input(&input, &[("short", 2)]), [FieldError::new(field, message)]);
        assert!(!is_within_limits(&input.to_string(), &[("short", 2)]));
    }

    #[rstest]
    #[case::number_of_fields(json!((0..=MAX_FIELDS).map(|n| (n.to_string(), 1)).collect::<HashMap<_, _>>()).to_string())]
    #[case::nesting("[".repeat(1000) + &"]".repeat(1000))]
    #[case::invalid_number("1e999".into())]
    fn does_not_accept_json_that_may_exceed_a_limit(#[case] json: String) {
        assert!(!is_within_limits(&json, &[]));
    }

    #[test]
    fn reports_at_most_the_maximum_number_of_errors() {
        let input = json!(vec!["a".repeat(MAX_TEXT + 1); 100]);
        assert_eq!(check_input(&input, &[]).len(), MAX_ERRORS);
    }

    #[test]
    fn accepts_only_counts_and_temperatures_within_their_limits() {
        let count = |value| from_value::<Count<10>>(value).is_ok();
        assert_eq!(
            [json!(0), json!(10), json!(11), json!(-1), json!(1.5)].map(count),
            [true, true, false, false, false]
        );
        let degrees = |value| from_value::<Fahrenheit>(value).is_ok();
        assert_eq!([json!(-100), json!(38.5), json!(251), json!("38")].map(degrees), [true, true, false, false]);
    }
}
