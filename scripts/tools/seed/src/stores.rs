//! Stores a fleet through the stores of the areas that own the tables.

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

/// The number of locations in one page of the fleet.
const PAGE_SIZE: u32 = 2500;
/// The author of the seeder's changes in the history.
const SEEDER: &str = "seed";
/// The maximum number of users whose permissions are granted concurrently.
const USER_CONCURRENCY: usize = 6;

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
    /// The ids of the stored locations.
    ///
    /// # Errors
    /// If a table cannot be read or written. The same applies to the functions below.
    pub async fn location_ids(&self) -> Result<HashSet<LocationId>> {
        let (mut ids, mut next) = (HashSet::new(), None);
        loop {
            let page = self.locations.fleet::<OpsLocation>(None, PAGE_SIZE, next.as_deref()).await?;
            ids.extend(page.items.into_iter().map(|location| location.id));
            next = page.next_token;
            if next.is_none() {
                return Ok(ids);
            }
        }
    }

    /// Stores the locations of `fleet` that are not in `stored`, and returns them. Locations are stored after their
    /// history and scheduled changes, so that a stored location is always complete.
    pub async fn store_fleet(&self, mut fleet: Fleet, stored: &HashSet<LocationId>, now: Instant) -> Result<Fleet> {
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

    /// Whether a route of this day is stored.
    pub async fn has_routes(&self, date: NaiveDate) -> Result<bool> {
        Ok(!self.route_days.routes_after(date, None, None).await?.items.is_empty())
    }

    /// Stores the routes of past days, unless routes of the first of these days are stored.
    pub async fn store_past_routes(&self, days: &[RouteDay], now: Instant) -> Result<()> {
        let Some(first) = days.first() else { return Ok(()) };
        if !self.has_routes(first.stocking_date).await? {
            self.route_days.put_all(days, stops::PLANNER, now).await?;
        }
        Ok(())
    }

    /// Stores the packing slips, and the routes of `days` that are not stored. Returns the number of stored routes.
    pub async fn store_routes_and_slips(
        &self,
        days: &[RouteDay],
        slips: &[PackingSlip],
        now: Instant,
    ) -> Result<usize> {
        self.slips.put_all(slips).await?;
        Ok(self.route_days.put_missing(days, stops::PLANNER, now).await?)
    }

    /// Stores the names that users can select for a location.
    pub async fn store_names(&self) -> Result<()> {
        Ok(self.names.put_all(&catalog::names()).await?)
    }

    /// Grants each user the permissions of their profile, and sets their feature flags.
    pub async fn grant_permissions_and_flags(&self, staff: &[User], now: Instant) -> Result<()> {
        stream::iter(staff)
            .map(|user| self.grant_permissions(user, now))
            .buffer_unordered(USER_CONCURRENCY)
            .try_collect::<()>()
            .await?;
        let flags = |user: &User| {
            let flags = staff::flags(&user.profile).iter().map(|flag| (*flag).to_owned());
            (user.email.clone(), flags.collect())
        };
        Ok(self.flags.put_all(&staff.iter().map(flags).collect::<Vec<_>>()).await?)
    }

    async fn grant_permissions(&self, user: &User, now: Instant) -> Result<()> {
        let found = self.directory.by_email(&user.email).await?;
        let member = found.with_context(|| format!("{} is not in the user pool", user.email))?;
        let permit = Permit::system(SEEDER);
        let granted: BTreeSet<_> = self.permissions.actions_of(&member.user).await?;
        for action in staff::actions(&user.profile).into_iter().filter(|action| !granted.contains(action)) {
            let whom = (member.user.as_str(), member.email.as_str());
            self.permissions.grant(&self.audit, &permit, now, whom, action).await?;
        }
        Ok(())
    }
}
