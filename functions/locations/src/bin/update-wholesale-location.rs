//! `PATCH /locations/wholesale/{id}`: changes the route and stop of a wholesale location.

use locations::{
    model::Location,
    rules::limits::LIMITS,
    update::{self, Editor, UpdateWholesaleLocation},
};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result, bounded::Limits, rest::StatusCode};

struct PatchWholesaleLocation;

impl Operation for PatchWholesaleLocation {
    const NAME: &'static str = "PATCH /locations/wholesale/{id}";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::UpdateLocation);
    const LIMITS: Limits = LIMITS;
    type Input = UpdateWholesaleLocation;
    type Output = Location;
    type Dependencies = Editor;

    async fn run(editor: &Editor, request: Request<UpdateWholesaleLocation>) -> Result<Location> {
        update::update_wholesale_location(editor, request).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<PatchWholesaleLocation>(StatusCode::OK)
}
