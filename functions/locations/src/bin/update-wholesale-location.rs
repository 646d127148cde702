//! `PATCH /locations/wholesale/{id}`: changes the route and stop of a wholesale location.

use locations::{
    model::Location,
    rules::limits::LIMITS,
    update::{self, Editor, UpdateWholesaleLocation},
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::patch("/locations/wholesale/{id}");
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::UpdateLocation);
    const LIMITS: Limits = LIMITS;
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::DeviceAddresses.name_only(),
        Table::Locations.allows(&[GetItem, UpdateItem]),
        Table::Names.name_only(),
        Setting::CompanyHostMarker.reads(),
    ];
    type Input = UpdateWholesaleLocation;
    type Output = Location;
    type Dependencies = Editor;

    async fn run(editor: &Editor, request: Request<UpdateWholesaleLocation>) -> Result<Location> {
        update::update_wholesale_location(editor, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
