//! GraphQL query `location`: one location with all attributes.

use locations::{
    model::{Location, LocationId},
    store::LocationStore,
};
use serde::Deserialize;
use shared::prelude::*;

pub(crate) struct Function;

#[derive(Deserialize)]
pub(crate) struct Arguments {
    id: LocationId,
}

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetSpecificLocation);
    const ACCESS: &'static [Access] = &[Table::Locations.allows(&[GetItem])];
    type Input = Arguments;
    type Output = Option<Location>;
    type Dependencies = LocationStore;

    async fn run(store: &LocationStore, request: Request<Arguments>) -> Result<Option<Location>> {
        store.get(&request.input.id).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
