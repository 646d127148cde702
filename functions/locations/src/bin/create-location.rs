//! `POST /locations`: creates a fridge from the form or the import.

use locations::{
    create::{self, CreateLocation, Created},
    names::NameStore,
    rules::limits::LIMITS,
    store::LocationStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::post_creates("/locations");
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::CreateLocation);
    const LIMITS: Limits = LIMITS;
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::Locations.allows(&[BatchGetItem, PutItem]),
        Table::Names.allows(&[BatchGetItem]),
    ];
    type Input = CreateLocation;
    type Output = Created;
    type Dependencies = (LocationStore, NameStore, AuditTable);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Created> {
        create::create_location(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
