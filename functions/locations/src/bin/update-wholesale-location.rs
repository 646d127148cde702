//! `PATCH /locations/wholesale/{id}`: changes where a wholesale location stands on a route.

use locations::{
    model::Location,
    rules::limits::LIMITS,
    update::{self, Editor, UpdateWholesaleLocation},
};
use shared::{Action, Exit, Needs, Operation, Request, Result, bounded::Limits, rest::StatusCode};

struct PatchWholesaleLocation;

impl Operation for PatchWholesaleLocation {
    const NAME: &'static str = "PATCH /locations/wholesale/{id}";
    const NEEDS: Needs = Needs::Action(Action::UpdateLocation);
    const LIMITS: Limits = LIMITS;
    type Input = UpdateWholesaleLocation;
    type Output = Location;
    type Uses = Editor;

    async fn run(editor: &Editor, request: Request<UpdateWholesaleLocation>) -> Result<Location> {
        update::update_wholesale_location(editor, request).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<PatchWholesaleLocation>(StatusCode::OK)
}
