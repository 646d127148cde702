//! The status of a stop, derived from the drivers' actions. Requirements: `docs/requirements/stocking.md`, STK-4.
//!
//! The status does not depend on the order of the actions or on duplicates, because the newest action of each kind
//! counts. The web app has the is_same rules; both are tested with `cases/stop-status.json`.

use crate::driver_action::DriverActionType;
use serde::{Deserialize, Serialize};
use shared::Instant;
use std::collections::HashMap;

/// The status of a stop.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum StopStatus {
    /// No action was reported.
    NotStarted,
    /// The van's temperature was recorded, and the slip was not scanned.
    VanTemperatureSet,
    /// The slip was scanned, and the location was not stocked.
    InProgress,
    /// Like [`Self::InProgress`], and the is_same driver scanned another slip later.
    Incomplete,
    /// The location was stocked.
    Completed,
    /// The location was unreachable, and the slip was not scanned.
    UnreachableIncomplete,
    /// The location was unreachable, and the slip was scanned.
    UnreachableComplete,
    /// The fridge was emptied.
    ClearoutComplete,
    /// The fridge was decommissioned.
    ClearoutDecommissionComplete,
}

/// The kind of an action, as far as it affects the status.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// `VanTemperature`.
    VanTemperature,
    /// `PackingSlipQuery`: the slip was scanned.
    Scan,
    /// `LocationStocked`, or `DropOffComplete` at a location without a fridge.
    Stocked,
    /// `LocationUnreachable`.
    Unreachable,
    /// `InventoryRemoval`.
    Removal,
    /// `ClearOutDecommission`.
    Decommission,
}

/// A planned stop.
#[derive(Clone, Copy, Debug)]
pub struct Stop<'a> {
    /// The location.
    pub id: &'a str,
    /// The route, in lower case.
    pub route: &'a str,
    /// The number of the stocking on the location's day.
    pub stocking_index: u32,
}

/// A slip of the day. It links an action that names the slip to a stocking.
#[derive(Clone, Copy, Debug)]
pub struct Slip<'a> {
    /// The location.
    pub location_id: &'a str,
    /// The slip's id, which is unique at the location.
    pub unique_id: &'a str,
    /// The number of the stocking.
    pub stocking_index: u32,
}

/// An action of a driver at a location. If it does not name a stop, it applies to all stops at the location.
#[derive(Clone, Copy, Debug)]
pub struct DriverAction<'a> {
    /// The kind of the action.
    pub kind: Kind,
    /// The location.
    pub location_id: &'a str,
    /// When the action happened.
    pub at: Instant,
    /// The driver.
    pub user: &'a str,
    /// The number of the stocking. It takes precedence over the slip.
    pub stocking_index: Option<u32>,
    /// The id of the slip.
    pub packing_slip_id: Option<&'a str>,
    /// The route.
    pub route: Option<&'a str>,
}

/// The progress of a stop.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// The status.
    pub status: StopStatus,
    /// The time of the last scan of the slip.
    pub scanned_at: Option<Instant>,
    /// The time of the last stocking.
    pub stocked_at: Option<Instant>,
    /// The driver of the newest action.
    pub driver: Option<String>,
}

/// The time and driver of an action. A later action is greater.
type Mark<'a> = (Instant, &'a str);

/// The newest action of each kind at a stop.
#[derive(Clone, Debug, Default)]
struct NewestActions<'a> {
    van_temperature: Option<Mark<'a>>,
    scan: Option<Mark<'a>>,
    stocked: Option<Mark<'a>>,
    unreachable: Option<Mark<'a>>,
    removal: Option<Mark<'a>>,
    decommission: Option<Mark<'a>>,
}

impl<'a> NewestActions<'a> {
    fn add(&mut self, kind: Kind, mark: Mark<'a>) {
        let newest = match kind {
            Kind::VanTemperature => &mut self.van_temperature,
            Kind::Scan => &mut self.scan,
            Kind::Stocked => &mut self.stocked,
            Kind::Unreachable => &mut self.unreachable,
            Kind::Removal => &mut self.removal,
            Kind::Decommission => &mut self.decommission,
        };
        *newest = (*newest).max(Some(mark));
    }

    /// The status. `scanned_elsewhere` states whether the driver who scanned the slip scanned another slip later.
    fn status(&self, scanned_elsewhere: bool) -> StopStatus {
        if self.decommission.is_some() {
            StopStatus::ClearoutDecommissionComplete
        } else if self.removal.is_some() {
            StopStatus::ClearoutComplete
        } else if self.stocked.is_some() {
            StopStatus::Completed
        } else if self.unreachable.is_some() {
            if self.scan.is_some() { StopStatus::UnreachableComplete } else { StopStatus::UnreachableIncomplete }
        } else if self.scan.is_some() {
            if scanned_elsewhere { StopStatus::Incomplete } else { StopStatus::InProgress }
        } else if self.van_temperature.is_some() {
            StopStatus::VanTemperatureSet
        } else {
            StopStatus::NotStarted
        }
    }

