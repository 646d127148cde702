//! `GET /locations/{id}/schedule`: the scheduled changes of a location.

use locations::store::LocationStore;
use schedules::{
    list::{self, LocationScheduleArguments},
    model::ScheduleChange,
    store::ScheduleStore,
};
use shared::{Action, Exit, Needs, Operation, Page, Request, Result, rest::StatusCode};

struct GetLocationSchedule;

impl Operation for GetLocationSchedule {
    const NAME: &'static str = "GET /locations/{id}/schedule";
    const NEEDS: Needs = Needs::Action(Action::GetScheduledEvents);
    type Input = LocationScheduleArguments;
    type Output = Page<ScheduleChange>;
    type Uses = (ScheduleStore, LocationStore);

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        list::location_schedule(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetLocationSchedule>(StatusCode::OK)
}
