//! Writes a fleet, through the stores of the areas that own the tables.

use crate::{catalog, fleet::Fleet, staff, stops};
use anyhow::{Context, Result};
use chrono::NaiveDate;
use futures::{StreamExt, TryStreamExt, stream};
use locations::{
    device_address::DeviceAddressStore,
    model::{LocationId, OpsLocation},
    names::NameStore,
    store::LocationStore,
};
use routes::{model::RouteDay, store::RouteStopStore};
use schedules::store::ScheduleStore;
use shared::{
    Environment, FromEnvironment, Instant, Permit,
    audit::{AuditTable, Subject},
    permissions::PermissionStore,
};
use stack::User;
use std::collections::{BTreeSet, HashSet};
use stocking::{model::PackingSlip, store::PackingSlipStore};
use users::{directory::Directory, flags::FlagStore};

/// Lines of the fleet that are read at once.
const PAGE: u32 = 2500;
/// The name of the seeder in history.
const SEEDER: &str = "seed";
/// Members of staff who are looked after at once.
const STAFF_AT_ONCE: usize = 6;

/// The stores of a stack.
#[derive(Debug)]
pub struct Stores {
    locations: LocationStore,
    addresses: DeviceAddressStore,
    names: NameStore,
    audit: AuditTable,
    changes: ScheduleStore,
    route_days: RouteStopStore,
    slips: PackingSlipStore,
    permissions: PermissionStore,
    flags: FlagStore,
    directory: Directory,
}

impl FromEnvironment for Stores {
    fn from_environment(environment: &Environment) -> shared::Result<Self> {
        Ok(Self {
            locations: LocationStore::from_environment(environment)?,
            addresses: DeviceAddressStore::from_environment(environment)?,
            names: NameStore::from_environment(environment)?,
            audit: AuditTable::from_environment(environment)?,
            changes: ScheduleStore::from_environment(environment)?,
            route_days: RouteStopStore::from_environment(environment)?,
            slips: PackingSlipStore::from_environment(environment)?,
            permissions: PermissionStore::from_environment(environment)?,
            flags: FlagStore::from_environment(environment)?,
            directory: Directory::from_environment(environment)?,
        })
    }
}

impl Stores {
    /// The locations that are stored.
    ///
    /// # Errors
    /// Where the table cannot be read; likewise below.
    pub async fn stored(&self) -> Result<HashSet<LocationId>> {
        let (mut ids, mut next) = (HashSet::new(), None);
        loop {
            let page = self.locations.fleet::<OpsLocation>(None, PAGE, next.as_deref()).await?;
            ids.extend(page.items.into_iter().map(|location| location.id));
            next = page.next_token;
            if next.is_none() {
                return Ok(ids);
            }
        }
    }

    /// Stores those locations of `fleet` that `stored` does not name, each after its history and its scheduled changes:
    /// a location that is there is there with all that belongs to it.
    pub async fn fill(&self, mut fleet: Fleet, stored: &HashSet<LocationId>, now: Instant) -> Result<Fleet> {
        fleet.locations.retain(|location| !stored.contains(&location.id));
        let missing: HashSet<&LocationId> = fleet.locations.iter().map(|location| &location.id).collect();
        let subjects: HashSet<String> = missing.iter().map(|id| Subject::Location(id.as_str()).to_string()).collect();
        fleet.history.retain(|entry| subjects.contains(&entry.subject));
        fleet.changes.retain(|unit| missing.contains(&unit.lead.id));
        self.audit.put_all(&fleet.history).await?;
        self.changes.put_all(&fleet.changes, now).await?;
        self.addresses.put_all(&fleet.locations, SEEDER, now).await?;
        self.locations.put_all(&fleet.locations).await?;
        Ok(fleet)
    }

    /// Whether any route is stored for that day.
    pub async fn has_routes(&self, date: NaiveDate) -> Result<bool> {
        Ok(!self.route_days.after(date, None).await?.items.is_empty())
    }

    /// Stores the routes of days that are over, unless the first of them is stored.
    pub async fn look_back(&self, days: &[RouteDay], now: Instant) -> Result<()> {
        let Some(first) = days.first() else { return Ok(()) };
        if !self.has_routes(first.stocking_date).await? {
            self.route_days.put_all(days, stops::PLANNER, now).await?;
        }
        Ok(())
    }

    /// Stores those of `days` that are not there, and what was packed for them; answers how many days were not there.
    pub async fn plan(&self, days: &[RouteDay], slips: &[PackingSlip], now: Instant) -> Result<usize> {
        self.slips.put_all(slips).await?;
        Ok(self.route_days.put_missing(days, stops::PLANNER, now).await?)
    }

    /// Stores the names that searches offer.
    pub async fn offer_names(&self) -> Result<()> {
        Ok(self.names.put_all(&catalog::names()).await?)
    }

    /// Grants every member of staff what their profile may do.
    pub async fn equip(&self, staff: &[User], now: Instant) -> Result<()> {
        stream::iter(staff)
            .map(|user| self.grant(user, now))
            .buffer_unordered(STAFF_AT_ONCE)
            .try_collect::<()>()
            .await?;
        let flags = |user: &User| {
            let flags = staff::flags(&user.profile).iter().map(|flag| (*flag).to_owned());
            (user.email.clone(), flags.collect())
        };
        Ok(self.flags.put_all(&staff.iter().map(flags).collect::<Vec<_>>()).await?)
    }

    async fn grant(&self, user: &User, now: Instant) -> Result<()> {
        let found = self.directory.by_email(&user.email).await?;
        let member = found.with_context(|| format!("{} is not in the user pool", user.email))?;
        let permit = Permit::system(SEEDER);
        let granted: BTreeSet<_> = self.permissions.granted(&member.user).await?;
        for action in staff::actions(&user.profile).into_iter().filter(|action| !granted.contains(action)) {
            let whom = (member.user.as_str(), member.email.as_str());
            self.permissions.grant(&self.audit, &permit, now, whom, action).await?;
        }
        Ok(())
    }
}
