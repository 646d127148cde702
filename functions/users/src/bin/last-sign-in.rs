//! GraphQL query `lastSignIn`: returns the time of a user's latest sign-in.

use shared::prelude::*;
use users::sign_ins::{self, LastSignInArguments, SignInStore};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    const ACCESS: &'static [Access] = &[Table::SignIns.allows(&[Query])];
    type Input = LastSignInArguments;
    type Output = Option<Instant>;
    type Dependencies = SignInStore;

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        sign_ins::last(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
