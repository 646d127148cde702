//! The permissions and feature flags of each staff profile. The description of the stack lists the users.

use shared::Action;
use strum::IntoEnumIterator;

/// The read actions, which all profiles with permissions share.
const READS: [Action; 12] = [
    Action::GetAllLocation,
    Action::GetCheckPointStatus,
    Action::GetEmptyChannel,
    Action::GetFridgeStock,
    Action::GetInventoryForLocation,
    Action::GetScheduledEvents,
    Action::GetSpecificLocation,
    Action::GetUniqueLayoutNames,
    Action::GetUniquePMTNames,
    Action::GetUniqueRoutes,
    Action::FridgeTasks,
    Action::VanTasks,
];

/// The actions of operations: locations, scheduled changes, planograms, prices, software and commands.
const OPERATIONS: [Action; 9] = [
    Action::AddScheduledEvent,
    Action::DeleteScheduledEvents,
    Action::CreateLocation,
    Action::UpdateLocation,
    Action::SchedulePlanogram,
    Action::UpdateItemPrices,
    Action::DeployFridgeSoftware,
    Action::SendFridgeCommand,
    Action::WriteHandoverNote,
];

/// The actions of logistics: routes, stocking and planning. `UpdateLocation` is included because uploading a drivers
/// file sets the route and stop of locations.
const LOGISTICS: [Action; 10] = [
    Action::UpdateLocation,
    Action::RecordTemperature,
    Action::UpdateFridgeStock,
    Action::UploadRoutes,
    Action::UploadPars,
    Action::UpdateForecast,
    Action::OverrideDrop,
    Action::UpdateJit,
    Action::SyncLogiNext,
    Action::WriteHandoverNote,
];

/// The actions of `profile`. An unknown profile has none.
pub fn actions(profile: &str) -> Vec<Action> {
    match profile {
        "admin" => Action::iter().collect(),
        "operations" => [&READS[..], &OPERATIONS].concat(),
        "logistics" => [&READS[..], &LOGISTICS].concat(),
        "customer-service" => [&READS[..], &[Action::GenerateCoupon]].concat(),
        "read-only" => READS.to_vec(),
        _ => Vec::new(),
    }
}

/// The feature flags of the fridge commands.
const COMMAND_FLAGS: [&str; 6] =
    ["computer-swap", "display-services", "food-safety-hold", "jofemar", "out-of-order", "react-ui"];

/// The feature flags of `profile`. `feature-flag-admin` includes the flags of all fridge commands.
pub fn flags(profile: &str) -> &'static [&'static str] {
    match profile {
        "admin" => &["drop-override", "jit-management", "feature-flag-admin"],
        "operations" => &COMMAND_FLAGS,
        "logistics" => &["drop-override", "jit-management"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_administrator_has_all_actions_and_an_unknown_profile_none() {
        assert_eq!(actions("admin").len(), Action::iter().count());
        assert_eq!(actions("no-permissions"), []);
    }

    #[test]
    fn only_administrators_manage_permissions_and_readers_only_read() {
        for profile in ["operations", "logistics", "customer-service", "read-only"] {
            assert!(!actions(profile).contains(&Action::ManagePermissions), "{profile}");
        }
        assert!(!actions("read-only").contains(&Action::UpdateLocation));
        assert!(!actions("customer-service").contains(&Action::AddScheduledEvent));
    }
}
