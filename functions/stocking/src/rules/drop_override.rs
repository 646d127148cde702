//! What a dispatcher may decide about a drop. Source: the spec of fleet operations, sections 2.5, 4.5 and 5.
//!
//! The browser has the same rules; `cases/drop-override.json` holds both to the same answers.

use crate::model::PackingSlip;
use locations::model::LocationType;
use serde::{Deserialize, Serialize};
use shared::FieldError;
use strum::{Display, EnumString};

/// What was decided. Pending, the default, is no decision: nothing is recorded for it.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumString, Eq, PartialEq, Serialize)]
pub enum DropStatus {
    /// The drop was done, though no driver's app told so.
    Complete,
    /// It will not be done.
    #[serde(rename = "Not Delivering")]
    #[strum(serialize = "Not Delivering")]
    NotDelivering,
}

const COMPLETE: [&str; 4] = ["Drivers App Tech Issue", "Group Drop", "Warehouse Pickup", "Third-Party Drop"];
const NOT_DELIVERING: [&str; 7] = [
    "No CMS Pick Ticket",
    "Missing Totes",
    "Line Haul Delay",
    "Client Rejected Order",
    "Order was Cancelled but food was made",
    "Fridge Maintenance Issue",
    "FF Delivery Issue",
];
/// Clients whose drops are not followed.
const OTHER_CLIENTS: [&str; 3] = ["ThirdParty", "MenuRD", "Pulping"];
const INTERNAL: &str = "INTERNAL_ORDER";
const DELETED: &str = "DELETED";

impl DropStatus {
    /// The reasons that may be given for it.
    pub fn reasons(self) -> &'static [&'static str] {
        match self {
            Self::Complete => &COMPLETE,
            Self::NotDelivering => &NOT_DELIVERING,
        }
    }
}

/// The decision that the words make, at a location of that type.
///
/// # Errors
/// Everything that is wrong with it.
pub fn decision(status: &str, reason: &str, at: LocationType) -> Result<(DropStatus, String), Vec<FieldError>> {
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

/// Whether the decision contradicts what drivers reported: a completed drop was delivered.
pub fn contradicts(status: DropStatus, done: bool) -> bool {
    done && status == DropStatus::NotDelivering
}

/// Whether dispatchers follow the drop of that slip at all.
pub fn is_followed(slip: &PackingSlip) -> bool {
    slip.slip_type != INTERNAL
        && !OTHER_CLIENTS.contains(&slip.client_code.as_str())
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
    fn statuses_and_reasons_that_may_be_decided() {
        for Decision { name, drop_status, status_reason, location_type, errors } in cases().decisions {
            let at = match location_type.as_str() {
                "FRIDGE" => LocationType::FRIDGE,
                "WHOLESALE" => LocationType::WHOLESALE,
                _ => LocationType::OTHER,
            };
            let decided = decision(&drop_status, &status_reason, at);
            assert_eq!(decided.as_ref().err().cloned().unwrap_or_default(), errors, "{name}");
            if let Ok((status, reason)) = decided {
                assert_eq!((status.to_string(), reason), (drop_status, status_reason), "{name}");
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
    fn slips_that_are_excluded_from_the_list() {
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
            assert_eq!(is_followed(&slip) && !row.unreachable && !row.stocked, row.listed, "{}", row.name);
        }
    }
}
