//! `PATCH /locations/{id}`: changes attributes of a location.

use locations::{
    model::Location,
    rules::limits::LIMITS,
    update::{self, Editor, UpdateLocation},
};
use shared::{Action, Exit, Needs, Operation, Request, Result, bounded::Limits, rest::StatusCode};

struct PatchLocation;

impl Operation for PatchLocation {
    const NAME: &'static str = "PATCH /locations/{id}";
    const NEEDS: Needs = Needs::Action(Action::UpdateLocation);
    const LIMITS: Limits = LIMITS;
    type Input = UpdateLocation;
    type Output = Location;
    type Uses = Editor;

    async fn run(editor: &Editor, request: Request<UpdateLocation>) -> Result<Location> {
        update::update_location(editor, request).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<PatchLocation>(StatusCode::OK)
}
