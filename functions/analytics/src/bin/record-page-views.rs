//! GraphQL mutation `recordPageViews`: the screens that the caller visited.

use analytics::{
    store::AnalyticsStore,
    views::{self, PageViewsArguments},
};
use shared::{Exit, Needs, Operation, Request, Result};

struct RecordPageViews;

impl Operation for RecordPageViews {
    const NAME: &'static str = "recordPageViews";
    const NEEDS: Needs = Needs::SignIn;
    type Input = PageViewsArguments;
    type Output = usize;
    type Uses = AnalyticsStore;

    async fn run(store: &AnalyticsStore, request: Request<Self::Input>) -> Result<Self::Output> {
        views::record_page_views(store, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<RecordPageViews>()
}
