//! `PATCH /locations/{id}`: changes attributes of a location.

use locations::{
    model::Location,
    rules::limits::LIMITS,
    update::{self, Editor, UpdateLocation},
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::patch("/locations/{id}");
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::UpdateLocation);
    const LIMITS: Limits = LIMITS;
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::DeviceAddresses.allows(&[GetItem, PutItem, DeleteItem]),
        Table::Locations.allows(&[GetItem, UpdateItem]),
        Table::Names.allows(&[BatchGetItem]),
        Setting::CompanyHostMarker.reads(),
    ];
    type Input = UpdateLocation;
    type Output = Location;
    type Dependencies = Editor;

    async fn run(editor: &Editor, request: Request<UpdateLocation>) -> Result<Location> {
        update::update_location(editor, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
