//! `POST /locations`: creates a fridge, from the form or from an import.

use lambda_http::http::StatusCode;
use locations::{
    create::{self, Created},
    names::NameStore,
    store::LocationStore,
};
use serde_json::{Map, Value};
use shared::{Action, Needs, Operation, Request, Result, audit::AuditTable};

struct CreateLocation;

impl Operation for CreateLocation {
    const NAME: &'static str = "POST /locations";
    const NEEDS: Needs = Needs::Action(Action::CreateLocation);
    type Input = Map<String, Value>;
    type Output = Created;
    type Uses = (LocationStore, NameStore, AuditTable);

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Created> {
        create::create_location(uses, request).await
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    shared::rest::serve::<CreateLocation>(StatusCode::CREATED).await
}
