//! Page views, as the web app sends them in batches.

use crate::{
    model::{Event, PageView},
    rules,
    store::AnalyticsStore,
};
use serde::Deserialize;
use shared::{Error, FieldError, Request, Result};
use uuid::Uuid;

/// Views of one batch.
const MOST: usize = 100;

/// A view as the browser tells it. Who it was, the token says; when, the age, for a browser's clock may be wrong.
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

/// Records the views of the caller; answers how many were new.
///
/// # Errors
/// [`Error::Invalid`] names each view that cannot be one; then none is recorded.
pub async fn record_page_views(
    store: &AnalyticsStore,
    Request { permit, now, input }: Request<PageViewsArguments>,
) -> Result<usize> {
    let views = input.views;
    if !(1..=MOST).contains(&views.len()) {
        return Err(Error::invalid("views", format!("There must be 1 to {MOST} views")));
    }
    let screens = rules::screens()?;
    let mut wrong = Vec::new();
    let mut events = Vec::new();
    for (place, PageViewInput { id, screen, ago }) in views.into_iter().enumerate() {
        let mut fault = |field: &str, message: &str| {
            wrong.push(FieldError { field: format!("views[{place}].{field}"), message: message.into() });
        };
        if id.parse::<Uuid>().is_err() {
            fault("id", "The id is no UUID");
        }
        if !screens.contains(&screen) {
            fault("screen", "The screen is no path of the route table");
        }
        match rules::viewed_at(now, ago) {
            Some(at) => events.push(Event::View(PageView { id, at, screen, user: permit.caller().email().into() })),
            None => fault("ago", "The age must be 0 to 86400000 milliseconds"),
        }
    }
    if wrong.is_empty() { store.record(events).await } else { Err(Error::Invalid(wrong)) }
}
