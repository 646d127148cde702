//! Reads the fleet and the drivers' routes from a stack.

use crate::{
    driver::{self, AccountIds, Slips, Step},
    fridge::{Fridge, Settings},
    measure::LatestReports,
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

/// The number of locations in one page of the fleet.
const PAGE_SIZE: u32 = 2500;

/// Reads the stores of a stack.
#[derive(Debug)]
pub struct Fleet {
    locations: LocationStore,
    routes: RouteStopStore,
    slips: PackingSlipStore,
    health: LatestReports,
    directory: Directory,
}

impl FromEnvironment for Fleet {
    fn from_environment(environment: &Environment) -> shared::Result<Self> {
        Ok(Self {
            locations: LocationStore::from_environment(environment)?,
            routes: RouteStopStore::from_environment(environment)?,
            slips: PackingSlipStore::from_environment(environment)?,
            health: LatestReports::from_environment(environment)?,
            directory: Directory::from_environment(environment)?,
        })
    }
}

/// The attributes of a location that the simulator needs.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct LocationRow {
    id: LocationId,
    #[serde(rename = "type")]
    kind: LocationType,
    time_zone: LocationTimeZone,
}

impl Fleet {
    /// The first `count` live fridges by id, with a random state at `now`.
    ///
    /// # Errors
    /// If a table cannot be read. The same applies to the functions below.
    pub async fn load(&self, count: usize, settings: &Settings, now: Instant) -> Result<Vec<Fridge>> {
        let (mut rows, mut next) = (Vec::new(), None);
        loop {
            let page =
                self.locations.fleet::<LocationRow>(Some(LocationStatus::LIVE), PAGE_SIZE, next.as_deref()).await?;
            rows.extend(page.items.into_iter().filter(|row| row.kind == LocationType::FRIDGE));
            next = page.next_token;
            if next.is_none() {
                break;
            }
        }
        rows.sort_by(|one, other| one.id.cmp(&other.id));
        rows.truncate(count);
        Ok(rows.into_iter().map(|row| Fridge::new(row.id, time_zone(row.time_zone), settings, now)).collect())
    }

    /// The same fridges with the state of their latest stored reports, and the time of the newest report of all.
    pub async fn load_with_state(
        &self,
        count: usize,
        settings: &Settings,
        now: Instant,
    ) -> Result<(Vec<Fridge>, Option<Instant>)> {
        let mut fridges = self.load(count, settings, now).await?;
        let latest = self.health.get(fridges.iter().map(|fridge| fridge.id().clone()).collect()).await?;
        let latest: HashMap<LocationId, Latest> =
            latest.into_iter().map(|latest| (latest.location_id.clone(), latest)).collect();
        for fridge in &mut fridges {
            if let Some(latest) = latest.get(fridge.id()) {
                fridge.restore(&latest.health, latest.timestamp, now);
            }
        }
        Ok((fridges, latest.values().map(|latest| latest.timestamp).max()))
    }

    /// The fridges without a customer record, which staff created.
    pub async fn without_customer_record(&self) -> Result<Vec<Location>> {
        let (mut ids, mut next) = (BTreeSet::new(), None);
        loop {
            let page = self.locations.fleet::<OpsLocation>(None, PAGE_SIZE, next.as_deref()).await?;
            let fridges = page.items.into_iter().filter(|row| row.kind == LocationType::FRIDGE);
            ids.extend(fridges.filter(|row| row.routing_tag.is_none()).map(|row| row.id));
            next = page.next_token;
            if next.is_none() {
                return Ok(self.locations.get_all(ids).await?.into_values().collect());
            }
        }
    }

    /// The steps of all drivers on a day, by route.
    pub async fn driver_steps(&self, date: NaiveDate, seed: u64) -> Result<Vec<Step>> {
        let (slips, accounts) = (self.slips_of(date).await?, self.account_ids().await?);
        let days = self.routes.all(date).await?;
        let mut steps: Vec<Step> = days.iter().flat_map(|day| driver::simulate_day(day, &slips, seed)).collect();
        driver::use_account_ids(&mut steps, &accounts);
        Ok(steps)
    }

    /// The account ids of all users in the user pool, drivers included.
    pub async fn account_ids(&self) -> Result<AccountIds> {
        let (mut accounts, mut token) = (AccountIds::new(), None);
        loop {
            let (members, next) = self.directory.page(token).await?;
            accounts.extend(members.into_iter().map(|one| (driver::user_of(&one.email).to_string(), one.user)));
            token = next;
            if token.is_none() {
                return Ok(accounts);
            }
        }
    }

    /// The packing slips of a day.
    async fn slips_of(&self, date: NaiveDate) -> Result<Slips> {
        let (mut slips, mut after) = (Slips::new(), None::<String>);
        loop {
            let read = self.slips.list_after(date, after.as_deref()).await?;
            for (_, slip) in read.items {
                slips.entry((slip.location_id, slip.stocking_index)).or_default().push(slip.unique_id);
            }
            after = read.cursor;
            if after.is_none() {
                return Ok(slips);
            }
        }
    }
}

fn time_zone(zone: LocationTimeZone) -> Tz {
    match zone {
        LocationTimeZone::CHICAGO => America::Chicago,
        LocationTimeZone::NEWYORK => America::New_York,
        LocationTimeZone::DENVER => America::Denver,
        LocationTimeZone::LOSANGELES => America::Los_Angeles,
        LocationTimeZone::INDIANAPOLIS => America::Indiana::Indianapolis,
    }
}
