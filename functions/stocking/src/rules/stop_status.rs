//! How far a stop got: what drivers told of it, as one status. Source: the spec of fleet operations, section 4.4.
//!
//! In whatever order the actions come, and however often each, the status is the same: of each kind the newest counts.
//! The browser has the same machine; `cases/stop-status.json` holds both to the same answers.

use crate::driver_action::DriverActionType;
use serde::{Deserialize, Serialize};
use shared::Instant;
use std::collections::HashMap;

/// How far a stop got.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum StopStatus {
    /// Nobody told anything.
    NotStarted,
    /// The van's temperature was recorded, the slip not yet scanned.
    VanTemperatureSet,
    /// Scanned, not stocked.
    InProgress,
    /// Scanned, not stocked, and the same driver scanned something else later.
    Incomplete,
    /// Stocked.
    Completed,
    /// The driver could not get there, and scanned nothing.
    UnreachableIncomplete,
    /// The driver could not get there, and scanned the slip.
    UnreachableComplete,
    /// The fridge was emptied.
    ClearoutComplete,
    /// The fridge was taken out of service.
    ClearoutDecommissionComplete,
}

/// What of an action a status is made of.
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
    /// Which stocking of the location's day it is.
    pub stocking_index: u32,
}

/// A slip of the day: it says which stocking an action that names it is about.
#[derive(Clone, Copy, Debug)]
pub struct Slip<'a> {
    /// For where.
    pub location_id: &'a str,
    /// Its identity at the location.
    pub unique_id: &'a str,
    /// For which stocking.
    pub stocking_index: u32,
}

/// What a driver did at a location. Where it does not say at which stop, it is about all stops there.
#[derive(Clone, Copy, Debug)]
pub struct Deed<'a> {
    /// What.
    pub kind: Kind,
    /// Where.
    pub location_id: &'a str,
    /// When.
    pub at: Instant,
    /// Who.
    pub user: &'a str,
    /// At which stocking; it goes before what the slip says.
    pub stocking_index: Option<u32>,
    /// With which slip.
    pub packing_slip_id: Option<&'a str>,
    /// On which route.
    pub route: Option<&'a str>,
}

/// How far a stop got, and who took it there.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// How far.
    pub status: StopStatus,
    /// When its slip was scanned last.
    pub scanned_at: Option<Instant>,
    /// When it was stocked last.
    pub stocked_at: Option<Instant>,
    /// Who did what was done last.
    pub driver: Option<String>,
}

/// When something was done, and by whom; of two the later is greater.
type Mark<'a> = (Instant, &'a str);

/// What is known of a stop: the newest of each kind.
#[derive(Clone, Debug, Default)]
struct Facts<'a> {
    van_temperature: Option<Mark<'a>>,
    scan: Option<Mark<'a>>,
    stocked: Option<Mark<'a>>,
    unreachable: Option<Mark<'a>>,
    removal: Option<Mark<'a>>,
    decommission: Option<Mark<'a>>,
}

impl<'a> Facts<'a> {
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

