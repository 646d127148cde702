//! The actions that a person can be granted, one at a time.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, EnumString, IntoStaticStr};

/// One thing that a member of staff may be allowed to do.
///
/// The first group is the reference table of the spec (planning and reporting, section 6); the second is what Larder
/// adds, one action for each kind of change that the table leaves out. The names are stored and shown as they stand.
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
#[expect(missing_docs, reason = "the names are the business's own and are all that is known of them")]
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
