//! `PATCH /locations/{id}`: changes attributes of a location.

use lambda_http::http::StatusCode;
use locations::{
    model::Location,
    update::{self, Editor, UpdateLocation},
};
use shared::{Action, Needs, Operation, Request, Result};

struct PatchLocation;

impl Operation for PatchLocation {
    const NAME: &'static str = "PATCH /locations/{id}";
    const NEEDS: Needs = Needs::Action(Action::UpdateLocation);
    type Input = UpdateLocation;
    type Output = Location;
    type Uses = Editor;

    async fn run(editor: &Editor, request: Request<UpdateLocation>) -> Result<Location> {
        update::update_location(editor, request).await
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    shared::rest::serve::<PatchLocation>(StatusCode::OK).await
}
