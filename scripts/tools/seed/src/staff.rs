//! What each profile of staff may do. Who they are is the stack's business.

use shared::Action;
use strum::IntoEnumIterator;

/// What everybody may who may do anything: read.
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

/// Locations, and changes of them to come.
const OPERATIONS: [Action; 8] = [
    Action::AddScheduledEvent,
    Action::DeleteScheduledEvents,
    Action::CreateLocation,
    Action::UpdateLocation,
    Action::SchedulePlanogram,
    Action::UpdateItemPrices,
    Action::DeployFridgeSoftware,
    Action::SendFridgeCommand,
];

/// Routes and stocking. A drivers file sets the route and stop of locations.
const LOGISTICS: [Action; 9] = [
    Action::UpdateLocation,
    Action::RecordTemperature,
    Action::UpdateFridgeStock,
    Action::UploadRoutes,
    Action::UploadPars,
    Action::UpdateForecast,
    Action::OverrideDrop,
    Action::UpdateJit,
    Action::SyncLogiNext,
];

/// The actions of `profile`; a profile that is not known may do nothing.
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

/// The flags of the commands to fridges.
const COMMANDS: [&str; 6] =
    ["computer-swap", "display-services", "food-safety-hold", "jofemar", "out-of-order", "react-ui"];

/// The feature flags of `profile`. `feature-flag-admin` stands for the flags of all fridge commands.
pub fn flags(profile: &str) -> &'static [&'static str] {
    match profile {
        "admin" => &["drop-override", "jit-management", "feature-flag-admin"],
        "operations" => &COMMANDS,
        "logistics" => &["drop-override", "jit-management"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_administrator_may_do_everything_and_a_stranger_nothing() {
        assert_eq!(actions("admin").len(), Action::iter().count());
        assert_eq!(actions("no-permissions"), []);
    }

    #[test]
    fn nobody_else_manages_permissions_and_readers_only_read() {
        for profile in ["operations", "logistics", "customer-service", "read-only"] {
            assert!(!actions(profile).contains(&Action::ManagePermissions), "{profile}");
        }
        assert!(!actions("read-only").contains(&Action::UpdateLocation));
        assert!(!actions("customer-service").contains(&Action::AddScheduledEvent));
    }
}
