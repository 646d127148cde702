//! Recorded events, and the usage totals that are computed from their counters.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shared::Instant;

/// One REST call.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct RouteCall {
    /// The request id of the Lambda invocation.
    pub id: String,
    /// The time at which the call ended.
    pub at: Instant,
    /// The route, such as `GET /users/permissions`.
    pub route: String,
    /// The caller's e-mail address. Absent if the token contains none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// `Ok`, or the error kind.
    pub outcome: String,
    /// Duration of the call in milliseconds.
    pub milliseconds: f64,
}

/// One view of a screen.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct PageView {
    /// Chosen by the browser, so that a batch that is sent again counts once.
    pub id: String,
    /// The time of the view.
    pub at: Instant,
    /// The screen's path pattern from the route table. It contains no ids.
    pub screen: String,
    /// The e-mail address from the caller's token.
    pub user: String,
}

/// An event that is stored and counted.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A REST call.
    Call(RouteCall),
    /// A page view.
    View(PageView),
}

/// Usage of the console over a range of days.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Usage {
    /// Totals per day, oldest first. Days without events are omitted.
    pub days: Vec<DayUsage>,
    /// Totals per route, most calls first.
    pub routes: Vec<RouteUsage>,
    /// Totals per screen, most views first.
    pub screens: Vec<ScreenUsage>,
    /// Totals per day and user, ordered by day and e-mail address.
    pub people: Vec<PersonUsage>,
}

/// A day's totals.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DayUsage {
    /// The day, in Central time.
    pub date: NaiveDate,
    /// REST calls.
    pub calls: u64,
    /// Calls that failed in Larder.
    pub failures: u64,
    /// Page views.
    pub views: u64,
    /// Users with at least one event.
    pub people: u64,
}

/// A route's totals.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RouteUsage {
    /// The route.
    pub route: String,
    /// Number of calls.
    pub calls: u64,
    /// Calls rejected because the caller lacked the permission.
    pub refused: u64,
    /// Calls rejected because of their input or an out-of-date version.
    pub rejected: u64,
    /// Calls that failed in Larder.
    pub failures: u64,
    /// Mean duration in milliseconds.
    pub mean_milliseconds: f64,
    /// Upper bound of the 95th percentile in milliseconds. Null above the last of [`crate::rules::LATENCY_BOUNDS_MS`].
    pub most_milliseconds: Option<u64>,
}

/// A screen's total.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct ScreenUsage {
    /// The screen's path pattern.
    pub screen: String,
    /// Number of views.
    pub views: u64,
}

/// One user's totals on one day.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct PersonUsage {
    /// The day, in Central time.
    pub date: NaiveDate,
    /// The user's e-mail address.
    pub user: String,
    /// REST calls.
    pub calls: u64,
    /// Calls rejected because the user lacked the permission.
    pub refused: u64,
    /// Calls that failed in Larder.
    pub failures: u64,
    /// Page views.
    pub views: u64,
}
