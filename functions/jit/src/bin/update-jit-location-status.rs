//! GraphQL mutation `updateJITLocationStatus`: turns JIT of stockings on or off.

use jit::update::{self, Dependencies, UpdateArguments, UpdateResult};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const FIELD: Option<&'static str> = Some("updateJITLocationStatus");
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::UpdateJit);
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::DropDecisions.allows(&[Query]),
        Table::FeatureFlags.allows(&[GetItem]),
        Table::JitLocations.allows(&[BatchGetItem, UpdateItem]),
    ];
    const TIMEOUT_SECONDS: u32 = 28;
    type Input = UpdateArguments;
    type Output = Vec<UpdateResult>;
    type Dependencies = Dependencies;

    async fn run(dependencies: &Dependencies, request: Request<UpdateArguments>) -> Result<Vec<UpdateResult>> {
        update::update_jit_location_status(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
