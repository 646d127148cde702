//! The telemetry messages about locations.

use crate::{
    model::{Address, LocationTimeZone, LocationType, Market, State},
    rules::limits,
};
use rust_decimal::{
    Decimal,
    prelude::{FromPrimitive, ToPrimitive},
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use shared::bounded::Text;
use std::borrow::Cow;

/// The customer's attributes of a location, from the customer-relationship system. A record completes a fridge that
/// staff created, and creates or completes a wholesale location. An absent attribute stays unchanged; `null` removes
/// it.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CustomerRecord {
    /// How to find the fridge, or where to deliver.
    pub directions: Text<{ limits::DIRECTIONS }>,
    /// The name that customers see.
    pub pretty_name: Text<{ limits::PRETTY_NAME }>,
    /// The type that the location must have. Only a record of the type `WHOLESALE` creates a location.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location_type: Option<LocationType>,
    /// The site of a wholesale location. Required to create one. Ignored for fridges, because staff edit their address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<Site>,
    /// The market that the location belongs to.
    #[serde(default, skip_serializing_if = "Reported::is_absent")]
    pub market: Reported<Market>,
    /// The route planner's tag of the location. Pars need it.
    #[serde(default, skip_serializing_if = "Reported::is_absent")]
    pub routing_tag: Reported<Text<100>>,
    /// The kitchen that supplies the location. Pars need it, and LogiNext syncs select routes by it.
    #[serde(default, skip_serializing_if = "Reported::is_absent")]
    pub fulfillment_center: Reported<Text<100>>,
    /// The tier of the customer's account.
    #[serde(default, skip_serializing_if = "Reported::is_absent")]
    pub account_tier: Reported<Text<100>>,
    /// The name of the sales opportunity.
    #[serde(default, skip_serializing_if = "Reported::is_absent")]
    pub opportunity_name: Reported<Text<200>>,
    /// How the driver gets from the parking space to the fridge. Pars of a fridge need it.
    #[serde(default, skip_serializing_if = "Reported::is_absent")]
    pub park_to_fridge_instructions: Reported<Text<2000>>,
}

/// The address, coordinates and time zone of a location.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Site {
    /// House number and street.
    pub street: Text<{ limits::STREET }>,
    /// City.
    pub city: Text<{ limits::CITY }>,
    /// State.
    pub state: State,
    /// ZIP code.
    pub zip_code: ZipCode,
    /// Degrees north.
    pub latitude: Latitude,
    /// Degrees east.
    pub longitude: Longitude,
    /// The time zone of the opening hours.
    pub time_zone: LocationTimeZone,
}

impl Site {
    /// The postal address.
    pub fn address(&self) -> Address {
        Address {
            street: self.street.to_string(),
            city: self.city.to_string(),
            state: self.state,
            zip_code: self.zip_code.0.clone(),
        }
    }
}

/// The host name and model of a fridge, reported by the fridge.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeIdentity {
    /// The network host name.
    pub hostname: Text<253>,
    /// The model.
    pub fridge_model: Text<100>,
}

/// An optional attribute of a record.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Reported<T> {
    /// The record does not contain the attribute. The stored value stays.
    #[default]
    Absent,
    /// The attribute is `null`. The stored value is removed.
    Removed,
    /// The value.
    Value(T),
}

impl<T> Reported<T> {
    fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Reported<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Removed, Self::Value))
    }
}

impl<T: Serialize> Serialize for Reported<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Absent | Self::Removed => serializer.serialize_none(),
            Self::Value(value) => value.serialize(serializer),
        }
    }
}

impl<T: JsonSchema> JsonSchema for Reported<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("Reported{}", T::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Option::<T>::json_schema(generator)
    }
}

/// A ZIP code: five digits, optionally followed by a dash and four digits.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(try_from = "String")]
pub struct ZipCode(String);

impl ZipCode {
    /// Whether `text` is a ZIP code.
    pub(crate) fn is_valid(text: &str) -> bool {
        let digits = |part: &str, count: usize| part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit());
        match text.split_once('-') {
            None => digits(text, 5),
            Some((five, four)) => digits(five, 5) && digits(four, 4),
        }
    }
}

impl TryFrom<String> for ZipCode {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if Self::is_valid(&text) {
            Ok(Self(text))
        } else {
            Err("should be 5 digits, optionally followed by a dash and 4 digits".into())
        }
    }
}

shared::inline_schema!(ZipCode, "ZipCode", { json_schema!({ "type": "string", "pattern": "^[0-9]{5}(-[0-9]{4})?$" }) });

/// Degrees of a coordinate, from `MIN` to `MAX`, with at most seven decimals.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Degrees<const MIN: i32, const MAX: i32>(Decimal);

/// Degrees north within the contiguous states.
pub type Latitude = Degrees<28, 49>;

/// Degrees east within the contiguous states.
pub type Longitude = Degrees<-128, -67>;

/// Decimals of a coordinate. Seven are precise to about a centimeter.
const COORDINATE_SCALE: u32 = 7;

impl<const MIN: i32, const MAX: i32> TryFrom<f64> for Degrees<MIN, MAX> {
    type Error = String;

    fn try_from(degrees: f64) -> Result<Self, String> {
        let degrees = Decimal::from_f64(degrees).map(|degrees| degrees.round_dp(COORDINATE_SCALE).normalize());
        degrees
            .filter(|degrees| (Decimal::from(MIN)..=Decimal::from(MAX)).contains(degrees))
            .map(Self)
            .ok_or_else(|| format!("should be a number in the range of {MIN} to {MAX}"))
    }
}

impl<const MIN: i32, const MAX: i32> From<Degrees<MIN, MAX>> for f64 {
    fn from(degrees: Degrees<MIN, MAX>) -> Self {
        degrees.0.to_f64().unwrap_or_default()
    }
}

impl<const MIN: i32, const MAX: i32> From<Degrees<MIN, MAX>> for Decimal {
    fn from(degrees: Degrees<MIN, MAX>) -> Self {
        degrees.0
    }
}

shared::inline_schema!(Degrees<MIN, MAX> where [const MIN: i32, const MAX: i32], format!("DegreesFrom{MIN}To{MAX}"), {
    json_schema!({ "type": "number", "minimum": MIN, "maximum": MAX })
});
