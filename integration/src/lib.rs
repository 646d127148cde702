//! The kit of the integration tests in `tests/`: a deployed stack, signed-in users, new locations, and waiting.
//!
//! Tests call the deployed endpoints over HTTP, as the web app does. Each test creates the objects that it changes, so that
//! tests can run in any order and in parallel. `LARDER_STACK` is the path of the `stack.json` of the stack under test.
#![expect(
    clippy::panic,
    clippy::missing_panics_doc,
    clippy::indexing_slicing,
    reason = "this code runs only in tests, which fail by panicking"
)]

mod attack;
mod aws;
mod dead_letters;
mod description;
pub mod fridge;
mod live;
mod location;
mod person;
mod response;
mod schedule;
mod stack;
mod staff;
mod telemetry;
mod wait;

pub use attack::print_attack;
pub use aws::Aws;
pub use dead_letters::{DeadLetter, take_dead_letter, take_dead_letters};
pub use description::User;
pub use integration_macros::stack_test;
pub use live::Subscription;
pub use location::NewLocation;
pub use person::Person;
pub use reqwest::Method;
pub use response::{Rejection, Rest, field_errors};
pub use schedule::in_seconds;
pub use stack::Stack;
pub use staff::{Member, Tokens, delete_account};
pub use wait::{wait_until, wait_until_within, with_cleanup};

/// Returns the value of `result` or fails the test. `what` describes the step.
fn must<T, E: std::fmt::Debug>(what: &str, result: Result<T, E>) -> T {
    result.unwrap_or_else(|error| panic!("{what}: {error:?}"))
}