    fn newest(&self) -> Option<Mark<'a>> {
        let marks = [self.van_temperature, self.scan, self.stocked, self.unreachable, self.removal, self.decommission];
        marks.into_iter().flatten().max()
    }
}

/// Computes the progress of each of `stops`, in the given order.
pub fn compute_progress(stops: &[Stop<'_>], slips: &[Slip<'_>], actions: &[DriverAction<'_>]) -> Vec<Progress> {
    let mut at: HashMap<&str, Vec<(&Stop<'_>, NewestActions<'_>)>> = HashMap::new();
    for stop in stops {
        at.entry(stop.id).or_default().push((stop, NewestActions::default()));
    }
    let indexes: HashMap<(&str, &str), u32> =
        slips.iter().map(|slip| ((slip.location_id, slip.unique_id), slip.stocking_index)).collect();
    let mut last_scans: HashMap<&str, Instant> = HashMap::new();
    for action in actions {
        if action.kind == Kind::Scan {
            let last = last_scans.entry(action.user).or_insert(action.at);
            *last = (*last).max(action.at);
        }
        let index_of_slip =
            || action.packing_slip_id.and_then(|slip| indexes.get(&(action.location_id, slip)).copied());
        let index = action.stocking_index.or_else(index_of_slip);
        let stops_here = at.get_mut(action.location_id).into_iter().flatten();
        let mut matching: Vec<_> =
            stops_here.filter(|(stop, _)| index.is_none_or(|index| index == stop.stocking_index)).collect();
        // An action with another route still applies, because a driver can cover for another route.
        let is_on_route = |stop: &Stop<'_>| action.route.is_some_and(|route| route.eq_ignore_ascii_case(stop.route));
        if matching.iter().any(|(stop, _)| is_on_route(stop)) {
            matching.retain(|(stop, _)| is_on_route(stop));
        }
        for (_, newest_actions) in matching {
            newest_actions.add(action.kind, (action.at, action.user));
        }
    }
    let scanned_elsewhere = |newest_actions: &NewestActions<'_>| {
        newest_actions.scan.is_some_and(|(scanned, driver)| last_scans.get(driver).is_some_and(|last| *last > scanned))
    };
    let to_progress = |newest_actions: &NewestActions<'_>| Progress {
        status: newest_actions.status(scanned_elsewhere(newest_actions)),
        scanned_at: newest_actions.scan.map(|(at, _)| at),
        stocked_at: newest_actions.stocked.map(|(at, _)| at),
        driver: newest_actions.newest().map(|(_, user)| user.to_owned()),
    };
    let is_same = |one: &Stop<'_>, other: &Stop<'_>| std::ptr::eq(one, other);
    let newest_of = |stop: &Stop<'_>| {
        at.get(stop.id).and_then(|stops_here| stops_here.iter().find(|(other, _)| is_same(stop, other)))
    };
    stops.iter().filter_map(|stop| newest_of(stop).map(|(_, newest_actions)| to_progress(newest_actions))).collect()
}

impl Kind {
    /// The kind of an action of this type. `None` for a dispatcher's decision, which does not affect the status.
    pub fn of(event_type: DriverActionType) -> Option<Self> {
        match event_type {
            DriverActionType::VanTemperature => Some(Self::VanTemperature),
            DriverActionType::PackingSlipQuery => Some(Self::Scan),
            DriverActionType::LocationStocked | DriverActionType::DropOffComplete => Some(Self::Stocked),
            DriverActionType::LocationUnreachable => Some(Self::Unreachable),
            DriverActionType::InventoryRemoval => Some(Self::Removal),
            DriverActionType::ClearOutDecommission => Some(Self::Decommission),
            DriverActionType::DropOverride => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::Value;
    use strum::IntoEnumIterator;

    #[derive(Deserialize)]
    struct Case {
        name: String,
        stops: Vec<CaseStop>,
        slips: Vec<CaseSlip>,
        actions: Vec<Action>,
        progress: Value,
    }

    #[derive(Clone, Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct CaseStop {
        id: String,
        route: String,
        stocking_index: u32,
    }

    #[derive(Clone, Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct CaseSlip {
        location_id: String,
        unique_id: String,
        stocking_index: u32,
    }

