//! GraphQL mutation `recordPageViews`: records the screens that the caller viewed.

use analytics::{
    store::AnalyticsStore,
    views::{self, PageViewsArguments},
};
use shared::{Exit, Operation, Request, RequiredPermission, Result};

struct RecordPageViews;

impl Operation for RecordPageViews {
    const NAME: &'static str = "recordPageViews";
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    type Input = PageViewsArguments;
    type Output = usize;
    type Dependencies = AnalyticsStore;

    async fn run(store: &AnalyticsStore, request: Request<Self::Input>) -> Result<Self::Output> {
        views::record_page_views(store, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<RecordPageViews>()
}
