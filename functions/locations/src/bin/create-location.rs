//! `POST /locations`: creates a fridge, from the form or from an import.

use locations::{
    create::{self, Created},
    names::NameStore,
    rules::limits::LIMITS,
    store::LocationStore,
};
use serde_json::{Map, Value};
use shared::{Action, Exit, Needs, Operation, Request, Result, audit::AuditTable, bounded::Limits, rest::StatusCode};

struct CreateLocation;

impl Operation for CreateLocation {
    const NAME: &'static str = "POST /locations";
    const NEEDS: Needs = Needs::Action(Action::CreateLocation);
    const LIMITS: Limits = LIMITS;
    type Input = Map<String, Value>;
    type Output = Created;
    type Uses = (LocationStore, NameStore, AuditTable);

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Created> {
        create::create_location(uses, request).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<CreateLocation>(StatusCode::CREATED)
}
