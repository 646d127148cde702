//! Stored form of prices. The field names match `infra/schema.graphql`.

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::{fmt, str::FromStr};

/// Digits after the decimal point.
const DECIMALS: u32 = 2;
/// Maximum number of digits before the decimal point. A higher price is assumed to be a typing error.
const MAX_DOLLAR_DIGITS: usize = 7;

/// A price in dollars: at least 0, with two digits after the decimal point, such as `2.50`.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Price(Decimal);

/// The reason why a text is not a [`Price`].
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages describe the variants")]
pub enum PriceError {
    #[error("price should be a number of at least 0")]
    NotANumber,
    #[error("price can have at most 2 decimals")]
    Decimals,
    #[error("price can be at most 9999999.99")]
    TooHigh,
}

impl FromStr for Price {
    type Err = PriceError;

    /// Parses digits with at most one decimal point. Rejects all other number formats.
    fn from_str(text: &str) -> Result<Self, PriceError> {
        let (dollars, cents) = text.split_once('.').unwrap_or((text, ""));
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if (dollars.is_empty() && cents.is_empty()) || !digits(dollars) || !digits(cents) {
            return Err(PriceError::NotANumber);
        }
        if cents.len() > DECIMALS as usize {
            return Err(PriceError::Decimals);
        }
        let dollars = dollars.trim_start_matches('0');
        if dollars.len() > MAX_DOLLAR_DIGITS {
            return Err(PriceError::TooHigh);
        }
        let mut price: Decimal = format!("0{dollars}.{cents}0").parse().map_err(|_| PriceError::NotANumber)?;
        price.rescale(DECIMALS);
        Ok(Self(price))
    }
}

impl fmt::Display for Price {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl Serialize for Price {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Price {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// Identifies a price: an item in a price schema.
#[derive(Clone, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PriceKey {
    /// The price schema.
    pub schema_id: String,
    /// The item: uppercase letters, digits and underscores.
    pub item: String,
}

/// The price of an item in a schema.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct ItemPrice {
    /// Schema and item.
    #[serde(flatten)]
    pub key: PriceKey,
    /// The price.
    pub price: Price,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rust_decimal::dec;

    proptest! {
        #[test]
        fn parses_prices_exactly(cents in 0_i64..1_000_000_000) {
            let exact = Decimal::new(cents, 2);
            let price: Price = exact.to_string().parse().unwrap();
            prop_assert_eq!(price.0, exact);
            prop_assert_eq!(price.to_string(), exact.to_string());
            prop_assert_eq!(exact.normalize().to_string().parse::<Price>(), Ok(price));
        }

        #[test]
        fn parsed_prices_are_not_negative_and_have_two_decimals(text in ".{0,12}") {
            if let Ok(price) = text.parse::<Price>() {
                prop_assert!(price.0 >= dec!(0) && price.0.scale() == 2);
            }
        }
    }
}
