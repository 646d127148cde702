//! Invoked by the user pool after each sign-in. Records its time.

use shared::prelude::*;
use users::sign_ins::{self, SignInStore, SignedIn};

pub(crate) struct Function;

impl Trigger for Function {
    const SOURCE: Source = Source::SignIn;
    const ACCESS: &'static [Access] = &[Table::SignIns.allows(&[PutItem])];
    type Event = SignedIn;
    type Dependencies = SignInStore;

    async fn run(store: &SignInStore, now: Instant, event: SignedIn) -> Result<()> {
        sign_ins::record(store, now, &event).await
    }
}

fn main() -> Exit {
    shared::worker::observe::<Function>()
}
