//! The enumerated values of a location's attributes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, EnumString};

/// Whether a location sells.
#[derive(
    Clone,
    Copy,
    Debug,
    Deserialize,
    Display,
    EnumIter,
    EnumString,
    Eq,
    Hash,
    JsonSchema,
    Ord,
    PartialEq,
    PartialOrd,
    Serialize,
)]
pub enum LocationStatus {
    /// The location sells.
    LIVE,
    /// The location temporarily does not sell.
    OFFLINE,
    /// The location is retired. Only the server sets this status.
    DEAD,
}

/// The type of a location.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumString, Eq, JsonSchema, PartialEq, Serialize)]
pub enum LocationType {
    /// A fridge.
    FRIDGE,
    /// A customer that receives deliveries without a fridge.
    WHOLESALE,
    /// Any other type.
    OTHER,
}

/// A sales area.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumString, Eq, JsonSchema, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names are terms of the business")]
pub enum Market {
    MW,
    NE,
    WC,
    S,
}

/// Who can reach the fridge.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumIter, EnumString, Eq, JsonSchema, PartialEq, Serialize)]
pub enum AccessTo {
    /// Only people at the site.
    Private,
    /// Everyone.
    Public,
}

/// The time zone of a location.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumIter, EnumString, Eq, JsonSchema, PartialEq, Serialize)]
pub enum LocationTimeZone {
    /// Central.
    CHICAGO,
    /// Eastern.
    NEWYORK,
    /// Mountain.
    DENVER,
    /// Pacific.
    LOSANGELES,
    /// Eastern time in Indiana.
    INDIANAPOLIS,
}

/// How customers pay.
#[derive(Clone, Copy, Debug, Default, Deserialize, Display, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PaymentGateway {
    /// 'New card reader'.
    #[serde(rename = "READER_V2")]
    ReaderV2,
    /// 'Old card reader'.
    #[serde(rename = "READER_V1")]
    ReaderV1,
    /// 'Fully subsidized fridge'.
    Subsidized,
    /// 'Standard experience'; also the value for unknown codes.
    #[default]
    #[serde(other)]
    Standard,
}

/// The port of the fridge's controller.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumIter, EnumString, Eq, JsonSchema, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names are those of Linux devices")]
#[expect(non_camel_case_types, reason = "the names are those of Linux devices")]
pub enum SerialPort {
    ttyS0,
    ttyS1,
    ttyUSB0,
}

/// The kind of site.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumIter, EnumString, Eq, JsonSchema, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names are terms of the business")]
pub enum Vertical {
    Airport,
    #[serde(rename = "B&I")]
    #[strum(serialize = "B&I")]
    BusinessAndIndustry,
    Education,
    Healthcare,
    Marketing,
    Office,
    Other,
    Retail,
    #[serde(rename = "Travel/Leisure")]
    #[strum(serialize = "Travel/Leisure")]
    TravelLeisure,
    Testing,
    #[serde(rename = "Residential Property")]
    #[strum(serialize = "Residential Property")]
    ResidentialProperty,
}

/// The 48 contiguous states and DC.
#[derive(
    Clone, Copy, Debug, Deserialize, Display, EnumIter, EnumString, Eq, Hash, JsonSchema, Ord, PartialEq, PartialOrd,
    Serialize,
)]
#[expect(missing_docs, reason = "the names are postal abbreviations")]
#[rustfmt::skip]
pub enum State {
    AL, AR, AZ, CA, CO, CT, DC, DE, FL, GA, IA, ID, IL, IN, KS, KY, LA, MA, MD, ME, MI, MN, MO, MS, MT,
    NC, ND, NE, NH, NJ, NM, NV, NY, OH, OK, OR, PA, RI, SC, SD, TN, TX, UT, VA, VT, WA, WI, WV, WY,
}
