//! The stored form of a driver action.

use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::Instant;
use strum::{AsRefStr, Display, EnumIter, EnumString, IntoStaticStr};
use uuid::Uuid;

/// The type of an action.
#[derive(
    AsRefStr,
    Clone,
    Copy,
    Debug,
    Deserialize,
    Display,
    EnumIter,
    EnumString,
    Eq,
    IntoStaticStr,
    Ord,
    PartialEq,
    PartialOrd,
    Serialize,
)]
pub enum DriverActionType {
    /// A dispatcher set the status of a drop that was not completed normally.
    DropOverride,
    /// The location could not be reached.
    LocationUnreachable,
    /// The location was stocked.
    LocationStocked,
    /// The delivery was dropped off.
    DropOffComplete,
    /// A packing slip was scanned.
    PackingSlipQuery,
    /// The van's temperature was measured.
    VanTemperature,
    /// The items in the fridge were removed.
    InventoryRemoval,
    /// The fridge was cleared out permanently.
    ClearOutDecommission,
}

/// An action of a driver at a location, or a dispatcher's decision about a drop.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DriverAction {
    /// The id. For an action from telemetry, the message id.
    pub id: Uuid,
    /// The type of an action.
    pub event_type: DriverActionType,
    /// The location.
    pub location_id: LocationId,
    /// Attributes of the action as JSON text.
    pub data: String,
    /// When the action happened.
    pub created_at: Instant,
    /// E-mail address of the driver or dispatcher.
    pub user: String,
    /// When Larder stored the action.
    #[serde(rename = "_lastModified")]
    pub last_modified: Instant,
}
