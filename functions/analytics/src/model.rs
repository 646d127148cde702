//! Events, and what is counted of them.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shared::Instant;

/// One REST call.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct RouteCall {
    /// The identity of the invocation.
    pub id: String,
    /// When it ended.
    pub at: Instant,
    /// The route, such as `GET /users/permissions`.
    pub route: String,
    /// The e-mail of the caller; absent where the token named none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// `Ok`, or the kind of the error.
    pub outcome: String,
    /// How long it took.
    pub milliseconds: f64,
}

/// One visit of a screen.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct PageView {
    /// Given by the browser, so that a batch that is sent again counts once.
    pub id: String,
    /// When.
    pub at: Instant,
    /// The screen's path as the route table has it: no ids.
    pub screen: String,
    /// The e-mail of the visitor, as the token says.
    pub user: String,
}

/// Something that is kept and counted.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A REST call.
    Call(RouteCall),
    /// A visit of a screen.
    View(PageView),
}

/// What of the console was used in some days.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Usage {
    /// Each day in which anything was, oldest first.
    pub days: Vec<DayUsage>,
    /// Each route that was called, the most called first.
    pub routes: Vec<RouteUsage>,
    /// Each screen that was visited, the most visited first.
    pub screens: Vec<ScreenUsage>,
    /// Each person on each day, by day and e-mail.
    pub people: Vec<PersonUsage>,
}

/// A day's totals.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DayUsage {
    /// The day, in Central time.
    pub date: NaiveDate,
    /// REST calls.
    pub calls: u64,
    /// Those that Larder could not serve.
    pub failures: u64,
    /// Visits of screens.
    pub views: u64,
    /// People who did anything.
    pub people: u64,
}

/// A route's totals.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RouteUsage {
    /// The route.
    pub route: String,
    /// Calls of it.
    pub calls: u64,
    /// Those that the caller was not permitted.
    pub refused: u64,
    /// Those whose input was at fault, or too late.
    pub rejected: u64,
    /// Those that Larder could not serve.
    pub failures: u64,
    /// The mean time that a call took.
    pub mean_milliseconds: f64,
    /// At most this took 95 of 100 calls; null where that is longer than [`crate::rules::BOUNDS`] reach.
    pub most_milliseconds: Option<u64>,
}

/// A screen's total.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct ScreenUsage {
    /// The screen's path.
    pub screen: String,
    /// Visits of it.
    pub views: u64,
}

/// What a person did on a day.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct PersonUsage {
    /// The day, in Central time.
    pub date: NaiveDate,
    /// The e-mail.
    pub user: String,
    /// REST calls.
    pub calls: u64,
    /// Those that the person was not permitted.
    pub refused: u64,
    /// Those that Larder could not serve.
    pub failures: u64,
    /// Visits of screens.
    pub views: u64,
}
