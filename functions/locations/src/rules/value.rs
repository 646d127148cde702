//! Reading one attribute's JSON value, with the spec's messages for what does not fit (section 5.2).

use super::Attribute;
use chrono::NaiveDate;
use rust_decimal::Decimal;
use serde_json::Value;
use shared::{FieldError, bounded, time::day};
use std::{ops::RangeInclusive, str::FromStr};

/// Said of a value that is not among those to choose from. Spec of locations, section 5.2.
pub(super) const NOT_OFFERED: &str = "Please select a valid option from the dropdown";

/// What an attribute's reading answers.
pub type Read<T> = Result<T, FieldError>;

/// What is wrong with the days of a holiday screen, as an error of `attribute`: it cannot end before it starts.
pub(super) fn holiday(start: Option<NaiveDate>, end: Option<NaiveDate>, attribute: Attribute) -> Option<FieldError> {
    let backwards = start.zip(end).is_some_and(|(start, end)| end < start);
    let message = "holidayScreenEndDate cannot be before holidayScreenStartDate";
    backwards.then(|| FieldError::new(attribute.to_string(), message))
}

/// An attribute as it was sent.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// What messages call it.
    pub name: &'a str,
    /// Its value.
    pub value: &'a Value,
}

impl Field<'_> {
    /// What is wrong with it.
    pub fn error(self, message: impl Into<String>) -> FieldError {
        FieldError::new(self.name, message)
    }

    fn empty(self) -> FieldError {
        self.error(format!("{} cannot be empty", self.name))
    }

    fn not_offered(self) -> FieldError {
        self.error(NOT_OFFERED)
    }

    /// The value as text without surrounding blanks: a string as it is, a number as it is written; else `None`.
    pub fn written(self) -> Option<String> {
        let text = match self.value {
            Value::String(text) => text.trim().to_owned(),
            Value::Number(number) => number.to_string(),
            _ => return None,
        };
        (!text.is_empty()).then_some(text)
    }

    /// Text of any length, for what has bounds of its own, such as a number.
    pub fn text(self) -> Read<String> {
        self.written().ok_or_else(|| self.empty())
    }

    /// Text of at most `max` characters.
    pub fn text_up_to(self, max: usize) -> Read<String> {
        let text = self.text()?;
        match bounded::too_long(&text, max) {
            Some(message) => Err(self.error(format!("{} {message}", self.name))),
            None => Ok(text),
        }
    }

    /// One of the choices of a list.
    pub fn choice<T: FromStr>(self) -> Read<T> {
        self.text()?.parse().map_err(|_| self.not_offered())
    }

    /// One of the names that `offered` knows.
    pub fn name(self, offered: impl Fn(&str) -> bool) -> Read<String> {
        let name = self.text()?;
        if offered(&name) { Ok(name) } else { Err(self.not_offered()) }
    }

    /// A day.
    pub fn date(self) -> Read<NaiveDate> {
        let text = self.text()?;
        day(&text).ok_or_else(|| self.error(format!("{} should be a date in the format YYYY-MM-DD", self.name)))
    }

    /// A ZIP code: five digits, or nine with a dash.
    pub fn zip_code(self) -> Read<String> {
        let text = self.text()?;
        let digits = |part: &str, count: usize| part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit());
        let valid = match text.split_once('-') {
            None => digits(&text, 5),
            Some((five, four)) => digits(five, 5) && digits(four, 4),
        };
        let message = "zipCode should be 5 digits, optionally followed by a dash and 4 digits";
        if valid { Ok(text) } else { Err(self.error(message)) }
    }

    /// `None` where nothing was written; else what `read` makes of it.
    pub fn optional<T>(self, read: impl Fn(Self) -> Read<T>) -> Read<Option<T>> {
        match self.value {
            Value::Null => Ok(None),
            Value::String(text) if text.trim().is_empty() => Ok(None),
            _ => read(self).map(Some),
        }
    }

    fn out_of(self, range: &RangeInclusive<Decimal>) -> FieldError {
        let (min, max) = (range.start(), range.end());
        self.error(format!("{} should be a number in the range of {min} to {max}!", self.name))
    }

    /// A decimal number, or `None` where what is written is none.
    pub fn number(self) -> Read<Option<Decimal>> {
        let text = self.text()?;
        Ok(Decimal::from_str_exact(&text).or_else(|_| Decimal::from_scientific(&text)).ok())
    }

    /// A number within `range` and with at most `places` decimals.
    pub fn decimal(self, range: RangeInclusive<Decimal>, places: u32) -> Read<Decimal> {
        let number = self.number()?.filter(|number| range.contains(number)).ok_or_else(|| self.out_of(&range))?;
        if number.normalize().scale() > places {
            return Err(self.error(format!("{} can have at most {places} decimals", self.name)));
        }
        Ok(number.normalize())
    }

    /// A whole number from 0 to `max`.
    pub fn integer(self, max: u32) -> Read<u32> {
        let range = Decimal::ZERO..=Decimal::from(max);
        let number = self.number()?.ok_or_else(|| self.out_of(&range))?;
        if number.scale() > 0 {
            return Err(self.error(format!("{} cannot be a decimal number", self.name)));
        }
        number.try_into().ok().filter(|number| *number <= max).ok_or_else(|| self.out_of(&range))
    }

    /// 0 or 1.
    pub fn flag(self) -> Read<crate::model::Flag> {
        self.integer(1).map(|number| crate::model::Flag(number == 1))
    }
}
