//! What of the console was used in some days.

use crate::{model::Usage, rules, store::AnalyticsStore};
use chrono::NaiveDate;
use serde::Deserialize;
use shared::{Error, Result};

/// Days of one answer.
const DAYS: usize = 31;

/// Arguments of `usage`.
#[derive(Debug, Deserialize)]
pub struct UsageArguments {
    from: NaiveDate,
    to: NaiveDate,
}

/// The usage from a day to another, both among them.
///
/// # Errors
/// [`Error::Invalid`] where these are no days, or more than 31.
pub async fn usage(store: &AnalyticsStore, UsageArguments { from, to }: UsageArguments) -> Result<Usage> {
    let days = rules::days(from, to, DAYS);
    let days = days.ok_or_else(|| Error::invalid("to", format!("The range must be of 1 to {DAYS} days")))?;
    Ok(rules::usage(store.counted(days).await?))
}
