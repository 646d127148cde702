//! A cache of existing locations for the lifetime of the function. Locations are never deleted (a retired one is
//! `DEAD`). Missing locations are not cached, so that a new location is found immediately.

use chrono::Duration;
use locations::{model::LocationId, store::LocationStore};
use shared::{Instant, Result};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{Mutex, PoisonError},
};

/// How long an entry is valid. A manual change of the table takes effect after this time.
const ENTRY_LIFETIME: Duration = Duration::hours(1);
/// Maximum number of entries: about 10 MB.
const MAX_ENTRIES: usize = 100_000;

/// The ids of existing locations, by the ids in messages, which can differ in case.
#[derive(Debug, Default)]
pub(crate) struct LocationCache(Mutex<HashMap<LocationId, (LocationId, Instant)>>);

impl LocationCache {
    /// Resolves those of `ids` that exist to the ids with which the locations were created.
    pub(crate) async fn resolve(
        &self,
        store: &LocationStore,
        ids: impl Iterator<Item = &LocationId>,
        now: Instant,
    ) -> Result<BTreeMap<LocationId, LocationId>> {
        let (mut known, missing) = self.cached(ids, now);
        if !missing.is_empty() {
            let found = store.resolve(missing).await?;
            self.add(&found, now);
            known.extend(found);
        }
        Ok(known)
    }

    fn cached<'a>(
        &self,
        ids: impl Iterator<Item = &'a LocationId>,
        now: Instant,
    ) -> (BTreeMap<LocationId, LocationId>, BTreeSet<LocationId>) {
        let cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut known, mut missing) = (BTreeMap::new(), BTreeSet::new());
        for id in ids {
            match cache.get(id).filter(|(_, at)| now.since(*at) < ENTRY_LIFETIME) {
                Some((stored, _)) => drop(known.insert(id.clone(), stored.clone())),
                None => drop(missing.insert(id.clone())),
            }
        }
        (known, missing)
    }

    fn add(&self, found: &BTreeMap<LocationId, LocationId>, now: Instant) {
        let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.len() + found.len() > MAX_ENTRIES {
            cache.clear();
        }
        cache.extend(found.iter().map(|(id, stored)| (id.clone(), (stored.clone(), now))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(names: impl IntoIterator<Item = String>) -> BTreeMap<LocationId, LocationId> {
        names.into_iter().map(|name| (name.parse().unwrap(), name.to_uppercase().parse().unwrap())).collect()
    }

    #[test]
    fn caches_the_stored_id_of_a_location_for_an_hour() {
        let (cache, now) = (LocationCache::default(), "2026-11-21T10:00:00Z".parse::<Instant>().unwrap());
        let found = ids(["a".into(), "b".into()]);
        cache.add(&found, now);
        let other: LocationId = "C".parse().unwrap();
        assert_eq!(cache.cached(found.keys().chain([&other]), now), (found.clone(), BTreeSet::from([other])));
        let missing = found.keys().cloned().collect();
        assert_eq!(cache.cached(found.keys(), now.plus(ENTRY_LIFETIME)), (BTreeMap::new(), missing));
    }

    #[test]
    fn limits_the_number_of_entries() {
        let (cache, now) = (LocationCache::default(), "2026-11-21T10:00:00Z".parse::<Instant>().unwrap());
        let many = |prefix: &str| ids((0..MAX_ENTRIES).map(|number| format!("{prefix}{number}")));
        cache.add(&many("A"), now);
        cache.add(&many("B"), now);
        assert_eq!(cache.0.lock().unwrap().len(), MAX_ENTRIES);
    }
}
