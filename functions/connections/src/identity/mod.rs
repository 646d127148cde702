//! The identity of a fridge: the certificates with which it connects.
//!
//! The table decides which certificates are valid, and AWS IoT follows. `functions/connections/README.md` describes
//! how.

pub mod allow_replacement;
pub mod broker;
pub mod editor;
pub mod issue;
pub mod model;
pub mod provisioning;
pub mod reconcile;
pub mod renew;
pub mod request;
pub mod revoke;
pub mod rules;
pub mod store;
pub mod sweep;

#[cfg(test)]
mod tests;
