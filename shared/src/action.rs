//! The actions that can be granted to a user.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, EnumString, IntoStaticStr};

/// A permission that an administrator grants to a user.
///
/// The first group is the reference table in docs/requirements/people.md. Larder adds the second group: one action for
/// each kind of change that the table does not cover. The names are stored and shown as they are.
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
    IntoStaticStr,
    Ord,
    PartialEq,
    PartialOrd,
    Serialize,
)]
#[expect(missing_docs, reason = "the names are business terms")]
pub enum Action {
    AddScheduledEvent,
    DeleteScheduledEvents,
    FridgeTasks,
    GetAllLocation,
    GetCheckPointStatus,
    GetEmptyChannel,
    GetFridgeStock,
    GetInventoryForLocation,
    GetScheduledEvents,
    GetSpecificLocation,
    GetUniqueLayoutNames,
    GetUniquePMTNames,
    GetUniqueRoutes,
    RecordTemperature,
    UpdateFridgeStock,
    VanTasks,

    CreateLocation,
    UpdateLocation,
    UploadRoutes,
    UploadPars,
    UpdateForecast,
    SchedulePlanogram,
    UpdateItemPrices,
    GenerateCoupon,
    DeployFridgeSoftware,
    SendFridgeCommand,
    OverrideDrop,
    UpdateJit,
    SyncLogiNext,
    ManagePermissions,
}
