//! GraphQL query `myPermissions`: returns the caller's permissions.

use shared::{Action, Exit, Operation, Request, RequiredPermission, Result, permissions::PermissionStore};
use std::collections::BTreeSet;

struct MyPermissions;

#[derive(serde::Deserialize)]
struct Arguments {}

impl Operation for MyPermissions {
    const NAME: &'static str = "myPermissions";
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    type Input = Arguments;
    type Output = BTreeSet<Action>;
    type Dependencies = PermissionStore;

    async fn run(permissions: &PermissionStore, request: Request<Arguments>) -> Result<BTreeSet<Action>> {
        permissions.actions_of(request.permit.caller().sub()).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<MyPermissions>()
}
