//! The locations that exist, cached while the function is warm. Locations are never deleted (a retired one is `DEAD`), so
//! only existing ones are cached: a new location is found at once.

use chrono::Duration;
use locations::{model::LocationId, store::LocationStore};
use shared::{Instant, Result};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{Mutex, PoisonError},
};

/// How long an entry is valid: a manual repair takes effect after that.
const BELIEVED: Duration = Duration::hours(1);
/// Entries of the cache: some 10 MB.
const MOST: usize = 100_000;

/// The ids of existing locations, by the id as messages have it: the location's own id may differ in case.
#[derive(Debug, Default)]
pub(crate) struct Known(Mutex<HashMap<LocationId, (LocationId, Instant)>>);

impl Known {
    /// The ids of those of `ids` that exist, as the locations were created.
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
            match cache.get(id).filter(|(_, at)| now.since(*at) < BELIEVED) {
                Some((stored, _)) => drop(known.insert(id.clone(), stored.clone())),
                None => drop(missing.insert(id.clone())),
            }
        }
        (known, missing)
    }

    fn add(&self, found: &BTreeMap<LocationId, LocationId>, now: Instant) {
        let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.len() + found.len() > MOST {
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
    fn a_known_location_is_cached_for_an_hour_with_the_id_that_it_was_created_with() {
        let (known, now) = (Known::default(), "2026-11-21T10:00:00Z".parse::<Instant>().unwrap());
        let found = ids(["a".into(), "b".into()]);
        known.add(&found, now);
        let other: LocationId = "C".parse().unwrap();
        assert_eq!(known.cached(found.keys().chain([&other]), now), (found.clone(), BTreeSet::from([other])));
        let missing = found.keys().cloned().collect();
        assert_eq!(known.cached(found.keys(), now.plus(BELIEVED)), (BTreeMap::new(), missing));
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let (known, now) = (Known::default(), "2026-11-21T10:00:00Z".parse::<Instant>().unwrap());
        let many = |prefix: &str| ids((0..MOST).map(|number| format!("{prefix}{number}")));
        known.add(&many("A"), now);
        known.add(&many("B"), now);
        assert_eq!(known.0.lock().unwrap().len(), MOST);
    }
}
