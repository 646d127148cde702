//! Invoked by the user pool after each sign-in. Records its time.

use shared::{Exit, Instant, Result, worker::Trigger};
use users::sign_ins::{self, SignInStore, SignedIn};

struct RecordSignIn;

impl Trigger for RecordSignIn {
    const NAME: &'static str = "record-sign-in";
    type Event = SignedIn;
    type Dependencies = SignInStore;

    async fn run(store: &SignInStore, now: Instant, event: SignedIn) -> Result<()> {
        sign_ins::record(store, now, &event).await
    }
}

fn main() -> Exit {
    shared::worker::observe::<RecordSignIn>()
}
