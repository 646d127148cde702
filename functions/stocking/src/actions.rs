//! Lists of driver actions and drop decisions. Requirements: `docs/requirements/stocking.md`, "Dashboard" and "Drop Off
//! Summary".

use crate::{
    decision::DropDecisionStore,
    driver_action::{DriverAction, DriverActionStore, DriverActionType},
};
use chrono::NaiveDate;
use serde::Deserialize;
use shared::{Error, Instant, Page, Request, Result, time};
use std::ops::Range;

/// Maximum number of actions on a page: about 1 MB with typical data.
const PAGE_SIZE: u32 = 2500;

/// Arguments of `getDriverAction`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DriverActionsArguments {
    filter: DriverActionFilter,
    #[serde(default)]
    next_token: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DriverActionFilter {
    event_type: DriverActionType,
    #[serde(default)]
    created_at: Option<Instant>,
    #[serde(default)]
    created_before: Option<Instant>,
    #[serde(default)]
    drop_off_date: Option<String>,
}

/// The selection that a filter describes.
#[derive(Debug, Eq, PartialEq)]
enum Selection {
    /// The actions of one type in a time range.
    Range(DriverActionType, Range<Instant>),
    /// The decisions about the drops of one day, regardless of when they were made.
    Decisions(NaiveDate),
}

impl DriverActionFilter {
    fn selection(self, now: Instant) -> Result<Selection> {
        let Self { event_type, created_at, created_before, drop_off_date } = self;
        let invalid = |field: &str, message: &str| Err(Error::invalid(format!("filter.{field}"), message));
        match (drop_off_date, created_at) {
            (None, None) => invalid("createdAt", "createdAt cannot be empty"),
            (None, Some(created_at)) => {
                // Includes actions that are written in this millisecond.
                let end = created_before.unwrap_or_else(|| now.plus(chrono::Duration::milliseconds(1)));
                Ok(Selection::Range(event_type, created_at..end))
            }
            (Some(_), _) if event_type != DriverActionType::DropOverride => {
                invalid("dropOffDate", "dropOffDate can only be used with DropOverride")
            }
            (Some(_), created_at) if created_at.is_some() || created_before.is_some() => {
                invalid("dropOffDate", "dropOffDate cannot be combined with createdAt or createdBefore")
            }
            (Some(day), _) => match time::day(&day) {
                Some(day) => Ok(Selection::Decisions(day)),
                None => invalid("dropOffDate", "dropOffDate should be a day in the format YYYY-MM-DD"),
            },
        }
    }
}

/// Lists actions of one type, oldest first, or the decisions about a day's drops. A page can be short or empty and
/// still have a next page.
///
/// # Errors
/// [`Error::Invalid`] if the filter is incomplete or contradictory, or the token is invalid.
pub async fn get_driver_action(
    (actions, decisions): &(DriverActionStore, DropDecisionStore),
    Request { now, input: DriverActionsArguments { filter, next_token }, .. }: Request<DriverActionsArguments>,
) -> Result<Page<DriverAction>> {
    match filter.selection(now)? {
        Selection::Range(event_type, range) => {
            actions.list_by_type(event_type, range, PAGE_SIZE, next_token.as_deref()).await
        }
        Selection::Decisions(day) => decisions.list_by_day(day, next_token.as_deref()).await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn selection(filter: Value) -> Result<Selection> {
        let now = "2026-11-23T15:00:00Z".parse().unwrap();
        serde_json::from_value::<DriverActionFilter>(filter).unwrap().selection(now)
    }

    #[test]
    fn selects_a_time_range_or_the_decisions_of_a_day() {
        let at = |text: &str| text.parse::<Instant>().unwrap();
        let range = selection(json!({ "eventType": "LocationStocked", "createdAt": "2026-11-23T00:00:00Z" })).unwrap();
        let expected = at("2026-11-23T00:00:00Z")..at("2026-11-23T15:00:00.001Z");
        assert_eq!(range, Selection::Range(DriverActionType::LocationStocked, expected));
        let day = selection(json!({ "eventType": "DropOverride", "dropOffDate": "2026-11-23" })).unwrap();
        assert_eq!(day, Selection::Decisions("2026-11-23".parse().unwrap()));
    }

    #[test]
    fn rejects_an_incomplete_or_contradictory_filter() {
        let at = "2026-11-23T00:00:00Z";
        for (filter, field) in [
            (json!({ "eventType": "DropOverride" }), "filter.createdAt"),
            (json!({ "eventType": "LocationStocked", "dropOffDate": "2026-11-23" }), "filter.dropOffDate"),
            (json!({ "eventType": "DropOverride", "dropOffDate": "2026-11-23Z" }), "filter.dropOffDate"),
            (
                json!({ "eventType": "DropOverride", "dropOffDate": "2026-11-23", "createdAt": at }),
                "filter.dropOffDate",
            ),
        ] {
            assert_eq!(selection(filter).unwrap_err().fields()[0].field, field);
        }
    }
}
