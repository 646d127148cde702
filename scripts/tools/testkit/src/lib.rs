//! What integration tests stand on: a deployed stack, people who are signed in to it, new locations, waiting.
//!
//! A test calls the deployed endpoints over HTTP, as the web app does, and makes what it changes for itself, so that
//! tests run in any order and beside one another. `LARDER_STACK` names the `stack.json` of the stack under test.
#![expect(
    clippy::panic,
    clippy::missing_panics_doc,
    clippy::indexing_slicing,
    reason = "all of it runs in tests: one that cannot go on says so by panicking"
)]

mod answer;
mod aws;
mod live;
mod location;
mod person;
mod schedule;
mod stack;
mod staff;
mod wait;

pub use answer::{Refusal, Rest, wrong_fields};
pub use aws::Aws;
pub use live::Subscription;
pub use location::NewLocation;
pub use person::Person;
pub use reqwest::Method;
pub use schedule::in_seconds;
pub use stack::Stack;
pub use staff::{Member, Tokens, User, dismiss};
pub use wait::{afterwards, wait_until, wait_until_within};

/// The value, or the end of the test: `what` says what was being done.
fn must<T, E: std::fmt::Debug>(what: &str, result: Result<T, E>) -> T {
    result.unwrap_or_else(|error| panic!("{what}: {error:?}"))
}
