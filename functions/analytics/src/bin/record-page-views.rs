//! GraphQL mutation `recordPageViews`: records the screens that the caller viewed.

use analytics::{
    store::AnalyticsStore,
    views::{self, PageViewsArguments},
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[Table::Analytics.allows(&[PutItem, UpdateItem])];
    type Input = PageViewsArguments;
    type Output = usize;
    type Dependencies = AnalyticsStore;

    async fn run(store: &AnalyticsStore, request: Request<Self::Input>) -> Result<Self::Output> {
        views::record_page_views(store, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
