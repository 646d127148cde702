//! Something that a person should see to.

use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::Instant;
use strum::{Display, EnumIter, EnumString};

/// What is wrong with a fridge.
#[derive(
    Clone, Copy, Debug, Deserialize, Display, EnumIter, EnumString, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum FridgeAlertKind {
    /// Its food was too warm for too long.
    TooWarm,
    /// It has not reported for too long.
    Silent,
    /// It was taken out of order.
    OutOfOrder,
}

/// How far an alert got.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumString, Eq, PartialEq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
#[strum(serialize_all = "UPPERCASE")]
pub enum FridgeAlertState {
    /// The fridge is so.
    Open,
    /// The fridge is well again.
    Cleared,
}

/// An alert. A fridge has at most one open alert of a kind.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeAlert {
    /// Its identity: see [`FridgeAlert::id`].
    pub id: String,
    /// The fridge.
    pub location: LocationId,
    /// What is wrong.
    pub kind: FridgeAlertKind,
    /// Whether it still is.
    pub state: FridgeAlertState,
    /// Since when the fridge is so.
    pub since: Instant,
    /// When the alert was raised.
    pub opened_at: Instant,
    /// What was seen then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// When the fridge was well again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cleared_at: Option<Instant>,
    /// When a person took note of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acknowledged_at: Option<Instant>,
    /// Who did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acknowledged_by: Option<String>,
    /// In their words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl FridgeAlert {
    /// The identity of the alert of `kind` that the fridge raised at that time. Ids sort by time.
    pub fn id(opened_at: Instant, kind: FridgeAlertKind, location: &LocationId) -> String {
        format!("{opened_at}#{kind}#{location}")
    }
}
