//! What is stored of a price, named as `infra/schema.graphql` names it.

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::{fmt, str::FromStr};

/// Digits behind the point.
const CENTS: u32 = 2;
/// The most digits before the point: beyond it is a slip of the keyboard.
const DOLLARS: usize = 7;

/// An amount in dollars, at least 0 and with two digits behind the point: `2.50`.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Price(Decimal);

/// Why a text is no [`Price`].
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum PriceFault {
    #[error("price should be a number of at least 0")]
    NoNumber,
    #[error("price can have at most 2 decimals")]
    Decimals,
    #[error("price can be at most 9999999.99")]
    TooHigh,
}

impl FromStr for Price {
    type Err = PriceFault;

    /// Reads digits with at most one point among them, and nothing else that a number can look like.
    fn from_str(text: &str) -> Result<Self, PriceFault> {
        let (dollars, cents) = text.split_once('.').unwrap_or((text, ""));
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if (dollars.is_empty() && cents.is_empty()) || !digits(dollars) || !digits(cents) {
            return Err(PriceFault::NoNumber);
        }
        if cents.len() > CENTS as usize {
            return Err(PriceFault::Decimals);
        }
        let dollars = dollars.trim_start_matches('0');
        if dollars.len() > DOLLARS {
            return Err(PriceFault::TooHigh);
        }
        let mut price: Decimal = format!("0{dollars}.{cents}0").parse().map_err(|_| PriceFault::NoNumber)?;
        price.rescale(CENTS);
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

/// An item of a price schema. Its price is the only thing of it that changes.
#[derive(Clone, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Pair {
    /// The price schema.
    pub schema_id: String,
    /// The item, in capitals, digits and underscores.
    pub item: String,
}

/// The price of an item in a schema.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct ItemPrice {
    /// Of what.
    #[serde(flatten)]
    pub pair: Pair,
    /// How much.
    pub price: Price,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rust_decimal::dec;

    proptest! {
        #[test]
        fn a_price_is_the_decimal_that_it_looks_like(cents in 0_i64..1_000_000_000) {
            let exact = Decimal::new(cents, 2);
            let price: Price = exact.to_string().parse().unwrap();
            prop_assert_eq!(price.0, exact);
            prop_assert_eq!(price.to_string(), exact.to_string());
            prop_assert_eq!(exact.normalize().to_string().parse::<Price>(), Ok(price));
        }

        #[test]
        fn no_text_is_more_than_it_says(text in ".{0,12}") {
            if let Ok(price) = text.parse::<Price>() {
                prop_assert!(price.0 >= dec!(0) && price.0.scale() == 2);
            }
        }
    }
}
