//! The rules for a dispatcher's decision about a drop. Requirements: `docs/requirements/stocking.md`, "Drop Off
//! Summary".
//!
//! The web app has the same rules; both are tested with `cases/drop-override.json`.

use crate::model::PackingSlip;
use locations::model::LocationType;
use serde::{Deserialize, Serialize};
use shared::FieldError;
use strum::{Display, EnumString};

/// The decided status of a drop. Pending is the default and is not recorded.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumString, Eq, PartialEq, Serialize)]
pub enum DropStatus {
    /// The drop was completed, although the driver app did not report it.
    Complete,
    /// The drop will not be completed.
    #[serde(rename = "Not Delivering")]
    #[strum(serialize = "Not Delivering")]
    NotDelivering,
}

const COMPLETE_REASONS: [&str; 4] = ["Drivers App Tech Issue", "Group Drop", "Warehouse Pickup", "Third-Party Drop"];
const NOT_DELIVERING_REASONS: [&str; 7] = [
    "No CMS Pick Ticket",
    "Missing Totes",
    "Line Haul Delay",
    "Client Rejected Order",
    "Order was Cancelled but food was made",
    "Fridge Maintenance Issue",
    "FF Delivery Issue",
];
/// Clients whose drops cannot be overridden.
const EXCLUDED_CLIENTS: [&str; 3] = ["ThirdParty", "MenuRD", "Pulping"];
const INTERNAL_ORDER: &str = "INTERNAL_ORDER";
const DELETED: &str = "DELETED";

impl DropStatus {
    /// The valid reasons for this status.
    pub fn reasons(self) -> &'static [&'static str] {
        match self {
            Self::Complete => &COMPLETE_REASONS,
            Self::NotDelivering => &NOT_DELIVERING_REASONS,
        }
    }
}

/// Parses and validates a decision for a location of type `at`.
///
/// # Errors
/// All invalid fields.
pub fn parse_decision(status: &str, reason: &str, at: LocationType) -> Result<(DropStatus, String), Vec<FieldError>> {
    let Ok(status) = status.parse::<DropStatus>() else {
        return Err(vec![FieldError::new("dropStatus", "dropStatus should be one of Complete, Not Delivering")]);
    };
    let mut errors = Vec::new();
    if status == DropStatus::Complete && at == LocationType::FRIDGE {
        errors.push(FieldError::new("dropStatus", "A fridge cannot be set to Complete"));
    }
    if !status.reasons().contains(&reason) {
        let reasons = status.reasons().join(", ");
        errors.push(FieldError::new("statusReason", format!("statusReason of {status} should be one of {reasons}")));
    }
    if errors.is_empty() { Ok((status, reason.to_owned())) } else { Err(errors) }
}

/// Whether the decision contradicts the drivers' reports: a completed drop cannot be Not Delivering.
pub fn contradicts(status: DropStatus, complete: bool) -> bool {
    complete && status == DropStatus::NotDelivering
}

/// Whether dispatchers can override the drop of the slip.
pub fn can_be_overridden(slip: &PackingSlip) -> bool {
    slip.slip_type != INTERNAL_ORDER
        && !EXCLUDED_CLIENTS.contains(&slip.client_code.as_str())
        && !slip.status.eq_ignore_ascii_case(DELETED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Cases {
        decisions: Vec<Decision>,
        rows: Vec<Row>,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Decision {
        name: String,
        drop_status: String,
        status_reason: String,
        location_type: String,
        errors: Vec<FieldError>,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Row {
        name: String,
        #[serde(rename = "type")]
        slip_type: String,
        client_code: String,
        status: String,
        unreachable: bool,
        stocked: bool,
        listed: bool,
    }

    fn cases() -> Cases {
        serde_json::from_str(include_str!("../../cases/drop-override.json")).unwrap()
    }

    #[test]
    fn validates_decisions_as_in_the_shared_cases() {
        for Decision { name, drop_status, status_reason, location_type, errors } in cases().decisions {
            let at = match location_type.as_str() {
                "FRIDGE" => LocationType::FRIDGE,
                "WHOLESALE" => LocationType::WHOLESALE,
                _ => LocationType::OTHER,
            };
            let decided = parse_decision(&drop_status, &status_reason, at);
            assert_eq!(decided.as_ref().err().cloned().unwrap_or_default(), errors, "{name}");
            if let Ok((status, reason)) = decided {
                assert_eq!(status.to_string(), drop_status, "{name}");
                assert_eq!(reason, status_reason, "{name}");
            }
        }
    }

    #[test]
    fn only_not_delivering_contradicts_a_completed_drop() {
        assert!(contradicts(DropStatus::NotDelivering, true));
        assert!(!contradicts(DropStatus::NotDelivering, false));
        assert!(!contradicts(DropStatus::Complete, true));
    }

    #[test]
    fn excludes_slips_as_in_the_shared_cases() {
        for row in cases().rows {
            let slip = PackingSlip {
                location_id: "F1".parse().unwrap(),
                unique_id: "PS-1".into(),
                drop_off_date: "2026-11-23".parse().unwrap(),
                route: "amber".into(),
                stocking_index: 1,
                create_date: "2026-11-22".parse().unwrap(),
                slip_type: row.slip_type,
                client_code: row.client_code,
                status: row.status,
                tote_count: 1,
                occurred_at: "2026-11-22T20:00:00Z".parse().unwrap(),
            };
            assert_eq!(can_be_overridden(&slip) && !row.unreachable && !row.stocked, row.listed, "{}", row.name);
        }
    }
}
