//! GraphQL mutation `uploadParMaps`: replaces the pars of stockings.

use pars::upload::{self, Dependencies, ParMapResult, UploadParMapsArguments};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::UploadPars);
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::JitLocations.allows(&[BatchGetItem, UpdateItem]),
        Table::Locations.allows(&[BatchGetItem]),
        Table::Orders.index("byDropOff"),
        Table::Pars.allows(&[BatchGetItem, PutItem]),
    ];
    const TIMEOUT_SECONDS: u32 = 28;
    type Input = UploadParMapsArguments;
    type Output = Vec<ParMapResult>;
    type Dependencies = Dependencies;

    async fn run(dependencies: &Dependencies, request: Request<UploadParMapsArguments>) -> Result<Vec<ParMapResult>> {
        upload::upload_par_maps(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
