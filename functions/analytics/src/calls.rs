//! The calls of one route on one day.

use crate::{model::RouteCall, store::AnalyticsStore};
use chrono::NaiveDate;
use serde::Deserialize;
use shared::{Page, Result, bounded::Text};

/// Characters of a REST route's name.
const MAX_ROUTE: usize = 200;

/// Arguments of `routeCalls`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CallsArguments {
    route: Text<MAX_ROUTE>,
    date: NaiveDate,
    next_token: Option<String>,
}

/// The calls, newest first.
pub async fn route_calls(store: &AnalyticsStore, asked: CallsArguments) -> Result<Page<RouteCall>> {
    store.calls(&asked.route, asked.date, asked.next_token.as_deref()).await
}
