//! Validation of one JSON value. Requirements for the messages: `docs/requirements/locations.md`, section "Edit rules".

use chrono::NaiveDate;
use rust_decimal::Decimal;
use serde_json::Value;
use shared::{FieldError, bounded, time::day};
use std::{borrow::Cow, ops::RangeInclusive, str::FromStr};

/// The message for a value that is not one of the offered options (LOC-54).
pub(super) const NOT_OFFERED: &str = "Please select a valid option from the dropdown";

/// A validated value, or the error of the field.
pub type FieldResult<T> = Result<T, FieldError>;

/// A named input value.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// The name that messages use.
    pub name: &'a str,
    /// The value.
    pub value: &'a Value,
}

impl<'a> Field<'a> {
    /// An error of this field.
    pub fn error(self, message: impl Into<String>) -> FieldError {
        FieldError::new(self.name, message)
    }

    fn empty(self) -> FieldError {
        self.error(format!("{} cannot be empty", self.name))
    }

    fn not_offered(self) -> FieldError {
        self.error(NOT_OFFERED)
    }

    /// A string or number as text without surrounding whitespace. `None` for other values and blank strings.
    pub fn as_text(self) -> Option<Cow<'a, str>> {
        let text: Cow<'_, str> = match self.value {
            Value::String(text) => text.trim().into(),
            Value::Number(number) => number.to_string().into(),
            _ => return None,
        };
        (!text.is_empty()).then_some(text)
    }

    /// Non-empty text of any length, for values that the caller checks further, such as numbers.
    pub fn text(self) -> FieldResult<String> {
        self.as_text().map(Cow::into_owned).ok_or_else(|| self.empty())
    }

    /// Non-empty text of at most `max` characters.
    pub fn text_up_to(self, max: usize) -> FieldResult<String> {
        let text = self.text()?;
        match bounded::too_long(&text, max) {
            Some(message) => Err(self.error(format!("{} {message}", self.name))),
            None => Ok(text),
        }
    }

    /// One of the values of an enumeration.
    pub fn choice<T: FromStr>(self) -> FieldResult<T> {
        self.text()?.parse().map_err(|_| self.not_offered())
    }

    /// A name that `offered` accepts.
    pub fn offered_name(self, offered: impl Fn(&str) -> bool) -> FieldResult<String> {
        let name = self.text()?;
        if offered(&name) { Ok(name) } else { Err(self.not_offered()) }
    }

    /// A date in the format YYYY-MM-DD.
    pub fn date(self) -> FieldResult<NaiveDate> {
        let text = self.text()?;
        day(&text).ok_or_else(|| self.error(format!("{} should be a date in the format YYYY-MM-DD", self.name)))
    }

    /// A ZIP code: five digits, or nine with a dash.
    pub fn zip_code(self) -> FieldResult<String> {
        let text = self.text()?;
        let digits = |part: &str, count: usize| part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit());
        let valid = match text.split_once('-') {
            None => digits(&text, 5),
            Some((five, four)) => digits(five, 5) && digits(four, 4),
        };
        let message = "zipCode should be 5 digits, optionally followed by a dash and 4 digits";
        if valid { Ok(text) } else { Err(self.error(message)) }
    }

    /// `None` if the value is absent or blank, otherwise the result of `read`.
    pub fn optional<T>(self, read: impl Fn(Self) -> FieldResult<T>) -> FieldResult<Option<T>> {
        match self.value {
            Value::Null => Ok(None),
            Value::String(text) if text.trim().is_empty() => Ok(None),
            _ => read(self).map(Some),
        }
    }

    fn out_of_range(self, range: &RangeInclusive<Decimal>) -> FieldError {
        let (min, max) = (range.start(), range.end());
        self.error(format!("{} should be a number in the range of {min} to {max}!", self.name))
    }

    /// A decimal number, or `None` if the text is not a number.
    pub fn number(self) -> FieldResult<Option<Decimal>> {
        let text = self.text()?;
        Ok(Decimal::from_str_exact(&text).or_else(|_| Decimal::from_scientific(&text)).ok())
    }

    /// A number within `range` and with at most `places` decimals.
    pub fn decimal(self, range: RangeInclusive<Decimal>, places: u32) -> FieldResult<Decimal> {
        let number = self.number()?.filter(|number| range.contains(number)).ok_or_else(|| self.out_of_range(&range))?;
        if number.normalize().scale() > places {
            return Err(self.error(format!("{} can have at most {places} decimals", self.name)));
        }
        Ok(number.normalize())
    }

    /// An integer from 0 to `max`.
    pub fn integer(self, max: u32) -> FieldResult<u32> {
        let range = Decimal::ZERO..=Decimal::from(max);
        let number = self.number()?.ok_or_else(|| self.out_of_range(&range))?;
        if number.scale() > 0 {
            return Err(self.error(format!("{} cannot be a decimal number", self.name)));
        }
        number.try_into().ok().filter(|number| *number <= max).ok_or_else(|| self.out_of_range(&range))
    }

    /// 0 or 1.
    pub fn flag(self) -> FieldResult<crate::model::Flag> {
        self.integer(1).map(|number| crate::model::Flag(number == 1))
    }
}
