//! GraphQL query `administrators`: lists the users who can grant permissions.

use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[Table::Permissions.allows(&[BatchGetItem])];
    type Input = NoInput;
    type Output = Vec<String>;
    type Dependencies = PermissionStore;

    async fn run(dependencies: &Self::Dependencies, _: Request<Self::Input>) -> Result<Self::Output> {
        dependencies.administrators().await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
