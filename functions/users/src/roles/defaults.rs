//! The roles that exist when nothing is stored. An administrator can change them and restore these defaults.

use super::{Role, RoleId};
use crate::grants::Grants;
use shared::Action;
use strum::IntoEnumIterator;

/// The read actions of roles that work with the whole fleet.
const FLEET_READS: [Action; 10] = [
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
];

/// The default roles in the order of the screens.
pub fn default_roles() -> Vec<Role> {
    let role = |name: &str, actions: &[&[Action]], flags: &[&str]| {
        RoleId::of_name(name).map(|id| Role {
            id,
            name: name.to_owned(),
            grants: Grants {
                actions: actions.concat().into_iter().collect(),
                flags: flags.iter().map(|flag| (*flag).to_owned()).collect(),
            },
            version: 0,
            has_default: true,
        })
    };
    let all: Vec<Action> = Action::iter().collect();
    let roles = [
        role(
            "Dispatcher",
            &[
                &FLEET_READS,
                &[
                    Action::UpdateLocation,
                    Action::UploadRoutes,
                    Action::OverrideDrop,
                    Action::UpdateJit,
                    Action::SyncLogiNext,
                    Action::WriteHandoverNote,
                    Action::SendFridgeCommand,
                    Action::RecordTemperature,
                ],
            ],
            &["drop-override", "jit-management"],
        ),
        role(
            "Planner",
            &[
                &FLEET_READS,
                &[Action::UploadPars, Action::UpdateForecast, Action::SchedulePlanogram, Action::UpdateItemPrices],
            ],
            &["jit-management"],
        ),
        role(
            "Technician",
            &[
                &FLEET_READS,
                &[
                    Action::AddScheduledEvent,
                    Action::DeleteScheduledEvents,
                    Action::UpdateLocation,
                    Action::DeployFridgeSoftware,
                    Action::SendFridgeCommand,
                    Action::RecordTemperature,
                ],
            ],
            &["computer-swap", "display-services", "food-safety-hold", "jofemar", "out-of-order", "react-ui"],
        ),
        role(
            "Customer service",
            &[&[
                Action::GetAllLocation,
                Action::GetCheckPointStatus,
                Action::GetEmptyChannel,
                Action::GetFridgeStock,
                Action::GetInventoryForLocation,
                Action::GetSpecificLocation,
                Action::GenerateCoupon,
            ]],
            &[],
        ),
        role("Administrator", &[&all], &["drop-override", "jit-management", "feature-flag-admin"]),
    ];
    roles.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::FLAGS;

    #[test]
    fn there_are_five_default_roles_and_only_the_administrator_manages_permissions() {
        let roles = default_roles();
        let names: Vec<_> = roles.iter().map(|role| role.name.as_str()).collect();
        assert_eq!(names, ["Dispatcher", "Planner", "Technician", "Customer service", "Administrator"]);
        let manages = |role: &&Role| role.grants.actions.contains(&Action::ManagePermissions);
        let managers: Vec<_> = roles.iter().filter(manages).map(|role| role.name.as_str()).collect();
        assert_eq!(managers, ["Administrator"]);
    }

    #[test]
    fn default_roles_contain_only_known_flags() {
        for role in default_roles() {
            for flag in &role.grants.flags {
                assert!(FLAGS.contains(&flag.as_str()), "{} has {flag}", role.name);
            }
        }
    }
}
