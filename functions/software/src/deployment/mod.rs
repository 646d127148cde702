//! Deployments in stages: a version of an artifact is sent to some of its target fridges, watched, and then sent to
//! more. A deployment never sends more than its started stages. It stops automatically when health worsens, and can be
//! rolled back. Requirements: `docs/requirements/software.md`, SWR-11 to SWR-17.
//!
//! Calls change only the state of a deployment. The worker `advance-fridge-deployments` does the work every minute:
//! [`advance`]. The rules are pure: [`machine`], [`stages`], [`observe`] and [`progress`].

pub mod advance;
pub mod create;
mod machine;
pub mod model;
mod observe;
mod progress;
pub mod read;
mod stages;
pub mod transition;

pub use machine::Scope;
#[cfg(test)]
pub(crate) use stages::testing;
