//! GraphQL query `activityLog`.

use crate::{
    model::{ActivityArea, ActivityEntry},
    rules,
};
use chrono::NaiveDate;
use serde::Deserialize;
use shared::{
    Error, Page, Result,
    audit::{AuditTable, LogFilter},
};

/// Arguments of `activityLog`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ActivityLogArguments {
    #[serde(deserialize_with = "shared::time::deserialize_day")]
    from: NaiveDate,
    #[serde(deserialize_with = "shared::time::deserialize_day")]
    to: NaiveDate,
    #[serde(default)]
    filter: Option<ActivityFilter>,
    #[serde(default)]
    next_token: Option<String>,
}

/// The entries that are returned. An absent field matches all.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActivityFilter {
    #[serde(default)]
    area: Option<ActivityArea>,
    #[serde(default)]
    user: Option<String>,
    #[serde(default)]
    object: Option<String>,
}

impl From<ActivityFilter> for LogFilter {
    /// Empty text matches all, because a partition cannot be empty.
    fn from(ActivityFilter { area, user, object }: ActivityFilter) -> Self {
        let text = |text: Option<String>| text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        Self { user: text(user), object: text(object), kinds: area.map(rules::kinds).unwrap_or_default() }
    }
}

/// A page of the log, newest first.
///
/// # Errors
/// [`Error::Invalid`] if the range is reversed or too long, or if the token is not one of this list.
pub async fn activity_log(
    audit: &AuditTable,
    ActivityLogArguments { from, to, filter, next_token }: ActivityLogArguments,
) -> Result<Page<ActivityEntry>> {
    rules::check_days(from, to).map_err(|error| Error::Invalid(vec![error]))?;
    let Page { items, next_token } =
        audit.log(&(from..=to), &filter.unwrap_or_default().into(), next_token.as_deref()).await?;
    Ok(Page { items: items.into_iter().map(rules::activity_entry).collect(), next_token })
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::audit::SubjectKind;

    #[test]
    fn an_empty_text_of_the_filter_matches_all() {
        let filter = ActivityFilter { area: None, user: Some(" ".into()), object: Some(" CHI_0001 ".into()) };
        let filter = LogFilter::from(filter);
        assert_eq!((filter.user, filter.object.as_deref()), (None, Some("CHI_0001")));
        assert!(filter.kinds.is_empty());
    }

    #[test]
    fn an_area_of_the_filter_matches_its_kinds() {
        let filter = ActivityFilter { area: Some(ActivityArea::Coupons), ..ActivityFilter::default() };
        assert_eq!(LogFilter::from(filter).kinds, [SubjectKind::Coupon]);
    }
}
