//! GraphQL query `pars`: returns the stored pars of given stockings.

use pars::{
    read::{self, ParsArguments},
    response::ParsResponse,
    store::ParStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[Table::Pars.allows(&[BatchGetItem])];
    type Input = ParsArguments;
    type Output = Page<ParsResponse>;
    type Dependencies = ParStore;

    async fn run(store: &ParStore, request: Request<ParsArguments>) -> Result<Page<ParsResponse>> {
        read::pars(store, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
