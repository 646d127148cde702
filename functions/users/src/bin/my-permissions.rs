//! GraphQL query `myPermissions`: the actions that the caller may take.

use shared::{Action, Exit, Needs, Operation, Request, Result, permissions::PermissionStore};
use std::collections::BTreeSet;

struct MyPermissions;

#[derive(serde::Deserialize)]
struct Arguments {}

impl Operation for MyPermissions {
    const NAME: &'static str = "myPermissions";
    const NEEDS: Needs = Needs::SignIn;
    type Input = Arguments;
    type Output = BTreeSet<Action>;
    type Uses = PermissionStore;

    async fn run(permissions: &PermissionStore, request: Request<Arguments>) -> Result<BTreeSet<Action>> {
        permissions.granted(request.permit.caller().sub()).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<MyPermissions>()
}
