//! A fridge alert: a condition that needs a person.

use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::Instant;
use strum::{Display, EnumIter, EnumString};

/// The condition that an alert reports.
#[derive(
    Clone, Copy, Debug, Deserialize, Display, EnumIter, EnumString, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum FridgeAlertKind {
    /// The temperature was above the safe limit for too long.
    TooWarm,
    /// The fridge has not reported for too long.
    Silent,
    /// The fridge reports that it is out of order.
    OutOfOrder,
}

/// The state of an alert.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumString, Eq, PartialEq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
#[strum(serialize_all = "UPPERCASE")]
pub enum FridgeAlertState {
    /// The condition is active.
    Open,
    /// The condition has ended.
    Cleared,
}

/// An alert. A fridge has at most one open alert of each kind.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeAlert {
    /// The id: see [`FridgeAlert::id`].
    pub id: String,
    /// The fridge.
    pub location: LocationId,
    /// The condition.
    pub kind: FridgeAlertKind,
    /// Whether the alert is open or cleared.
    pub state: FridgeAlertState,
    /// When the condition started.
    pub since: Instant,
    /// When the alert was raised.
    pub opened_at: Instant,
    /// The reported value that raised the alert, such as the temperature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// When the condition ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cleared_at: Option<Instant>,
    /// When a user acknowledged the alert.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acknowledged_at: Option<Instant>,
    /// The user who acknowledged the alert.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acknowledged_by: Option<String>,
    /// The user's note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl FridgeAlert {
    /// The id of an alert of `kind` that was raised for the fridge at `opened_at`. Ids sort by time.
    pub fn id(opened_at: Instant, kind: FridgeAlertKind, location: &LocationId) -> String {
        format!("{opened_at}#{kind}#{location}")
    }
}
