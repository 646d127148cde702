//! What drivers and dispatchers did, as the dashboard asks for it. Source: the spec of fleet operations, sections 3
//! and 7.

use crate::{
    decision::DropDecisionStore,
    driver_action::{DriverAction, DriverActionStore, DriverActionType},
};
use chrono::NaiveDate;
use serde::Deserialize;
use shared::{Error, Instant, Page, Request, Result, time};
use std::ops::Range;

/// Actions on a page: with what is usual of data, 1 MB.
const ACTIONS: u32 = 2500;

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

/// What a filter selects.
#[derive(Debug, Eq, PartialEq)]
enum Selection {
    /// The actions of a type in a range of time.
    Range(DriverActionType, Range<Instant>),
    /// The decisions about the drops of a day, whenever they were made.
    Decisions(NaiveDate),
}

impl DriverActionFilter {
    fn selection(self, now: Instant) -> Result<Selection> {
        let Self { event_type, created_at, created_before, drop_off_date } = self;
        let wrong = |field: &str, message: &str| Err(Error::invalid(format!("filter.{field}"), message));
        match (drop_off_date, created_at) {
            (None, None) => wrong("createdAt", "createdAt cannot be empty"),
            (None, Some(created_at)) => {
                // What is written within this millisecond is listed.
                let end = created_before.unwrap_or_else(|| now.plus(chrono::Duration::milliseconds(1)));
                Ok(Selection::Range(event_type, created_at..end))
            }
            (Some(_), _) if event_type != DriverActionType::DropOverride => {
                wrong("dropOffDate", "dropOffDate is possible with DropOverride only")
            }
            (Some(_), created_at) if created_at.is_some() || created_before.is_some() => {
                wrong("dropOffDate", "dropOffDate is not possible together with createdAt or createdBefore")
            }
            (Some(day), _) => match time::day(&day) {
                Some(day) => Ok(Selection::Decisions(day)),
                None => wrong("dropOffDate", "dropOffDate should be a day in the format YYYY-MM-DD"),
            },
        }
    }
}

/// Actions of one type from an instant on, oldest first; or the decisions about a day's drops. A page may be short, or
/// empty, and still have a next one.
///
/// # Errors
/// [`Error::Invalid`] where the filter selects nothing that can be listed, or the token is not one that this list gave
/// out.
pub async fn get_driver_action(
    (actions, decisions): &(DriverActionStore, DropDecisionStore),
    Request { now, input: DriverActionsArguments { filter, next_token }, .. }: Request<DriverActionsArguments>,
) -> Result<Page<DriverAction>> {
    match filter.selection(now)? {
        Selection::Range(event_type, range) => actions.of_type(event_type, range, ACTIONS, next_token.as_deref()).await,
        Selection::Decisions(day) => decisions.of_day(day, next_token.as_deref()).await,
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
    fn a_filter_selects_a_range_of_time_or_the_decisions_of_a_day() {
        let at = |text: &str| text.parse::<Instant>().unwrap();
        let range = selection(json!({ "eventType": "LocationStocked", "createdAt": "2026-11-23T00:00:00Z" })).unwrap();
        let expected = at("2026-11-23T00:00:00Z")..at("2026-11-23T15:00:00.001Z");
        assert_eq!(range, Selection::Range(DriverActionType::LocationStocked, expected));
        let day = selection(json!({ "eventType": "DropOverride", "dropOffDate": "2026-11-23" })).unwrap();
        assert_eq!(day, Selection::Decisions("2026-11-23".parse().unwrap()));
    }

    #[test]
    fn rejects_a_filter_that_selects_neither() {
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
