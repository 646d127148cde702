//! The connections of fridges to the message broker: certificates, presence and the forwarding of messages.
//! Requirements: `docs/requirements/connections.md`. `functions/connections/README.md` describes the design.

pub mod connection;
pub mod forward;
pub mod history;
pub mod identity;
pub mod presence;
#[cfg(test)]
mod testing;
