//! A location with all stored attributes.

use super::{
    AccessTo, LocationStatus, LocationTimeZone, LocationType, PaymentGateway, SerialPort, State, Vertical, WorkHours,
};
use crate::rules::limits::ID;
use chrono::NaiveDate;
use rust_decimal::Decimal;
use schemars::{JsonSchema, json_schema};
use serde::{Deserialize, Serialize};
use shared::Instant;
use std::{fmt, str::FromStr};

/// A location's id: letters, digits and underscores. The case is kept as created; ids that differ only in case refer to
/// the same location (LOC-10).
#[derive(Clone, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(try_from = "String")]
pub struct LocationId(String);

impl LocationId {
    /// The id's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id in lowercase. Equal for ids that refer to the same location.
    pub(crate) fn lowercase(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

impl FromStr for LocationId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if text.len() > ID {
            Err(format!("id can have at most {ID} characters"))
        } else if !text.is_empty() && text.bytes().all(allowed) {
            Ok(Self(text.into()))
        } else {
            Err("id can only contain letters, digits and underscores".into())
        }
    }
}

impl TryFrom<String> for LocationId {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl fmt::Display for LocationId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

shared::inline_schema!(LocationId, "LocationId", {
    json_schema!({ "type": "string", "pattern": format!("^[A-Za-z0-9_]{{1,{ID}}}$") })
});

/// A yes/no value. JSON: 1 or 0.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Flag(pub bool);

impl TryFrom<u8> for Flag {
    type Error = String;

    fn try_from(value: u8) -> Result<Self, Self::Error> {
        match value {
            0 => Ok(Self(false)),
            1 => Ok(Self(true)),
            _ => Err(format!("{value} is neither 0 nor 1")),
        }
    }
}

shared::inline_schema!(Flag, "Flag", { json_schema!({ "type": "integer", "enum": [0, 1] }) });

impl From<Flag> for u8 {
    fn from(flag: Flag) -> Self {
        flag.0.into()
    }
}

/// A postal address.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Address {
    /// House number and street.
    pub street: String,
    /// City.
    pub city: String,
    /// State.
    pub state: State,
    /// ZIP code: five digits, or nine with a dash.
    pub zip_code: String,
}

/// The days on which a location is stocked.
#[derive(Clone, Copy, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names are weekdays")]
pub struct StockingSchedule {
    pub monday: Flag,
    pub tuesday: Flag,
    pub wednesday: Flag,
    pub thursday: Flag,
    pub friday: Flag,
    pub saturday: Flag,
    pub sunday: Flag,
}

impl StockingSchedule {
    /// Creates a schedule from seven days, Monday first.
    pub fn of_week(week: [bool; 7]) -> Self {
        let [monday, tuesday, wednesday, thursday, friday, saturday, sunday] = week.map(Flag);
        Self { monday, tuesday, wednesday, thursday, friday, saturday, sunday }
    }

    /// The default schedule of a new location: Monday to Friday, or Tuesday, Thursday and Sunday in the Eastern zone
    /// (LOC-23, LOC-25).
    pub fn default_for(time_zone: LocationTimeZone) -> Self {
        Self::of_week(match time_zone {
            LocationTimeZone::NEWYORK => [false, true, false, true, false, false, true],
            _ => [true, true, true, true, true, false, false],
        })
    }
}

/// The reasons of the last changes of allocation and mobile ordering.
#[derive(Clone, Debug, Default, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct UpdateReason {
    /// The reason of the last change of allocation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prod: Option<String>,
    /// The reason of the last change of mobile ordering.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reserve: Option<String>,
}

/// A location. The GraphQL schema documents each attribute.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the GraphQL schema documents each attribute")]
pub struct Location {
    pub id: LocationId,
    #[serde(rename = "type")]
    pub kind: LocationType,
    pub version: u64,
    pub last_modified: Instant,
    pub access_to: AccessTo,
    pub address: Address,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device_address: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_commission: Option<Decimal>,
    pub covid19: Flag,
    pub directions: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fridge_model: Option<String>,
    pub fridge_schema: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hostname: Option<String>,
    pub hours: String,
    pub work_hours: WorkHours,
    pub holiday_screen_enabled: Flag,
    pub holiday_screen_fridge_specific: Flag,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holiday_screen_start_date: Option<NaiveDate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holiday_screen_end_date: Option<NaiveDate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ip: Option<String>,
    pub latitude: Decimal,
    pub longitude: Decimal,
    pub layout_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub market: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub online_date: Option<NaiveDate>,
    pub payment_gateway: PaymentGateway,
    pub percentage: Decimal,
    pub pretty_name: String,
    pub price_map_template: String,
    pub prod: Flag,
    pub public_status: LocationStatus,
    pub reserve: Flag,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub route: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub serial_port: Option<SerialPort>,
    pub status: LocationStatus,
    pub stocking_schedule: StockingSchedule,
    pub stop: u32,
    pub tax_rate: Decimal,
    pub time_zone: LocationTimeZone,
    pub update_reason: UpdateReason,
    pub vertical: Vertical,
    // Other areas need the following attributes. `OpsLocation` contains them, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_tier: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fulfillment_center: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opportunity_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub routing_tag: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub park_to_fridge_instructions: Option<String>,
}
