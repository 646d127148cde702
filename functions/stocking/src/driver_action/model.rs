//! What is stored of a driver's action.

use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::Instant;
use strum::{AsRefStr, Display, EnumIter, EnumString, IntoStaticStr};
use uuid::Uuid;

/// What was done.
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
    /// A dispatcher decided how a drop ended that was not completed normally.
    DropOverride,
    /// The location could not be reached.
    LocationUnreachable,
    /// The location was stocked.
    LocationStocked,
    /// What was brought was dropped off.
    DropOffComplete,
    /// A packing slip was scanned.
    PackingSlipQuery,
    /// The van's temperature was taken.
    VanTemperature,
    /// What was in the fridge was taken out.
    InventoryRemoval,
    /// The fridge was cleared out for good.
    ClearOutDecommission,
}

/// Something that a driver did at a location, or that a dispatcher decided.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DriverAction {
    /// Its identity: a message's.
    pub id: Uuid,
    /// What was done.
    pub event_type: DriverActionType,
    /// Where.
    pub location_id: LocationId,
    /// What the type tells, as JSON text.
    pub data: String,
    /// When it was done.
    pub created_at: Instant,
    /// E-mail of who did it.
    pub user: String,
    /// When Larder wrote it.
    #[serde(rename = "_lastModified")]
    pub last_modified: Instant,
}
