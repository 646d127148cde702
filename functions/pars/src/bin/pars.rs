//! GraphQL query `pars`: returns the stored pars of given stockings.

use pars::{
    read::{self, ParsArguments},
    response::ParsResponse,
    store::ParStore,
};
use shared::{Exit, Operation, Page, Request, RequiredPermission, Result};

struct Pars;

impl Operation for Pars {
    const NAME: &'static str = "pars";
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    type Input = ParsArguments;
    type Output = Page<ParsResponse>;
    type Dependencies = ParStore;

    async fn run(store: &ParStore, request: Request<ParsArguments>) -> Result<Page<ParsResponse>> {
        read::pars(store, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<Pars>()
}
