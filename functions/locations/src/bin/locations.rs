//! GraphQL query `locations`: the locations list.

use locations::{
    lists::{self, LocationsArguments},
    model::LocationSummary,
    store::LocationStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetAllLocation);
    const ACCESS: &'static [Access] = &[Table::Locations.allows(&[GetItem]), Table::Locations.index("fleet")];
    type Input = LocationsArguments;
    type Output = Page<LocationSummary>;
    type Dependencies = LocationStore;

    async fn run(store: &LocationStore, request: Request<LocationsArguments>) -> Result<Page<LocationSummary>> {
        lists::locations(store, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
