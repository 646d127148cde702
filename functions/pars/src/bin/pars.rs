//! GraphQL query `pars`: what is stored of the pars of some stockings.

use pars::{
    read::{self, ParsArguments},
    store::ParStore,
    told::ToldPars,
};
use shared::{Exit, Needs, Operation, Page, Request, Result};

struct Pars;

impl Operation for Pars {
    const NAME: &'static str = "pars";
    const NEEDS: Needs = Needs::SignIn;
    type Input = ParsArguments;
    type Output = Page<ToldPars>;
    type Uses = ParStore;

    async fn run(store: &ParStore, request: Request<ParsArguments>) -> Result<Page<ToldPars>> {
        read::pars(store, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<Pars>()
}
