//! GraphQL query `mySignIns`: lists the caller's latest sign-ins.

use shared::prelude::*;
use users::sign_ins::{self, SignIn, SignInStore};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[Table::SignIns.allows(&[Query])];
    type Input = NoInput;
    type Output = Vec<SignIn>;
    type Dependencies = SignInStore;

    async fn run(store: &SignInStore, request: Request<NoInput>) -> Result<Vec<SignIn>> {
        sign_ins::latest(store, request.permit.caller().sub()).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
