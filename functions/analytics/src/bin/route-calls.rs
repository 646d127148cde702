//! GraphQL query `routeCalls`: lists the calls of a REST route on a day, newest first.

use analytics::{
    calls::{self, CallsArguments},
    model::RouteCall,
    store::AnalyticsStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    const ACCESS: &'static [Access] = &[Table::Analytics.allows(&[Query])];
    type Input = CallsArguments;
    type Output = Page<RouteCall>;
    type Dependencies = AnalyticsStore;

    async fn run(store: &AnalyticsStore, request: Request<Self::Input>) -> Result<Self::Output> {
        calls::route_calls(store, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
