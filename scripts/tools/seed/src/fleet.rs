//! Generates the fleet. Pure: the same size and day give exactly the same fleet.

use crate::{
    changes,
    fridge::{self, Plan, Stage},
    history,
    metros::{self, Metro},
    places, routes,
    sites::{self, Site},
};
use anyhow::{Context, Result};
use chrono::NaiveDate;
use fastrand::Rng;
use locations::model::{Location, LocationId};
use schedules::model::Unit;
use shared::audit::Entry;
use std::collections::BTreeMap;

/// The seed of all random values.
const SEED: u64 = 0x1A2D_E200;
/// One location in this many is a wholesale customer.
const WHOLESALE_ONE_IN: u32 = 40;

/// The locations of a fleet with their history and scheduled changes.
#[derive(Debug)]
pub struct Fleet {
    /// The locations.
    pub locations: Vec<Location>,
    /// Their history.
    pub history: Vec<Entry>,
    /// Their scheduled changes.
    pub changes: Vec<Unit>,
}

/// Generates a fleet of `size` locations on the day `today`.
///
/// A larger fleet contains the locations of a smaller one, so that the fleet of a stack can grow.
///
/// # Errors
/// If the ZIP code data has none of the metros, or a customer record is invalid.
pub fn generate(size: u32, today: NaiveDate) -> Result<Fleet> {
    let areas = metros::areas(&places::all());
    let mut metros: BTreeMap<&str, MetroState> = BTreeMap::new();
    let mut locations = Vec::new();
    for index in 0..size {
        let mut rng = rng(index, 0);
        let area = metros::choose(&areas, &mut rng).context("no metro was found")?;
        let metro = metros.entry(area.metro.code).or_default();
        let wholesale = index % WHOLESALE_ONE_IN == WHOLESALE_ONE_IN - 1;
        let id = metro.next_id(area.metro, wholesale)?;
        let site = sites::next_site(&mut metro.sites, area, index.into(), &mut rng).context("a metro has no places")?;
        let stage = if wholesale { Stage::Selling } else { Stage::random(&mut rng) };
        let plan = Plan { index, id, stage, metro: area.metro, site, today };
        let location = if wholesale {
            fridge::create_wholesale(&plan, &mut rng)?
        } else {
            fridge::create_fridge(&plan, &mut rng)?
        };
        site.fridges += 1;
        locations.push((area.metro, stage, location));
    }
    for code in metros.keys() {
        let of_metro = locations.iter_mut().filter(|(metro, stage, _)| metro.code == *code && is_visited(*stage));
        routes::assign_routes(code, of_metro.map(|(_, _, location)| location).collect());
    }
    let mut fleet = Fleet { locations: Vec::new(), history: Vec::new(), changes: Vec::new() };
    for (index, (_, _, mut location)) in (0..).zip(locations) {
        fleet.history.extend(history::create_history(&mut location, today, &mut rng(index, 1))?);
        fleet.changes.extend(changes::scheduled_changes(&location, today, &mut rng(index, 2))?);
        fleet.locations.push(location);
    }
    Ok(fleet)
}

/// The random generator for one purpose of one location. It is independent of all others.
fn rng(index: u32, purpose: u64) -> Rng {
    Rng::with_seed(SEED ^ (u64::from(index) << 8) ^ purpose)
}

/// Whether drivers visit locations in this stage.
fn is_visited(stage: Stage) -> bool {
    matches!(stage, Stage::Selling | Stage::Paused)
}

/// The sites and the numbers of locations that were generated in a metro so far.
#[derive(Debug, Default)]
struct MetroState {
    sites: Vec<Site>,
    fridges: u32,
    wholesale: u32,
}

