//! Which stockings of a day are done, as drivers told.

use chrono::NaiveDate;
use locations::model::LocationId;
use serde::Deserialize;
use shared::{Instant, Page, Result};
use std::collections::BTreeMap;
use stocking::{
    driver_action::{DriverAction, DriverActionStore},
    rules::{day, drop_done::DROP_OFFS},
};

/// Actions that are read at once.
const PAGE: u32 = 2000;

/// When the stockings of a day were done.
#[derive(Debug, Default)]
pub struct Stocked(BTreeMap<(LocationId, Option<u32>), Instant>);

/// What of a driver's report says which stocking it was.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Told {
    stocking_index: Option<u32>,
}

impl Stocked {
    /// When that stocking of the location was done. A driver who did not say which one it was means any.
    pub fn at(&self, location: &LocationId, stocking_index: u32) -> Option<Instant> {
        let known = |index| self.0.get(&(location.clone(), index)).copied();
        known(Some(stocking_index)).or_else(|| known(None))
    }
}

impl Extend<DriverAction> for Stocked {
    /// The first report of a stocking counts.
    fn extend<T: IntoIterator<Item = DriverAction>>(&mut self, actions: T) {
        for DriverAction { location_id, data, created_at, .. } in actions {
            let index = serde_json::from_str::<Told>(&data).ok().and_then(|told| told.stocking_index);
            let at = self.0.entry((location_id, index)).or_insert(created_at);
            *at = created_at.min(*at);
        }
    }
}

/// The stockings that were done on a day: from 18:00 Central the day before.
pub async fn of_day(actions: &DriverActionStore, date: NaiveDate) -> Result<Stocked> {
    let mut stocked = Stocked::default();
    for event_type in DROP_OFFS {
        let mut next = None;
        loop {
            let window = day::window(date)?;
            let Page { items, next_token } = actions.of_type(event_type, window, PAGE, next.as_deref()).await?;
            stocked.extend(items);
            next = next_token;
            if next.is_none() {
                break;
            }
        }
    }
    Ok(stocked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stocking::driver_action::DriverActionType;

    fn action(location: &str, data: &str, at: &str) -> DriverAction {
        DriverAction {
            id: uuid::Uuid::now_v7(),
            event_type: DriverActionType::LocationStocked,
            location_id: location.parse().unwrap(),
            data: data.into(),
            created_at: at.parse().unwrap(),
            user: "driver@larder.example".into(),
            last_modified: at.parse().unwrap(),
        }
    }

    #[test]
    fn a_stocking_is_done_when_a_driver_first_said_so_of_it_or_of_its_location() {
        let mut stocked = Stocked::default();
        stocked.extend([
            action("A", r#"{"stockingIndex":2}"#, "2026-11-23T15:00:00Z"),
            action("A", r#"{"stockingIndex":2}"#, "2026-11-23T14:00:00Z"),
            action("B", "{}", "2026-11-23T16:00:00Z"),
            action("C", "no JSON", "2026-11-23T17:00:00Z"),
        ]);
        let at = |location: &str, index| stocked.at(&location.parse().unwrap(), index).map(|at| at.to_string());
        assert_eq!(at("A", 1), None);
        assert_eq!(at("A", 2).as_deref(), Some("2026-11-23T14:00:00.000Z"));
        assert_eq!(at("B", 7).as_deref(), Some("2026-11-23T16:00:00.000Z"));
        assert!(at("C", 1).is_some() && at("D", 1).is_none());
    }
}