    /// The status; `went_on` says whether whoever scanned the slip scanned something else later.
    fn status(&self, went_on: bool) -> StopStatus {
        if self.decommission.is_some() {
            StopStatus::ClearoutDecommissionComplete
        } else if self.removal.is_some() {
            StopStatus::ClearoutComplete
        } else if self.stocked.is_some() {
            StopStatus::Completed
        } else if self.unreachable.is_some() {
            if self.scan.is_some() { StopStatus::UnreachableComplete } else { StopStatus::UnreachableIncomplete }
        } else if self.scan.is_some() {
            if went_on { StopStatus::Incomplete } else { StopStatus::InProgress }
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

/// How far each of `stops` got, in their order.
pub fn progress(stops: &[Stop<'_>], slips: &[Slip<'_>], deeds: &[Deed<'_>]) -> Vec<Progress> {
    let mut at: HashMap<&str, Vec<(&Stop<'_>, Facts<'_>)>> = HashMap::new();
    for stop in stops {
        at.entry(stop.id).or_default().push((stop, Facts::default()));
    }
    let indexes: HashMap<(&str, &str), u32> =
        slips.iter().map(|slip| ((slip.location_id, slip.unique_id), slip.stocking_index)).collect();
    let mut last_scans: HashMap<&str, Instant> = HashMap::new();
    for deed in deeds {
        if deed.kind == Kind::Scan {
            let last = last_scans.entry(deed.user).or_insert(deed.at);
            *last = (*last).max(deed.at);
        }
        let of_slip = || deed.packing_slip_id.and_then(|slip| indexes.get(&(deed.location_id, slip)).copied());
        let index = deed.stocking_index.or_else(of_slip);
        let there = at.get_mut(deed.location_id).into_iter().flatten();
        let mut meant: Vec<_> =
            there.filter(|(stop, _)| index.is_none_or(|index| index == stop.stocking_index)).collect();
        // A driver who covers for another route is at the stop all the same.
        let of_route = |stop: &Stop<'_>| deed.route.is_some_and(|route| route.eq_ignore_ascii_case(stop.route));
        if meant.iter().any(|(stop, _)| of_route(stop)) {
            meant.retain(|(stop, _)| of_route(stop));
        }
        for (_, facts) in meant {
            facts.add(deed.kind, (deed.at, deed.user));
        }
    }
    let went_on = |facts: &Facts<'_>| {
        facts.scan.is_some_and(|(scanned, driver)| last_scans.get(driver).is_some_and(|last| *last > scanned))
    };
    let told = |facts: &Facts<'_>| Progress {
        status: facts.status(went_on(facts)),
        scanned_at: facts.scan.map(|(at, _)| at),
        stocked_at: facts.stocked.map(|(at, _)| at),
        driver: facts.newest().map(|(_, user)| user.to_owned()),
    };
    let same = |one: &Stop<'_>, other: &Stop<'_>| std::ptr::eq(one, other);
    let of = |stop: &Stop<'_>| at.get(stop.id).and_then(|there| there.iter().find(|(other, _)| same(stop, other)));
    stops.iter().filter_map(|stop| of(stop).map(|(_, facts)| told(facts))).collect()
}

impl Kind {
    /// What an action of this type tells of a stop; nothing where it is a dispatcher's decision.
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
        data: Told,
    }

    #[derive(Clone, Debug, Default, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Told {
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
        let deeds: Vec<_> = actions
            .iter()
            .filter_map(|action| {
                Some(Deed {
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
        progress(&stops, &slips, &deeds)
    }

    fn cases() -> Vec<Case> {
        serde_json::from_str(include_str!("../../cases/stop-status.json")).unwrap()
    }

    #[test]
    fn what_drivers_told_gives_the_documented_status() {
        for Case { name, stops, slips, actions, progress } in cases() {
            let told = serde_json::to_value(run(&stops, &slips, &actions)).unwrap();
            assert_eq!(told, progress, "{name}");
        }
    }

    /// A few stops of two routes, one of them stocked twice, and what two drivers may tell of them.
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
            data: Told { stocking_index, packing_slip_id: slip.map(Into::into), route: None },
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
        fn any_order_of_actions_and_any_told_twice_give_the_same_progress(
            (actions, shuffled) in day().prop_flat_map(|actions| {
                let twice = [actions.clone(), actions.iter().take(5).cloned().collect()].concat();
                (Just(actions), Just(twice).prop_shuffle())
            })
        ) {
            let (stops, slips) = plan();
            prop_assert_eq!(run(&stops, &slips, &actions), run(&stops, &slips, &shuffled));
        }

        /// The precedence of the spec, told of one stop without the machine's own code.
        #[test]
        fn the_status_is_that_of_the_spec(actions in day()) {
            use DriverActionType::{
                ClearOutDecommission, DropOffComplete, InventoryRemoval, LocationStocked, LocationUnreachable,
                PackingSlipQuery, VanTemperature,
            };
            let (stops, slips) = plan();
            let third = run(&stops, &slips, &actions).into_iter().nth(3).unwrap();
            let here = |kinds: &[DriverActionType]| {
                let of = |action: &&Action| {
                    action.location_id == "F3"
                        && kinds.contains(&action.event_type)
                        && action.data.stocking_index.is_none_or(|index| index == 1)
                };
                actions.iter().filter(of).map(|action| (action.created_at, action.user.clone())).max()
            };
            let scan = here(&[PackingSlipQuery]);
            let later = scan.as_ref().is_some_and(|(at, user)| {
                let later = |action: &Action| {
                    action.event_type == PackingSlipQuery && action.user == *user && action.created_at > *at
                };
                actions.iter().any(later)
            });
            let mut expected = StopStatus::NotStarted;
            if here(&[VanTemperature]).is_some() { expected = StopStatus::VanTemperatureSet; }
            if scan.is_some() { expected = if later { StopStatus::Incomplete } else { StopStatus::InProgress }; }
            let stocked = here(&[LocationStocked, DropOffComplete]);
            if stocked.is_some() { expected = StopStatus::Completed; }
            if here(&[LocationUnreachable]).is_some() && stocked.is_none() {
                expected = match scan {
                    Some(_) => StopStatus::UnreachableComplete,
                    None => StopStatus::UnreachableIncomplete,
                };
            }
            if here(&[InventoryRemoval]).is_some() { expected = StopStatus::ClearoutComplete; }
            if here(&[ClearOutDecommission]).is_some() { expected = StopStatus::ClearoutDecommissionComplete; }
            prop_assert_eq!(third.status, expected);
        }
    }
}
