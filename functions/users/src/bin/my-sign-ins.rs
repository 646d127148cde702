//! GraphQL query `mySignIns`: lists the caller's latest sign-ins.

use shared::{Exit, Operation, Request, RequiredPermission, Result};
use users::sign_ins::{self, SignIn, SignInStore};

struct MySignIns;

#[derive(serde::Deserialize)]
struct Arguments {}

impl Operation for MySignIns {
    const NAME: &'static str = "mySignIns";
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    type Input = Arguments;
    type Output = Vec<SignIn>;
    type Dependencies = SignInStore;

    async fn run(store: &SignInStore, request: Request<Arguments>) -> Result<Vec<SignIn>> {
        sign_ins::latest(store, request.permit.caller().sub()).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<MySignIns>()
}
