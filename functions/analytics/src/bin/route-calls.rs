//! GraphQL query `routeCalls`: lists the calls of a REST route on a day, newest first.

use analytics::{
    calls::{self, CallsArguments},
    model::RouteCall,
    store::AnalyticsStore,
};
use shared::{Action, Exit, Operation, Page, Request, RequiredPermission, Result};

struct RouteCalls;

impl Operation for RouteCalls {
    const NAME: &'static str = "routeCalls";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    type Input = CallsArguments;
    type Output = Page<RouteCall>;
    type Dependencies = AnalyticsStore;

    async fn run(store: &AnalyticsStore, request: Request<Self::Input>) -> Result<Self::Output> {
        calls::route_calls(store, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<RouteCalls>()
}
