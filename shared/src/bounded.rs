//! The bounds of input: text, keys, lists and numbers.
//!
//! Types with bounds are read from JSON only within them, and described so in JSON Schemas: what holds one need not
//! check it again. Each area keeps the limits of its own fields beside its types, and the schema's descriptions state
//! them. [`check_input`] is the limit of everything else: no operation accepts longer text or longer lists, whatever its
//! own types allow.

use crate::FieldError;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use serde_json::Value;
use std::{borrow::Cow, fmt, ops::Deref};

/// Characters of any text of an input. Fields of operations have lower limits.
pub const MAX_TEXT: usize = 10_000;
/// Entries of any list of an input. Lists of operations have lower limits.
pub const MAX_ENTRIES: usize = 10_000;
/// Fields of any object of an input.
pub const MAX_FIELDS: usize = 500;
/// Characters of the name of any field of an input.
pub const MAX_FIELD_NAME: usize = 200;
/// Errors that are reported of one input.
const MAX_ERRORS: usize = 20;

/// Text of 1 to `MOST` characters.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(try_from = "String")]
pub struct Text<const MOST: usize>(String);

/// Text that can be a part of a key: 1 to `MOST` characters without `#`, which divides a key's parts.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(try_from = "String")]
pub struct KeyPart<const MOST: usize>(String);

/// A list of at most `MOST` entries.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct List<T, const MOST: usize>(Vec<T>);

/// A count of 0 to `MOST`.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(try_from = "u32")]
pub struct Count<const MOST: u32>(u32);

/// Degrees Fahrenheit, of those that a thermometer can show.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, PartialOrd, Serialize)]
#[serde(try_from = "f64")]
pub struct Fahrenheit(f64);

/// What no thermometer shows is a fault of the message.
const COLDEST: f64 = -100.0;
const HOTTEST: f64 = 250.0;

/// What is wrong with the length of `text`, without the name of its field; `None` where it has at most `max` characters.
pub fn too_long(text: &str, max: usize) -> Option<String> {
    // Bytes are at least as many as characters: most texts need no count.
    (text.len() > max && text.chars().count() > max).then(|| format!("can have at most {max} characters"))
}

/// What is wrong with `text`, which cannot be empty and has at most `max` characters.
fn fault(text: &str, max: usize) -> Option<String> {
    if text.is_empty() { Some("cannot be empty".into()) } else { too_long(text, max) }
}

/// The most characters of fields, by their names.
pub type Limits = &'static [(&'static str, usize)];

/// Everything in an operation's input that is too long: text with more characters than `limits` allow its field, or
/// than [`MAX_TEXT`]; lists with more entries than [`MAX_ENTRIES`]; objects with more fields than
/// [`MAX_FIELDS`]; names of fields longer than
/// [`MAX_FIELD_NAME`].
pub fn check_input(input: &Value, limits: Limits) -> Vec<FieldError> {
    let mut errors = Vec::new();
    check(input, limits, &mut Vec::new(), &mut errors);
    errors
}

fn check<'a>(value: &'a Value, limits: Limits, path: &mut Vec<Cow<'a, str>>, errors: &mut Vec<FieldError>) {
    if errors.len() >= MAX_ERRORS {
        return;
    }
    let field = if path.is_empty() { "input".to_owned() } else { path.join(".") };
    let name = leaf(&field);
    let mut wrong = |message: String| errors.push(FieldError::new(&field, format!("{name} {message}")));
    match value {
        Value::String(text) => {
            let max = limits.iter().find(|(limited, _)| *limited == name).map_or(MAX_TEXT, |(_, max)| *max);
            if let Some(message) = too_long(text, max) {
                wrong(message);
            }
        }
        Value::Array(entries) => {
            if entries.len() > MAX_ENTRIES {
                return wrong(format!("can have at most {MAX_ENTRIES} entries"));
            }
            for (position, entry) in entries.iter().enumerate() {
                path.push(position.to_string().into());
                check(entry, limits, path, errors);
                path.pop();
            }
        }
        Value::Object(fields) => {
            if fields.len() > MAX_FIELDS {
                return wrong(format!("can have at most {MAX_FIELDS} fields"));
            }
            if fields.keys().any(|name| too_long(name, MAX_FIELD_NAME).is_some()) {
                return wrong(format!("can only have fields whose names have at most {MAX_FIELD_NAME} characters"));
            }
            for (name, value) in fields {
                path.push(name.into());
                check(value, limits, path, errors);
                path.pop();
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// What messages call the field at `path`: its last name, without positions in lists.
pub fn leaf(path: &str) -> &str {
    path.rsplit('.').find(|part| part.parse::<usize>().is_err()).unwrap_or(path)
}

impl<const MOST: usize> TryFrom<String> for Text<MOST> {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        fault(&text, MOST).map_or(Ok(Self(text)), Err)
    }
}

impl<const MOST: usize> TryFrom<String> for KeyPart<MOST> {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let fault = fault(&text, MOST).or_else(|| text.contains('#').then(|| "cannot contain '#'".into()));
        fault.map_or(Ok(Self(text)), Err)
    }
}

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for List<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let entries = Vec::<T>::deserialize(deserializer)?;
        if entries.len() <= MOST {
            Ok(Self(entries))
        } else {
            Err(D::Error::custom(format!("can have at most {MOST} entries")))
        }
    }
}

impl<T, const MOST: usize> From<List<T, MOST>> for Vec<T> {
    fn from(list: List<T, MOST>) -> Self {
        list.0
    }
}

