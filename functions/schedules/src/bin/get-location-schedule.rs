//! `GET /locations/{id}/schedule`: the scheduled changes of a location.

use locations::store::LocationStore;
use schedules::{
    list::{self, LocationScheduleArguments},
    model::ScheduleChange,
    store::ScheduleStore,
};
use shared::{Action, Exit, Operation, Page, Request, RequiredPermission, Result, rest::StatusCode};

struct GetLocationSchedule;

impl Operation for GetLocationSchedule {
    const NAME: &'static str = "GET /locations/{id}/schedule";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetScheduledEvents);
    type Input = LocationScheduleArguments;
    type Output = Page<ScheduleChange>;
    type Dependencies = (ScheduleStore, LocationStore);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        list::location_schedule(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetLocationSchedule>(StatusCode::OK)
}
