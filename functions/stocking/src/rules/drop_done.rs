//! Which drops of a location are complete. The dashboard's stops follow the same rule.
//!
//! A slip's drop is complete when its stocking is: all slips of a stocking are dropped off together, even if the
//! driver's report names only one of them. The web app has the same rule; both are tested with `cases/drop-done.json`.

use super::stop_status::{self, DriverAction, Kind, Slip, Stop};
use crate::{driver_action::DriverActionType, model::PackingSlip};
use chrono::DateTime;
use serde::{Deserialize, Serialize};
use shared::Instant;

/// A driver's report that a location was stocked or that a drop-off is complete. The fields identify the
/// stocking that the report refers to, as far as they are known.
#[derive(Clone, Debug, Default, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DropOff {
    /// The number of the stocking. It takes precedence over the slip.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stocking_index: Option<u32>,
    /// The id of a slip of the stocking.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub packing_slip_id: Option<String>,
    /// The route, which decides if stockings of several routes match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route: Option<String>,
}

/// The action types that report a drop-off: at a fridge, and at a location without one.
pub const DROP_OFF_TYPES: [DriverActionType; 2] =
    [DriverActionType::LocationStocked, DriverActionType::DropOffComplete];

/// Whether an action of this type reports a drop-off.
pub fn is_drop_off(event_type: DriverActionType) -> bool {
    DROP_OFF_TYPES.contains(&event_type)
}

/// For each slip of one location on one day, in the given order, whether its drop is complete. `drop_offs` are the
/// reports for this location and day.
pub fn completed(slips: &[PackingSlip], drop_offs: &[DropOff]) -> Vec<bool> {
    let stops: Vec<_> = slips
        .iter()
        .map(|slip| Stop { id: slip.location_id.as_str(), route: &slip.route, stocking_index: slip.stocking_index })
        .collect();
    let status_slips: Vec<_> = slips
        .iter()
        .map(|slip| Slip {
            location_id: slip.location_id.as_str(),
            unique_id: &slip.unique_id,
            stocking_index: slip.stocking_index,
        })
        .collect();
    let Some(location_id) = stops.first().map(|stop| stop.id) else { return Vec::new() };
    // The result depends neither on the time of a drop-off nor on the driver.
    let at = Instant::from(DateTime::UNIX_EPOCH);
    let actions: Vec<_> = drop_offs
        .iter()
        .map(|drop_off| DriverAction {
            kind: Kind::Stocked,
            location_id,
            at,
            user: "",
            stocking_index: drop_off.stocking_index,
            packing_slip_id: drop_off.packing_slip_id.as_deref(),
            route: drop_off.route.as_deref(),
        })
        .collect();
    stop_status::compute_progress(&stops, &status_slips, &actions)
        .into_iter()
        .map(|progress| progress.stocked_at.is_some())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use strum::IntoEnumIterator;

    #[derive(Deserialize)]
    struct Case {
        name: String,
        slips: Vec<CaseSlip>,
        actions: Vec<Action>,
        done: Vec<bool>,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct CaseSlip {
        location_id: String,
        unique_id: String,
        stocking_index: u32,
        route: String,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Action {
        event_type: DriverActionType,
        location_id: String,
        data: DropOff,
    }

    fn stored(slip: &CaseSlip) -> PackingSlip {
        PackingSlip {
            location_id: slip.location_id.parse().unwrap(),
            unique_id: slip.unique_id.clone(),
            drop_off_date: "2026-11-23".parse().unwrap(),
            route: slip.route.clone(),
            stocking_index: slip.stocking_index,
            create_date: "2026-11-22".parse().unwrap(),
            slip_type: "ORDER".into(),
            client_code: "LARDER".into(),
            status: "PACKED".into(),
            tote_count: 1,
            occurred_at: "2026-11-22T20:00:00Z".parse().unwrap(),
        }
    }

    #[test]
    fn drops_are_complete_as_in_the_shared_cases() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../../cases/drop-done.json")).unwrap();
        for Case { name, slips, actions, done: expected } in cases {
            let found: Vec<bool> = slips
                .iter()
                .map(|slip| {
                    let same_location = |id: &str| id == slip.location_id;
                    let of_location: Vec<_> =
                        slips.iter().filter(|slip| same_location(&slip.location_id)).map(stored).collect();
                    let drop_offs: Vec<_> = actions
                        .iter()
                        .filter(|action| is_drop_off(action.event_type) && same_location(&action.location_id))
                        .map(|action| action.data.clone())
                        .collect();
                    let position = of_location.iter().position(|other| *other == stored(slip)).unwrap();
                    completed(&of_location, &drop_offs)[position]
                })
                .collect();
            assert_eq!(found, expected, "{name}");
        }
    }

    #[test]
    fn drop_off_types_are_the_types_that_mark_a_stop_as_stocked() {
        for event_type in DriverActionType::iter() {
            assert_eq!(is_drop_off(event_type), Kind::of(event_type) == Some(Kind::Stocked), "{event_type}");
        }
    }

    #[test]
    fn returns_nothing_without_slips() {
        assert!(completed(&[], &[DropOff::default()]).is_empty());
    }
}
