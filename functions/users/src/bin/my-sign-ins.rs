//! GraphQL query `mySignIns`: when the caller signed in last.

use shared::{Exit, Needs, Operation, Request, Result};
use users::sign_ins::{self, SignIn, SignInStore};

struct MySignIns;

#[derive(serde::Deserialize)]
struct Arguments {}

impl Operation for MySignIns {
    const NAME: &'static str = "mySignIns";
    const NEEDS: Needs = Needs::SignIn;
    type Input = Arguments;
    type Output = Vec<SignIn>;
    type Uses = SignInStore;

    async fn run(store: &SignInStore, request: Request<Arguments>) -> Result<Vec<SignIn>> {
        sign_ins::latest(store, request.permit.caller().sub()).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<MySignIns>()
}
