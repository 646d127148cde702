//! GraphQL query `featureFlags`: returns the feature flags that are enabled for the caller.

use shared::{Exit, Operation, Request, RequiredPermission, Result};
use users::flags::FlagStore;

struct FeatureFlags;

#[derive(serde::Deserialize)]
struct Arguments {}

impl Operation for FeatureFlags {
    const NAME: &'static str = "featureFlags";
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    type Input = Arguments;
    type Output = Vec<String>;
    type Dependencies = FlagStore;

    async fn run(flags: &FlagStore, request: Request<Arguments>) -> Result<Vec<String>> {
        flags.enabled_for(request.permit.caller().email()).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<FeatureFlags>()
}
