//! GraphQL query `usage`: usage of the console over a range of days.

use crate::{model::Usage, rules, store::AnalyticsStore};
use chrono::NaiveDate;
use serde::Deserialize;
use shared::{Error, Result};

/// Maximum number of days in one response.
const MAX_DAYS: usize = 31;

/// Arguments of `usage`.
#[derive(Debug, Deserialize)]
pub struct UsageArguments {
    #[serde(deserialize_with = "shared::time::deserialize_day")]
    from: NaiveDate,
    #[serde(deserialize_with = "shared::time::deserialize_day")]
    to: NaiveDate,
}

/// Returns the usage from the first to the last day, both included.
///
/// # Errors
/// [`Error::Invalid`] if the range is empty or longer than 31 days.
pub async fn usage(store: &AnalyticsStore, UsageArguments { from, to }: UsageArguments) -> Result<Usage> {
    let days = rules::days(from, to, MAX_DAYS);
    let days = days.ok_or_else(|| Error::invalid("to", format!("The range must be 1 to {MAX_DAYS} days")))?;
    Ok(rules::compute_usage(store.counters(days).await?))
}
