//! GraphQL query `routeCalls`: the calls of one route on one day.

use crate::{model::RouteCall, store::AnalyticsStore};
use chrono::NaiveDate;
use serde::Deserialize;
use shared::{Page, Result, bounded::Text};

/// Maximum length of a REST route name, in characters.
const MAX_ROUTE_CHARS: usize = 200;

/// Arguments of `routeCalls`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CallsArguments {
    route: Text<MAX_ROUTE_CHARS>,
    #[serde(deserialize_with = "shared::time::deserialize_day")]
    date: NaiveDate,
    next_token: Option<String>,
}

/// Returns one page of the route's calls on the day, newest first.
pub async fn route_calls(store: &AnalyticsStore, arguments: CallsArguments) -> Result<Page<RouteCall>> {
    store.calls(&arguments.route, arguments.date, arguments.next_token.as_deref()).await
}
