//! The commands and their required flags. The web app contains the same rules; both are tested with
//! `cases/commands.json`.

use crate::model::Resource;
use shared::{Error, Result};

/// The flag that includes the flags of all commands (`docs/requirements/health.md`, CMD-1).
const ADMIN_FLAG: &str = "feature-flag-admin";
/// The command of the second step of a computer swap.
pub const SWAP_COMMAND: (Resource, &str) = (Resource::ConfirmedInventory, "SEND");
/// The flag that both steps of a computer swap require.
pub const SWAP_FLAG: &str = "computer-swap";

/// The flag that the command requires.
///
/// # Errors
/// [`Error::Invalid`] if the command does not exist.
pub fn required_flag(resource: Resource, operation: &str) -> Result<&'static str> {
    match (resource, operation) {
        (Resource::ServiceRestart, "DISPLAY_SERVICES") => Ok("display-services"),
        (Resource::ServiceRestart, "REACT_UI") => Ok("react-ui"),
        (Resource::ServiceRestart, "INVENTORY_SERVICE") => Ok(SWAP_FLAG),
        (Resource::VendingUnitReset, "RESET") => Ok("jofemar"),
        (Resource::OutOfOrder, "ENABLE" | "DISABLE") => Ok("out-of-order"),
        (Resource::SafetyHold, "ENABLE" | "DISABLE") => Ok("food-safety-hold"),
        (Resource::ConfirmedInventory, _) => Err(Error::invalid(
            "message.payload.resource",
            "ConfirmedInventory can only be sent with sendConfirmedInventoryAndConfirmedReservation",
        )),
        (resource, _) => {
            let known = operations(resource).join(", ");
            Err(Error::invalid(
                "message.payload.operation",
                format!("operation of {resource} should be one of {known}"),
            ))
        }
    }
}

fn operations(resource: Resource) -> &'static [&'static str] {
    match resource {
        Resource::ServiceRestart => &["DISPLAY_SERVICES", "REACT_UI", "INVENTORY_SERVICE"],
        Resource::VendingUnitReset => &["RESET"],
        Resource::SafetyHold | Resource::OutOfOrder => &["ENABLE", "DISABLE"],
        Resource::ConfirmedInventory => &[],
    }
}

/// Requires the command's flag or the flag that includes all commands.
///
/// # Errors
/// [`Error::Forbidden`] if `flags` contains neither.
pub fn check_flag(flags: &[String], flag: &str) -> Result<()> {
    let contains = |required: &str| flags.iter().any(|flag| flag == required);
    if contains(flag) || contains(ADMIN_FLAG) { Ok(()) } else { Err(Error::Forbidden) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Deserialize)]
    struct Cases {
        accepted: Vec<CommandCase>,
        rejected: Vec<CommandCase>,
        permitted: Vec<FlagCase>,
    }

    #[derive(Deserialize)]
    struct CommandCase {
        resource: Resource,
        operation: String,
        flag: Option<String>,
    }

    #[derive(Deserialize)]
    struct FlagCase {
        flags: Vec<String>,
        flag: String,
        permitted: bool,
    }

    fn cases() -> Cases {
        serde_json::from_str(include_str!("../../cases/commands.json")).unwrap()
    }

    #[test]
    fn each_command_requires_the_flag_of_the_shared_cases() {
        for case in cases().accepted {
            let required = required_flag(case.resource, &case.operation).ok();
            assert_eq!(required, case.flag.as_deref(), "{} {}", case.resource, case.operation);
        }
    }

    #[test]
    fn rejects_unknown_commands_of_the_shared_cases() {
        for case in cases().rejected {
            let result = required_flag(case.resource, &case.operation);
            assert!(matches!(result, Err(Error::Invalid(_))), "{} {}", case.resource, case.operation);
        }
    }

    #[test]
    fn accepts_the_flag_of_the_command_or_of_flag_administrators() {
        for case in cases().permitted {
            assert_eq!(check_flag(&case.flags, &case.flag).is_ok(), case.permitted, "{:?} {}", case.flags, case.flag);
        }
    }
}
