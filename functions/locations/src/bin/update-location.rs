//! `PATCH /locations/{id}`: changes attributes of a location.

use locations::{
    model::Location,
    rules::limits::LIMITS,
    update::{self, Editor, UpdateLocation},
};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result, bounded::Limits, rest::StatusCode};

struct PatchLocation;

impl Operation for PatchLocation {
    const NAME: &'static str = "PATCH /locations/{id}";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::UpdateLocation);
    const LIMITS: Limits = LIMITS;
    type Input = UpdateLocation;
    type Output = Location;
    type Dependencies = Editor;

    async fn run(editor: &Editor, request: Request<UpdateLocation>) -> Result<Location> {
        update::update_location(editor, request).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<PatchLocation>(StatusCode::OK)
}
