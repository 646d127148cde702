//! GraphQL mutation `recordPageViews`: page views, which the web app sends in batches.

use crate::{
    model::{Event, PageView},
    rules,
    store::AnalyticsStore,
};
use serde::Deserialize;
use shared::{Error, FieldError, Request, Result};
use uuid::Uuid;

/// Maximum number of views in one batch.
const MAX_VIEWS: usize = 100;

/// A page view as the browser sends it. The user comes from the token. The browser sends the view's age in milliseconds
/// instead of its time, because the browser's clock can be errors.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageViewInput {
    id: String,
    screen: String,
    ago: i64,
}

/// Arguments of `recordPageViews`.
#[derive(Debug, Deserialize)]
pub struct PageViewsArguments {
    views: Vec<PageViewInput>,
}

/// Records the caller's page views and returns the number of new ones.
///
/// # Errors
/// [`Error::Invalid`] names each invalid view. No view is recorded then.
pub async fn record_page_views(
    store: &AnalyticsStore,
    Request { permit, now, input }: Request<PageViewsArguments>,
) -> Result<usize> {
    let views = input.views;
    if !(1..=MAX_VIEWS).contains(&views.len()) {
        return Err(Error::invalid("views", format!("Send 1 to {MAX_VIEWS} views at a time")));
    }
    let screens = rules::screens()?;
    let mut errors = Vec::new();
    let mut events = Vec::new();
    for (index, PageViewInput { id, screen, ago }) in views.into_iter().enumerate() {
        let mut reject = |field: &str, message: &str| {
            errors.push(FieldError { field: format!("views[{index}].{field}"), message: message.into() });
        };
        if id.parse::<Uuid>().is_err() {
            reject("id", "The id must be a UUID");
        }
        if !screens.contains(&screen) {
            reject("screen", "The screen must be a path of the route table");
        }
        match rules::viewed_at(now, ago) {
            Some(at) => events.push(Event::View(PageView { id, at, screen, user: permit.caller().email().into() })),
            None => reject("ago", "The age must be from 0 to 86400000 milliseconds"),
        }
    }
    if errors.is_empty() { store.record(events).await } else { Err(Error::Invalid(errors)) }
}
