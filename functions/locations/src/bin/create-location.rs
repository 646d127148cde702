//! `POST /locations`: creates a fridge from the form or the import.

use locations::{
    create::{self, Created},
    names::NameStore,
    rules::limits::LIMITS,
    store::LocationStore,
};
use serde_json::{Map, Value};
use shared::{
    Action, Exit, Operation, Request, RequiredPermission, Result, audit::AuditTable, bounded::Limits, rest::StatusCode,
};

struct CreateLocation;

impl Operation for CreateLocation {
    const NAME: &'static str = "POST /locations";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::CreateLocation);
    const LIMITS: Limits = LIMITS;
    type Input = Map<String, Value>;
    type Output = Created;
    type Dependencies = (LocationStore, NameStore, AuditTable);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Created> {
        create::create_location(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<CreateLocation>(StatusCode::CREATED)
}