impl<T, const MOST: usize> Deref for List<T, MOST> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<const MOST: u32> TryFrom<u32> for Count<MOST> {
    type Error = String;

    fn try_from(count: u32) -> Result<Self, String> {
        if count <= MOST { Ok(Self(count)) } else { Err(format!("can be at most {MOST}")) }
    }
}

impl TryFrom<f64> for Fahrenheit {
    type Error = String;

    fn try_from(degrees: f64) -> Result<Self, String> {
        if (COLDEST..=HOTTEST).contains(&degrees) {
            Ok(Self(degrees))
        } else {
            Err(format!("should be between {COLDEST} and {HOTTEST} °F"))
        }
    }
}

impl<const MOST: usize> Deref for Text<MOST> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<const MOST: usize> Deref for KeyPart<MOST> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<const MOST: usize> fmt::Display for Text<MOST> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl<const MOST: usize> fmt::Display for KeyPart<MOST> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl<const MOST: usize> From<Text<MOST>> for String {
    fn from(text: Text<MOST>) -> Self {
        text.0
    }
}

impl<const MOST: usize> From<KeyPart<MOST>> for String {
    fn from(part: KeyPart<MOST>) -> Self {
        part.0
    }
}

impl<const MOST: u32> From<Count<MOST>> for u32 {
    fn from(count: Count<MOST>) -> Self {
        count.0
    }
}

impl From<Fahrenheit> for f64 {
    fn from(degrees: Fahrenheit) -> Self {
        degrees.0
    }
}

impl<const MOST: usize> JsonSchema for Text<MOST> {
    fn schema_name() -> Cow<'static, str> {
        format!("Text{MOST}").into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "minLength": 1, "maxLength": MOST })
    }
}

impl<const MOST: usize> JsonSchema for KeyPart<MOST> {
    fn schema_name() -> Cow<'static, str> {
        format!("KeyPart{MOST}").into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "minLength": 1, "maxLength": MOST, "pattern": "^[^#]*$" })
    }
}

impl<const MOST: u32> JsonSchema for Count<MOST> {
    fn schema_name() -> Cow<'static, str> {
        format!("Count{MOST}").into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 0, "maximum": MOST })
    }
}

impl JsonSchema for Fahrenheit {
    fn schema_name() -> Cow<'static, str> {
        "Fahrenheit".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": COLDEST, "maximum": HOTTEST })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use serde_json::{from_value, json};

    #[rstest]
    #[case::empty("", false, false)]
    #[case::one("a", true, true)]
    #[case::as_many_characters_as_it_may_have("ééé", true, true)]
    #[case::one_too_many("éééé", false, false)]
    #[case::what_divides_a_key("a#b", true, false)]
    fn text_keeps_its_bounds(#[case] text: &str, #[case] as_text: bool, #[case] as_part: bool) {
        assert_eq!(from_value::<Text<3>>(json!(text)).is_ok(), as_text);
        assert_eq!(from_value::<KeyPart<3>>(json!(text)).is_ok(), as_part);
    }

    #[test]
    fn a_text_says_what_is_wrong_with_it() {
        let text = |value: &str| from_value::<Text<3>>(json!(value)).unwrap_err().to_string();
        assert_eq!([text(""), text("abcd")], ["cannot be empty", "can have at most 3 characters"]);
        let part = |value: &str| from_value::<KeyPart<3>>(json!(value)).unwrap_err().to_string();
        assert_eq!(
            [part(""), part("abcd"), part("a#")],
            ["cannot be empty", "can have at most 3 characters", "cannot contain '#'"]
        );
    }

    #[test]
    fn a_list_has_at_most_its_entries() {
        let list = |count: usize| from_value::<List<u32, 3>>(json!(vec![1; count]));
        assert_eq!(list(3).unwrap().len(), 3);
        assert_eq!(list(4).unwrap_err().to_string(), "can have at most 3 entries");
    }

    #[test]
    fn an_input_within_the_limits_has_no_errors() {
        let input = json!({
            "text": "é".repeat(MAX_TEXT), "list": vec![0; MAX_ENTRIES], "nested": [{ "x": null }], "number": 1,
            "n".repeat(MAX_FIELD_NAME): true,
        });
        assert_eq!(check_input(&input, &[]), []);
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
    #[case::name(
        json!({ "data": { "n".repeat(MAX_FIELD_NAME + 1): 1 } }),
        "data",
        "data can only have fields whose names have at most 200 characters"
    )]
    fn rejects_an_input_beyond_the_limits(#[case] input: Value, #[case] field: &str, #[case] message: &str) {
        assert_eq!(check_input(&input, &[("short", 2)]), [FieldError::new(field, message)]);
    }

    #[test]
    fn reports_some_errors_of_an_input_where_all_of_it_is_too_long() {
        let input = json!(vec!["a".repeat(MAX_TEXT + 1); 100]);
        assert_eq!(check_input(&input, &[]).len(), MAX_ERRORS);
    }

    #[test]
    fn a_count_and_a_temperature_keep_their_bounds() {
        let count = |value| from_value::<Count<10>>(value).is_ok();
        assert_eq!(
            [json!(0), json!(10), json!(11), json!(-1), json!(1.5)].map(count),
            [true, true, false, false, false]
        );
        let degrees = |value| from_value::<Fahrenheit>(value).is_ok();
        assert_eq!([json!(-100), json!(38.5), json!(251), json!("38")].map(degrees), [true, true, false, false]);
    }
}
