//! Which locations there are, remembered while the function is warm. Locations stay once they are there (a retired one
//! is `DEAD`), so only that one exists is remembered, never that one does not: a new location counts at once.

use chrono::Duration;
use locations::{model::LocationId, store::LocationStore};
use shared::{Instant, Result};
use std::{
    collections::{BTreeSet, HashMap},
    sync::{Mutex, PoisonError},
};

/// How long it is believed: what is put right by hand counts after that.
const BELIEVED: Duration = Duration::hours(1);
/// Locations that are remembered: some 10 MB.
const MOST: usize = 100_000;

/// The locations that were seen, and when.
#[derive(Debug, Default)]
pub(crate) struct Known(Mutex<HashMap<LocationId, Instant>>);

impl Known {
    /// Those of `ids` that are no location's.
    pub(crate) async fn missing(
        &self,
        store: &LocationStore,
        ids: impl Iterator<Item = &LocationId>,
        now: Instant,
    ) -> Result<BTreeSet<LocationId>> {
        let mut missing = self.unseen(ids, now);
        if !missing.is_empty() {
            let found = store.known(missing.clone()).await?;
            missing.retain(|id| !found.contains(id));
            self.see(found, now);
        }
        Ok(missing)
    }

    fn unseen<'a>(&self, ids: impl Iterator<Item = &'a LocationId>, now: Instant) -> BTreeSet<LocationId> {
        let seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = |id: &LocationId| seen.get(id).is_some_and(|at| now.since(*at) < BELIEVED);
        ids.filter(|id| !fresh(id)).cloned().collect()
    }

    fn see(&self, found: BTreeSet<LocationId>, now: Instant) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.len() + found.len() > MOST {
            seen.clear();
        }
        seen.extend(found.into_iter().map(|id| (id, now)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_location_that_was_seen_is_not_asked_for_again_within_the_hour() {
        let (known, now) = (Known::default(), "2026-11-21T10:00:00Z".parse::<Instant>().unwrap());
        let ids: BTreeSet<LocationId> = ["A", "B"].map(|id| id.parse().unwrap()).into();
        known.see(ids.clone(), now);
        let other: LocationId = "C".parse().unwrap();
        assert_eq!(known.unseen(ids.iter().chain([&other]), now), BTreeSet::from([other]));
        assert_eq!(known.unseen(ids.iter(), now.plus(BELIEVED)), ids);
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let (known, now) = (Known::default(), "2026-11-21T10:00:00Z".parse::<Instant>().unwrap());
        let many = |prefix: &str| (0..MOST).map(|number| format!("{prefix}{number}").parse().unwrap()).collect();
        known.see(many("A"), now);
        known.see(many("B"), now);
        assert_eq!(known.0.lock().unwrap().len(), MOST);
    }
}
