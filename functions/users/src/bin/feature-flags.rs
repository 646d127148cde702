//! GraphQL query `featureFlags`: returns the feature flags that are enabled for the caller.

use shared::prelude::*;
use users::flags::FlagStore;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[Table::FeatureFlags.allows(&[GetItem])];
    type Input = NoInput;
    type Output = Vec<String>;
    type Dependencies = FlagStore;

    async fn run(flags: &FlagStore, request: Request<NoInput>) -> Result<Vec<String>> {
        flags.enabled_for(request.permit.caller().email()).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