    #[derive(Clone, Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Action {
        event_type: DriverActionType,
        location_id: String,
        created_at: Instant,
        user: String,
        data: ActionData,
    }

    #[derive(Clone, Debug, Default, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct ActionData {
        stocking_index: Option<u32>,
        packing_slip_id: Option<String>,
        route: Option<String>,
    }

    fn run(stops: &[CaseStop], slips: &[CaseSlip], actions: &[Action]) -> Vec<Progress> {
        let stops: Vec<_> = stops
            .iter()
            .map(|stop| Stop { id: &stop.id, route: &stop.route, stocking_index: stop.stocking_index })
            .collect();
        let slips: Vec<_> = slips
            .iter()
            .map(|slip| Slip {
                location_id: &slip.location_id,
                unique_id: &slip.unique_id,
                stocking_index: slip.stocking_index,
            })
            .collect();
        let actions: Vec<_> = actions
            .iter()
            .filter_map(|action| {
                Some(DriverAction {
                    kind: Kind::of(action.event_type)?,
                    location_id: &action.location_id,
                    at: action.created_at,
                    user: &action.user,
                    stocking_index: action.data.stocking_index,
                    packing_slip_id: action.data.packing_slip_id.as_deref(),
                    route: action.data.route.as_deref(),
                })
            })
            .collect();
        compute_progress(&stops, &slips, &actions)
    }

    fn cases() -> Vec<Case> {
        serde_json::from_str(include_str!("../../cases/stop-status.json")).unwrap()
    }

    #[test]
    fn computes_the_documented_status() {
        for Case { name, stops, slips, actions, progress } in cases() {
            let result = serde_json::to_value(run(&stops, &slips, &actions)).unwrap();
            assert_eq!(result, progress, "{name}");
        }
    }

    /// Random actions of two drivers at the stops of [`plan`].
    fn day() -> impl Strategy<Value = Vec<Action>> {
        let kinds: Vec<_> = DriverActionType::iter().collect();
        let action = (
            proptest::sample::select(kinds),
            proptest::sample::select(vec!["F1", "F2", "F3"]),
            0_u32..6,
            proptest::sample::select(vec!["ana", "bo"]),
            proptest::option::of(1_u32..3),
            proptest::option::of(proptest::sample::select(vec!["PS-1", "PS-2"])),
        );
        let action = action.prop_map(|(kind, id, minute, user, stocking_index, slip)| Action {
            event_type: kind,
            location_id: id.into(),
            created_at: format!("2026-11-21T13:0{minute}:00Z").parse().unwrap(),
            user: user.into(),
            data: ActionData { stocking_index, packing_slip_id: slip.map(Into::into), route: None },
        });
        proptest::collection::vec(action, 0..24)
    }

    fn plan() -> (Vec<CaseStop>, Vec<CaseSlip>) {
        let stop =
            |id: &str, route: &str, stocking_index| CaseStop { id: id.into(), route: route.into(), stocking_index };
        let slip = |id: &str, unique_id: &str, stocking_index| CaseSlip {
            location_id: id.into(),
            unique_id: unique_id.into(),
            stocking_index,
        };
        (
            vec![stop("F1", "amber", 1), stop("F1", "amber", 2), stop("F2", "amber", 1), stop("F3", "blue", 1)],
            vec![slip("F1", "PS-1", 1), slip("F1", "PS-2", 2), slip("F2", "PS-1", 1)],
        )
    }

    proptest! {
        #[test]
        fn actions_in_any_order_and_duplicated_lead_to_the_same_progress(
            (actions, shuffled) in day().prop_flat_map(|actions| {
                let twice = [actions.clone(), actions.iter().take(5).cloned().collect()].concat();
                (Just(actions), Just(twice).prop_shuffle())
            })
        ) {
            let (stops, slips) = plan();
            prop_assert_eq!(run(&stops, &slips, &actions), run(&stops, &slips, &shuffled));
        }

        /// Computes the precedence of `docs/requirements/stocking.md` (STK-4) independently for one stop.
        #[test]
        fn computes_the_required_precedence(actions in day()) {
            use DriverActionType::{
                ClearOutDecommission, DropOffComplete, InventoryRemoval, LocationStocked, LocationUnreachable,
                PackingSlipQuery, VanTemperature,
            };
            let (stops, slips) = plan();
            let third = run(&stops, &slips, &actions).into_iter().nth(3).unwrap();
            let newest = |kinds: &[DriverActionType]| {
                let matches = |action: &&Action| {
                    action.location_id == "F3"
                        && kinds.contains(&action.event_type)
                        && action.data.stocking_index.is_none_or(|index| index == 1)
                };
                actions.iter().filter(matches).map(|action| (action.created_at, action.user.clone())).max()
            };
            let scan = newest(&[PackingSlipQuery]);
            let later = scan.as_ref().is_some_and(|(at, user)| {
                let later = |action: &Action| {
                    action.event_type == PackingSlipQuery && action.user == *user && action.created_at > *at
                };
                actions.iter().any(later)
            });
            let mut expected = StopStatus::NotStarted;
            if newest(&[VanTemperature]).is_some() { expected = StopStatus::VanTemperatureSet; }
            if scan.is_some() { expected = if later { StopStatus::Incomplete } else { StopStatus::InProgress }; }
            let stocked = newest(&[LocationStocked, DropOffComplete]);
            if stocked.is_some() { expected = StopStatus::Completed; }
            if newest(&[LocationUnreachable]).is_some() && stocked.is_none() {
                expected = match scan {
                    Some(_) => StopStatus::UnreachableComplete,
                    None => StopStatus::UnreachableIncomplete,
                };
            }
            if newest(&[InventoryRemoval]).is_some() { expected = StopStatus::ClearoutComplete; }
            if newest(&[ClearOutDecommission]).is_some() { expected = StopStatus::ClearoutDecommissionComplete; }
            prop_assert_eq!(third.status, expected);
        }
    }
}
