//! A corrective action: what staff did about a temperature excursion.

use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::Instant;
use strum::{Display, EnumString};
use uuid::Uuid;

/// What staff did.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumString, Eq, PartialEq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum CorrectiveActionKind {
    /// The products were discarded.
    DiscardedProducts,
    /// The products were moved to another fridge or cooler.
    MovedProducts,
    /// The fridge was repaired.
    RepairedFridge,
    /// The cooling was restarted or its setpoint was changed.
    RestartedCooling,
    /// The readings were wrong, such as those of a sensor at an open door. The note says why.
    NoActionNeeded,
    /// The note says what.
    Other,
}

impl CorrectiveActionKind {
    /// Whether the action needs a note.
    pub fn needs_note(self) -> bool {
        matches!(self, Self::NoActionNeeded | Self::Other)
    }
}

/// A corrective action. It never changes.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CorrectiveAction {
    /// The client token of the call that recorded it.
    pub id: Uuid,
    /// The fridge.
    pub location: LocationId,
    /// When the temperature rose above the limit.
    pub excursion_start: Instant,
    /// What staff did.
    pub action: CorrectiveActionKind,
    /// Further details.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// When it was recorded.
    pub at: Instant,
    /// The e-mail of the user who recorded it.
    pub user: String,
}