impl MetroState {
    fn next_id(&mut self, metro: &Metro, wholesale: bool) -> Result<LocationId> {
        let count = if wholesale { &mut self.wholesale } else { &mut self.fridges };
        *count += 1;
        let id = if wholesale { format!("WS_{}_{count:02}", metro.code) } else { format!("{}_{count:04}", metro.code) };
        id.parse().map_err(anyhow::Error::msg)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::catalog;
    use locations::{
        model::{LocationStatus, LocationType},
        rules::{self, Context as EditContext, OfferedNames, Patch},
    };
    use schedules::model::ScheduleChangeState;
    use serde_json::{Map, Value};
    use std::{
        collections::{BTreeSet, HashSet},
        sync::LazyLock,
    };

    fn today() -> NaiveDate {
        "2026-11-21".parse().unwrap()
    }

    pub(crate) static FLEET: LazyLock<Fleet> = LazyLock::new(|| generate(2500, today()).unwrap());

    fn offered_names() -> OfferedNames {
        catalog::names().into_iter().collect()
    }

    /// The form with which staff would create the location.
    fn form(location: &Location) -> Map<String, Value> {
        let mut form = serde_json::to_value(location).unwrap();
        let form = form.as_object_mut().unwrap();
        let Some(Value::Object(address)) = form.remove("address") else { panic!("no address") };
        form.extend(address);
        let fields = [
            "id",
            "accessTo",
            "street",
            "city",
            "state",
            "zipCode",
            "baseCommission",
            "directions",
            "fridgeSchema",
            "workHours",
            "holidayScreenEnabled",
            "holidayScreenFridgeSpecific",
            "holidayScreenStartDate",
            "holidayScreenEndDate",
            "latitude",
            "longitude",
            "layoutName",
            "onlineDate",
            "percentage",
            "prettyName",
            "priceMapTemplate",
            "prod",
            "publicStatus",
            "reserve",
            "route",
            "stop",
            "status",
            "taxRate",
            "vertical",
            "timeZone",
            "stockingSchedule",
        ];
        form.retain(|name, _| fields.contains(&name.as_str()));
        // Only the server can retire a fridge.
        if location.status == LocationStatus::DEAD {
            form.insert("status".into(), "OFFLINE".into());
        }
        form.clone()
    }

    #[test]
    fn the_fleet_depends_on_the_size_and_the_day_only() {
        let json = |fleet: &Fleet| serde_json::to_string(&(&fleet.locations, &fleet.history)).unwrap();
        let (one, other) = (generate(200, today()).unwrap(), generate(200, today()).unwrap());
        assert_eq!(json(&one), json(&other));
        assert_eq!(one.changes, other.changes);
    }

    #[test]
    fn a_larger_fleet_contains_the_locations_of_a_smaller_one() {
        let small = generate(50, today()).unwrap();
        let key = |location: &Location| {
            format!("{:?}", (location.id.clone(), location.address.clone(), location.pretty_name.clone()))
        };
        let large: HashSet<_> = FLEET.locations.iter().map(key).collect();
        assert_eq!(small.locations.len(), 50);
        assert!(small.locations.iter().all(|location| large.contains(&key(location))));
    }

    #[test]
    fn every_location_can_be_created_with_the_form() {
        let (offered, now) = (offered_names(), fridge::midnight(today()));
        for location in &FLEET.locations {
            let mut form = form(location);
            // The form creates locations that are open every day. Other hours require an edit.
            let hours = form.remove("workHours").unwrap_or_default();
            let created = rules::create(&form, &offered, now).unwrap();
            let patch = Patch::parse(Map::from_iter([("workHours".to_owned(), hours)])).unwrap();
            let edited = rules::edit(&created, &patch, EditContext { offered: &offered, company_host_marker: "" });
            assert_eq!(edited.map(|edited| edited.hours), Ok(location.hours.clone()));
        }
    }

    #[test]
    fn ids_addresses_hostnames_readers_and_stops_are_unique() {
        let count = |values: BTreeSet<Option<&str>>| values.len();
        let fridges: Vec<_> =
            FLEET.locations.iter().filter(|l| l.kind == LocationType::FRIDGE && l.ip.is_some()).collect();
        let ids: BTreeSet<_> = FLEET.locations.iter().map(|location| &location.id).collect();
        assert_eq!(ids.len(), FLEET.locations.len());
        assert_eq!(count(fridges.iter().map(|location| location.ip.as_deref()).collect()), fridges.len());
        assert_eq!(count(fridges.iter().map(|location| location.hostname.as_deref()).collect()), fridges.len());
        let readers: Vec<_> = fridges.iter().filter_map(|location| location.device_address.as_deref()).collect();
        assert_eq!(count(readers.iter().copied().map(Some).collect()), readers.len());
        let stops: BTreeSet<_> = FLEET.locations.iter().filter_map(|l| Some((l.route.as_ref()?, l.stop))).collect();
        assert_eq!(stops.len(), FLEET.locations.iter().filter(|location| location.route.is_some()).count());
    }

    #[test]
    fn most_fridges_are_live_and_some_are_offline_or_dead() {
        let count = |status| FLEET.locations.iter().filter(|location| location.status == status).count();
        assert!((2000..2300).contains(&count(LocationStatus::LIVE)));
        assert!(count(LocationStatus::OFFLINE) > 100);
        assert!(count(LocationStatus::DEAD) > 20);
        let markets: BTreeSet<_> = FLEET.locations.iter().filter_map(|location| location.market.as_deref()).collect();
        assert_eq!(markets, ["MW", "NE", "S", "WC"].into());
    }

    #[test]
    fn pending_changes_can_be_applied_and_failed_ones_cannot() {
        let offered = offered_names();
        let context = EditContext { offered: &offered, company_host_marker: "" };
        for unit in &FLEET.changes {
            let location = FLEET.locations.iter().find(|location| location.id == unit.lead.id).unwrap();
            let applied = rules::edit(location, &unit.patch().unwrap(), context);
            assert_eq!(applied.is_ok(), unit.lead.state == ScheduleChangeState::Pending, "{:?} {applied:?}", unit.lead);
        }
        let failed = FLEET.changes.iter().filter(|unit| unit.lead.state == ScheduleChangeState::Failed).count();
        assert!((1..30).contains(&failed) && FLEET.changes.len() > 100);
        assert!(FLEET.changes.iter().any(|unit| unit.reason.is_some()));
    }

    #[test]
    fn history_has_an_entry_for_each_version() {
        for location in FLEET.locations.iter().take(100) {
            let subject = format!("LOCATION#{}", location.id);
            let entries: Vec<_> = FLEET.history.iter().filter(|entry| entry.subject == subject).collect();
            assert_eq!(u64::try_from(entries.len()), Ok(location.version));
            assert_eq!(entries.iter().map(|entry| entry.at).max(), Some(location.last_modified));
            assert!(entries.iter().all(|entry| !entry.changes.is_empty()), "{}", location.id);
        }
    }
}
