//! The stockings of a day that drivers reported as done.

use chrono::NaiveDate;
use locations::model::LocationId;
use serde::Deserialize;
use shared::{Instant, Page, Result};
use std::collections::BTreeMap;
use stocking::{
    driver_action::{DriverAction, DriverActionStore},
    rules::{day, drop_done::DROP_OFF_TYPES},
};

/// Driver actions per read.
const PAGE_SIZE: u32 = 2000;

/// The times at which the stockings of a day were done, by location and stocking index.
#[derive(Debug, Default)]
pub struct Stocked(BTreeMap<(LocationId, Option<u32>), Instant>);

/// The part of a driver action's data that identifies the stocking.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StockingData {
    stocking_index: Option<u32>,
}

impl Stocked {
    /// Returns the time at which a stocking was done. A report without stocking index applies to all stockings of the
    /// location.
    pub fn at(&self, location: &LocationId, stocking_index: u32) -> Option<Instant> {
        let time_of = |index| self.0.get(&(location.clone(), index)).copied();
        time_of(Some(stocking_index)).or_else(|| time_of(None))
    }
}

impl Extend<DriverAction> for Stocked {
    /// Keeps the earliest report of each stocking.
    fn extend<T: IntoIterator<Item = DriverAction>>(&mut self, actions: T) {
        for DriverAction { location_id, data, created_at, .. } in actions {
            let index = serde_json::from_str::<StockingData>(&data).ok().and_then(|data| data.stocking_index);
            let at = self.0.entry((location_id, index)).or_insert(created_at);
            *at = created_at.min(*at);
        }
    }
}

/// Reads the stockings that were done on a stocking day, which starts at 18:00 Central on the previous day.
pub async fn of_day(actions: &DriverActionStore, date: NaiveDate) -> Result<Stocked> {
    let mut stocked = Stocked::default();
    for event_type in DROP_OFF_TYPES {
        let mut next = None;
        loop {
            let window = day::window(date)?;
            let Page { items, next_token } =
                actions.list_by_type(event_type, window, PAGE_SIZE, next.as_deref()).await?;
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
    fn returns_the_earliest_report_of_the_stocking_or_its_location() {
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
