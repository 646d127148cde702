//! `GET /locations/{id}/schedule`: the scheduled changes of a location.

use locations::store::LocationStore;
use schedules::{
    list::{self, LocationScheduleArguments},
    model::ScheduleChange,
    store::ScheduleStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::get("/locations/{id}/schedule");
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetScheduledEvents);
    const ACCESS: &'static [Access] =
        &[Table::Locations.allows(&[GetItem]), Table::ScheduleChanges.index("byLocation")];
    type Input = LocationScheduleArguments;
    type Output = Page<ScheduleChange>;
    type Dependencies = (ScheduleStore, LocationStore);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        list::location_schedule(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
