//! GraphQL query `myPermissions`: returns the caller's permissions.

use shared::prelude::*;
use std::collections::BTreeSet;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[];
    type Input = NoInput;
    type Output = BTreeSet<Action>;
    type Dependencies = PermissionStore;

    async fn run(permissions: &PermissionStore, request: Request<NoInput>) -> Result<BTreeSet<Action>> {
        permissions.actions_of(request.permit.caller().sub()).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
