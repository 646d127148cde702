//! `GET /reports/routetemperatures`: temperatures that were taken on routes in a range of time.

use reports::{
    model::Temperature,
    read::{self, RangeArguments},
    rows::RouteTemperatureRow,
    store::ReportStore,
};
use shared::{Action, Exit, Needs, Operation, Page, Request, Result, rest::StatusCode};

struct GetRouteTemperatures;

impl Operation for GetRouteTemperatures {
    const NAME: &'static str = "GET /reports/routetemperatures";
    const NEEDS: Needs = Needs::Action(Action::RecordTemperature);
    type Input = RangeArguments;
    type Output = Page<RouteTemperatureRow>;
    type Uses = ReportStore;

    async fn run(store: &ReportStore, request: Request<RangeArguments>) -> Result<Page<RouteTemperatureRow>> {
        read::of_range::<Temperature, RouteTemperatureRow>(store, request.input).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetRouteTemperatures>(StatusCode::OK)
}
