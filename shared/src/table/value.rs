//! Items and the values of their attributes.

use crate::Instant;
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::NaiveDate;
use std::{collections::HashMap, fmt::Display};
use uuid::Uuid;

/// An item, by attribute name.
pub type Item = HashMap<String, AttributeValue>;

/// A string attribute.
pub fn text(value: impl Into<String>) -> AttributeValue {
    AttributeValue::S(value.into())
}

/// A number attribute.
pub fn number(value: impl Display) -> AttributeValue {
    AttributeValue::N(value.to_string())
}

/// A set of strings. DynamoDB rejects an empty set.
pub fn string_set(values: impl IntoIterator<Item = impl Into<String>>) -> AttributeValue {
    AttributeValue::Ss(values.into_iter().map(Into::into).collect())
}

/// The value of a time to live: seconds since the Unix epoch.
pub fn time_to_live(at: Instant) -> AttributeValue {
    number(at.utc().timestamp())
}

/// A value that is stored as one attribute: text, times, dates and UUIDs as a string, numbers as a number.
pub trait IntoValue {
    /// The stored value.
    fn into_value(self) -> AttributeValue;
}

impl IntoValue for AttributeValue {
    fn into_value(self) -> AttributeValue {
        self
    }
}

macro_rules! stored_as {
    ($convert:expr, $($type:ty),+) => {
        $(impl IntoValue for $type {
            fn into_value(self) -> AttributeValue {
                $convert(self)
            }
        })+
    };
}

stored_as!(text, &str, &String, String);
stored_as!(|value: Self| text(value.to_string()), Instant, NaiveDate, Uuid);
stored_as!(number, u8, u16, u32, u64, usize, i32, i64);
stored_as!(AttributeValue::Bool, bool);

/// The value of a string attribute; empty if it is absent.
pub fn string(item: &Item, name: &str) -> String {
    item.get(name).and_then(|value| value.as_s().ok()).cloned().unwrap_or_default()
}
