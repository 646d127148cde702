//! The fleet of a stack, and what its drivers have to do.

use crate::{
    driver::{self, Accounts, Slips, Step},
    fridge::{Fridge, Pace},
    measure::Stored,
};
use anyhow::Result;
use chrono::NaiveDate;
use chrono_tz::{America, Tz};
use health::model::Latest;
use locations::{
    model::{Location, LocationId, LocationStatus, LocationTimeZone, LocationType, OpsLocation},
    store::LocationStore,
};
use routes::store::RouteStopStore;
use serde::Deserialize;
use shared::{Environment, FromEnvironment, Instant};
use std::collections::{BTreeSet, HashMap};
use stocking::store::PackingSlipStore;
use users::directory::Directory;

/// Lines of the fleet that are read at once.
const PAGE: u32 = 2500;

/// Where a fleet and its routes are read.
#[derive(Debug)]
pub struct Fleet {
    locations: LocationStore,
    routes: RouteStopStore,
    slips: PackingSlipStore,
    health: Stored,
    directory: Directory,
}

impl FromEnvironment for Fleet {
    fn from_environment(environment: &Environment) -> shared::Result<Self> {
        Ok(Self {
            locations: LocationStore::from_environment(environment)?,
            routes: RouteStopStore::from_environment(environment)?,
            slips: PackingSlipStore::from_environment(environment)?,
            health: Stored::from_environment(environment)?,
            directory: Directory::from_environment(environment)?,
        })
    }
}

/// What is read of a location.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    id: LocationId,
    #[serde(rename = "type")]
    kind: LocationType,
    time_zone: LocationTimeZone,
}

impl Fleet {
    /// The fridges that sell, at most `count` of them, by id; as they stand at `now`, as far as chance alone tells.
    ///
    /// # Errors
    /// Where a table cannot be read; likewise below.
    pub async fn drawn(&self, count: usize, pace: &Pace, now: Instant) -> Result<Vec<Fridge>> {
        let (mut lines, mut next) = (Vec::new(), None);
        loop {
            let page = self.locations.fleet::<Line>(Some(LocationStatus::LIVE), PAGE, next.as_deref()).await?;
            lines.extend(page.items.into_iter().filter(|line| line.kind == LocationType::FRIDGE));
            next = page.next_token;
            if next.is_none() {
                break;
            }
        }
        lines.sort_by(|one, other| one.id.cmp(&other.id));
        lines.truncate(count);
        Ok(lines.into_iter().map(|line| Fridge::begin(line.id, zone(line.time_zone), pace, now)).collect())
    }

    /// The same fridges, as they stand at `now` after what is known of them, and when any of them told something last.
    pub async fn resumed(&self, count: usize, pace: &Pace, now: Instant) -> Result<(Vec<Fridge>, Option<Instant>)> {
        let mut fridges = self.drawn(count, pace, now).await?;
        let known = self.health.of(fridges.iter().map(|fridge| fridge.id().clone()).collect()).await?;
        let known: HashMap<LocationId, Latest> =
            known.into_iter().map(|latest| (latest.location_id.clone(), latest)).collect();
        for fridge in &mut fridges {
            if let Some(latest) = known.get(fridge.id()) {
                fridge.resume(&latest.health, latest.timestamp, now);
            }
        }
        Ok((fridges, known.values().map(|latest| latest.timestamp).max()))
    }

    /// The fridges that staff created and that have no customer record yet.
    pub async fn without_record(&self) -> Result<Vec<Location>> {
        let (mut ids, mut next) = (BTreeSet::new(), None);
        loop {
            let page = self.locations.fleet::<OpsLocation>(None, PAGE, next.as_deref()).await?;
            let fridges = page.items.into_iter().filter(|line| line.kind == LocationType::FRIDGE);
            ids.extend(fridges.filter(|line| line.routing_tag.is_none()).map(|line| line.id));
            next = page.next_token;
            if next.is_none() {
                return Ok(self.locations.get_all(ids).await?.into_values().collect());
            }
        }
    }

    /// What drivers do on a day, by route.
    pub async fn steps(&self, date: NaiveDate, seed: u64) -> Result<Vec<Step>> {
        let (slips, accounts) = (self.slips_of(date).await?, self.accounts().await?);
        let days = routes::day::whole_day(&self.routes, date).await?;
        let mut steps: Vec<Step> = days.iter().flat_map(|day| driver::day(day, &slips, seed)).collect();
        driver::call_by_accounts(&mut steps, &accounts);
        Ok(steps)
    }

    /// The accounts of drivers, and of everybody else in the user pool.
    pub async fn accounts(&self) -> Result<Accounts> {
        let (mut accounts, mut token) = (Accounts::new(), None);
        loop {
            let (members, next) = self.directory.page(token).await?;
            accounts.extend(members.into_iter().map(|one| (driver::user_of(&one.email).to_string(), one.user)));
            token = next;
            if token.is_none() {
                return Ok(accounts);
            }
        }
    }

    /// What is packed for a day.
    async fn slips_of(&self, date: NaiveDate) -> Result<Slips> {
        let (mut slips, mut after) = (Slips::new(), None::<String>);
        loop {
            let read = self.slips.after(date, after.as_deref()).await?;
            for (_, slip) in read.items {
                slips.entry((slip.location_id, slip.stocking_index)).or_default().push(slip.unique_id);
            }
            after = read.end;
            if after.is_none() {
                return Ok(slips);
            }
        }
    }
}

fn zone(zone: LocationTimeZone) -> Tz {
    match zone {
        LocationTimeZone::CHICAGO => America::Chicago,
        LocationTimeZone::NEWYORK => America::New_York,
        LocationTimeZone::DENVER => America::Denver,
        LocationTimeZone::LOSANGELES => America::Los_Angeles,
        LocationTimeZone::INDIANAPOLIS => America::Indiana::Indianapolis,
    }
}
