//! Which commands there are, and which flag each needs. Held to `cases/commands.json`, as the web app's are.

use crate::model::Resource;
use shared::{Error, Result};

/// The flag that stands for those of all commands (spec, section 6).
const ADMIN: &str = "feature-flag-admin";
/// What the fridge of a swapped computer is told to do.
pub const SWAP: (Resource, &str) = (Resource::ConfirmedInventory, "SEND");
/// The flag of both steps of a computer swap.
pub const SWAP_FLAG: &str = "computer-swap";

/// The flag that the command needs.
///
/// # Errors
/// [`Error::Invalid`] where there is no such command.
pub fn flag(resource: Resource, operation: &str) -> Result<&'static str> {
    match (resource, operation) {
        (Resource::ServiceRestart, "DISPLAY_SERVICES") => Ok("display-services"),
        (Resource::ServiceRestart, "REACT_UI") => Ok("react-ui"),
        (Resource::ServiceRestart, "INVENTORY_SERVICE") => Ok(SWAP_FLAG),
        (Resource::VendingUnitReset, "RESET") => Ok("jofemar"),
        (Resource::OutOfOrder, "ENABLE" | "DISABLE") => Ok("out-of-order"),
        (Resource::SafetyHold, "ENABLE" | "DISABLE") => Ok("food-safety-hold"),
        (Resource::ConfirmedInventory, _) => Err(Error::invalid(
            "message.payload.resource",
            "ConfirmedInventory is sent by sendConfirmedInventoryAndConfirmedReservation alone",
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

/// Refuses who has neither the command's flag nor the one that stands for all.
///
/// # Errors
/// [`Error::Forbidden`].
pub fn permitted(flags: &[String], flag: &str) -> Result<()> {
    let has = |wanted: &str| flags.iter().any(|flag| flag == wanted);
    if has(flag) || has(ADMIN) { Ok(()) } else { Err(Error::Forbidden) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Deserialize)]
    struct Cases {
        accepted: Vec<Named>,
        refused: Vec<Named>,
        permitted: Vec<Asked>,
    }

    #[derive(Deserialize)]
    struct Named {
        resource: Resource,
        operation: String,
        flag: Option<String>,
    }

    #[derive(Deserialize)]
    struct Asked {
        flags: Vec<String>,
        flag: String,
        permitted: bool,
    }

    fn cases() -> Cases {
        serde_json::from_str(include_str!("../../cases/commands.json")).unwrap()
    }

    #[test]
    fn each_command_needs_the_flag_of_the_shared_cases() {
        for case in cases().accepted {
            let named = flag(case.resource, &case.operation).ok();
            assert_eq!(named, case.flag.as_deref(), "{} {}", case.resource, case.operation);
        }
    }

    #[test]
    fn what_is_no_command_is_refused_as_the_shared_cases_say() {
        for case in cases().refused {
            let refused = flag(case.resource, &case.operation);
            assert!(matches!(refused, Err(Error::Invalid(_))), "{} {}", case.resource, case.operation);
        }
    }

    #[test]
    fn a_command_is_for_those_with_its_flag_and_for_flag_administrators() {
        for case in cases().permitted {
            assert_eq!(permitted(&case.flags, &case.flag).is_ok(), case.permitted, "{:?} {}", case.flags, case.flag);
        }
    }
}
