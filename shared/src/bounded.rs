//! Text and numbers with bounds: read from JSON only where they keep them, and described so in JSON Schemas. What holds
//! one need not check it again.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, fmt, ops::Deref};

/// Text of 1 to `MOST` characters.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(try_from = "String")]
pub struct Text<const MOST: usize>(String);

/// Text that can be a part of a key: 1 to `MOST` characters without `#`, which divides a key's parts.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(try_from = "String")]
pub struct KeyPart<const MOST: usize>(String);

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

fn fits(text: &str, most: usize) -> bool {
    (1..=most).contains(&text.chars().count())
}

impl<const MOST: usize> TryFrom<String> for Text<MOST> {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if fits(&text, MOST) { Ok(Self(text)) } else { Err(format!("should have 1 to {MOST} characters")) }
    }
}

impl<const MOST: usize> TryFrom<String> for KeyPart<MOST> {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if fits(&text, MOST) && !text.contains('#') {
            Ok(Self(text))
        } else {
            Err(format!("should have 1 to {MOST} characters and no '#'"))
        }
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
