//! `GET /locations/{id}/schedule`: the scheduled changes of a location.

use lambda_http::http::StatusCode;
use schedules::{
    list::{self, LocationScheduleArguments},
    model::ScheduleChange,
    store::ScheduleStore,
};
use shared::{Action, Needs, Operation, Page, Request, Result};

struct GetLocationSchedule;

impl Operation for GetLocationSchedule {
    const NAME: &'static str = "GET /locations/{id}/schedule";
    const NEEDS: Needs = Needs::Action(Action::GetScheduledEvents);
    type Input = LocationScheduleArguments;
    type Output = Page<ScheduleChange>;
    type Uses = ScheduleStore;

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        list::location_schedule(uses, request.input).await
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    shared::rest::serve::<GetLocationSchedule>(StatusCode::OK).await
}
