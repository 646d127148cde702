//! `GET /reports/routetemperatures`: lists the temperatures measured on routes in a time range.

use reports::{
    model::Temperature,
    read::{self, RangeArguments},
    rows::RouteTemperatureRow,
    store::ReportStore,
};
use shared::{Action, Exit, Operation, Page, Request, RequiredPermission, Result, rest::StatusCode};

struct GetRouteTemperatures;

impl Operation for GetRouteTemperatures {
    const NAME: &'static str = "GET /reports/routetemperatures";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::RecordTemperature);
    type Input = RangeArguments;
    type Output = Page<RouteTemperatureRow>;
    type Dependencies = ReportStore;

    async fn run(store: &ReportStore, request: Request<RangeArguments>) -> Result<Page<RouteTemperatureRow>> {
        read::of_range::<Temperature, RouteTemperatureRow>(store, request.input).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetRouteTemperatures>(StatusCode::OK)
}
