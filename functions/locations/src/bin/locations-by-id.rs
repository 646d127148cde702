//! GraphQL query `locationsById`: several locations with all attributes.

use locations::{
    lists::{self, LocationsByIdArguments},
    model::Location,
    store::LocationStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetSpecificLocation);
    const LIMITS: Limits = &[("ids", 100)];
    const ACCESS: &'static [Access] = &[Table::Locations.allows(&[BatchGetItem])];
    type Input = LocationsByIdArguments;
    type Output = Vec<Location>;
    type Dependencies = LocationStore;

    async fn run(store: &LocationStore, request: Request<LocationsByIdArguments>) -> Result<Vec<Location>> {
        lists::locations_by_id(store, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
