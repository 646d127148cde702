//! The values that a location's attributes choose from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, EnumString};

/// Whether a fridge sells.
#[derive(
    Clone, Copy, Debug, Deserialize, Display, EnumIter, EnumString, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize,
)]
pub enum LocationStatus {
    /// It sells.
    LIVE,
    /// It does not, for now.
    OFFLINE,
    /// It is retired. Set by the server, never chosen.
    DEAD,
}

/// What kind of customer a location is.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumString, Eq, JsonSchema, PartialEq, Serialize)]
pub enum LocationType {
    /// A fridge.
    FRIDGE,
    /// A customer that takes deliveries without a fridge.
    WHOLESALE,
    /// Anything else.
    OTHER,
}

/// A part of the country with its own kitchens.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumString, Eq, JsonSchema, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names are the business's own")]
pub enum Market {
    MW,
    NE,
    WC,
    S,
}

/// Who can reach the fridge.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumIter, EnumString, Eq, PartialEq, Serialize)]
pub enum AccessTo {
    /// Only people of the site.
    Private,
    /// Everybody.
    Public,
}

/// The zone in which a location keeps its hours.
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
    /// Eastern as Indiana keeps it.
    INDIANAPOLIS,
}

/// How customers pay.
#[derive(Clone, Copy, Debug, Default, Deserialize, Display, Eq, PartialEq, Serialize)]
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
    /// 'Standard experience'; also what any code that is not known means.
    #[default]
    #[serde(other)]
    Standard,
}

/// The port of the fridge's controller.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumIter, EnumString, Eq, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names are those of Linux devices")]
#[expect(non_camel_case_types, reason = "the names are those of Linux devices")]
pub enum SerialPort {
    ttyS0,
    ttyS1,
    ttyUSB0,
}

/// What kind of site it is.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumIter, EnumString, Eq, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names are the business's own")]
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
