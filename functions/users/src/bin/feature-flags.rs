//! GraphQL query `featureFlags`: the flags that are on for the caller.

use shared::{Exit, Needs, Operation, Request, Result};
use users::flags::FlagStore;

struct FeatureFlags;

#[derive(serde::Deserialize)]
struct Arguments {}

impl Operation for FeatureFlags {
    const NAME: &'static str = "featureFlags";
    const NEEDS: Needs = Needs::SignIn;
    type Input = Arguments;
    type Output = Vec<String>;
    type Uses = FlagStore;

    async fn run(flags: &FlagStore, request: Request<Arguments>) -> Result<Vec<String>> {
        flags.on_for(request.permit.caller().email()).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<FeatureFlags>()
}
