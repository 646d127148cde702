//! The actions that can be granted to a user, and the permissions that operations require.

use schemars::JsonSchema;
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
    JsonSchema,
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
    WriteHandoverNote,
    ReadActivityLog,
    ManageAlertNotifications,
    ManageFridgeConnections,
    ManagePermissions,
}

/// The permission that an operation requires of its caller.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum RequiredPermission {
    /// The caller is signed in with an enabled account.
    SignIn,
    /// The caller holds this action.
    Action(Action),
    /// The caller holds each of these actions.
    All(&'static [Action]),
    /// The caller holds at least one of these actions. The input determines which one a call requires: the operation
    /// checks it with [`crate::Permit::proof`] and passes the [`crate::Proof`] to the function that requires it.
    AnyOf(&'static [Action]),
}

impl RequiredPermission {
    /// The actions, and whether the caller needs all of them. Empty if sign-in is enough.
    pub const fn actions(&self) -> (&[Action], bool) {
        match self {
            Self::SignIn => (&[], false),
            Self::Action(action) => (std::slice::from_ref(action), false),
            Self::All(actions) => (actions, true),
            Self::AnyOf(actions) => (actions, false),
        }
    }

    /// Whether `ManagePermissions` is one of the required actions.
    pub const fn includes_manage_permissions(&self) -> bool {
        let (mut actions, _) = self.actions();
        while let [action, others @ ..] = actions {
            if matches!(action, Action::ManagePermissions) {
                return true;
            }
            actions = others;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_permissions_that_include_manage_permissions() {
        const ACTIONS: &[Action] = &[Action::GenerateCoupon, Action::ManagePermissions];
        let manage = RequiredPermission::Action(Action::ManagePermissions);
        for required in [manage, RequiredPermission::AnyOf(ACTIONS), RequiredPermission::All(ACTIONS)] {
            assert!(required.includes_manage_permissions(), "{required:?}");
        }
        let other = RequiredPermission::Action(Action::GenerateCoupon);
        for required in [RequiredPermission::SignIn, RequiredPermission::AnyOf(&[]), other] {
            assert!(!required.includes_manage_permissions(), "{required:?}");
        }
    }
}
