//! Which drops of a location are done, by the same rule as the dashboard's stops.
//!
//! A slip's drop is done when its stocking is: all slips of a stocking are dropped off together, whichever of them the
//! driver's report names. The browser has the same rule; `cases/drop-done.json` holds both to the same results.

use super::stop_status::{self, Deed, Kind, Slip, Stop};
use crate::{driver_action::DriverActionType, model::PackingSlip};
use chrono::DateTime;
use serde::{Deserialize, Serialize};
use shared::Instant;

/// A driver's report that a location was stocked, or that a drop-off there is complete: which stocking it is about, as
/// far as the report says.
#[derive(Clone, Debug, Default, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DropOff {
    /// The stocking; it takes precedence over the slip.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stocking_index: Option<u32>,
    /// The slip, which belongs to a stocking.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub packing_slip_id: Option<String>,
    /// The route, which decides where stockings of several routes are possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route: Option<String>,
}

/// The types of actions that report that something was dropped off: at a fridge, and at a location without one.
pub const DROP_OFFS: [DriverActionType; 2] = [DriverActionType::LocationStocked, DriverActionType::DropOffComplete];

/// Whether an action of this type reports that something was dropped off.
pub fn is_drop_off(event_type: DriverActionType) -> bool {
    DROP_OFFS.contains(&event_type)
}

/// Of each slip of one location's day, in their order, whether its drop is done. `drop_offs` are the reports of that
/// location and day.
pub fn done(slips: &[PackingSlip], drop_offs: &[DropOff]) -> Vec<bool> {
    let stops: Vec<_> = slips
        .iter()
        .map(|slip| Stop { id: slip.location_id.as_str(), route: &slip.route, stocking_index: slip.stocking_index })
        .collect();
    let named: Vec<_> = slips
        .iter()
        .map(|slip| Slip {
            location_id: slip.location_id.as_str(),
            unique_id: &slip.unique_id,
            stocking_index: slip.stocking_index,
        })
        .collect();
    let Some(location_id) = stops.first().map(|stop| stop.id) else { return Vec::new() };
    // The result does not depend on when a drop-off was reported, nor by whom.
    let at = Instant::from(DateTime::UNIX_EPOCH);
    let deeds: Vec<_> = drop_offs
        .iter()
        .map(|drop_off| Deed {
            kind: Kind::Stocked,
            location_id,
            at,
            user: "",
            stocking_index: drop_off.stocking_index,
            packing_slip_id: drop_off.packing_slip_id.as_deref(),
            route: drop_off.route.as_deref(),
        })
        .collect();
    stop_status::progress(&stops, &named, &deeds).into_iter().map(|progress| progress.stocked_at.is_some()).collect()
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
    fn drops_are_done_as_the_shared_cases_say() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../../cases/drop-done.json")).unwrap();
        for Case { name, slips, actions, done: expected } in cases {
            let found: Vec<bool> = slips
                .iter()
                .map(|slip| {
                    let here = |id: &str| id == slip.location_id;
                    let of_location: Vec<_> = slips.iter().filter(|slip| here(&slip.location_id)).map(stored).collect();
                    let drop_offs: Vec<_> = actions
                        .iter()
                        .filter(|action| is_drop_off(action.event_type) && here(&action.location_id))
                        .map(|action| action.data.clone())
                        .collect();
                    let place = of_location.iter().position(|other| *other == stored(slip)).unwrap();
                    done(&of_location, &drop_offs)[place]
                })
                .collect();
            assert_eq!(found, expected, "{name}");
        }
    }

    #[test]
    fn drop_offs_are_the_types_that_make_a_stop_stocked() {
        for event_type in DriverActionType::iter() {
            assert_eq!(is_drop_off(event_type), Kind::of(event_type) == Some(Kind::Stocked), "{event_type}");
        }
    }

    #[test]
    fn no_slip_has_no_result() {
        assert!(done(&[], &[DropOff::default()]).is_empty());
    }
}
