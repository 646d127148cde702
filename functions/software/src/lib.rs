//! Software of the fridges: deployed and available versions, immediate deployments, deployments in stages,
//! rollbacks, and pilots. Requirements: `docs/requirements/software.md`.

pub mod available;
pub mod bucket;
mod change;
pub mod deploy;
pub mod deployment;
pub mod desired;
pub mod history;
pub mod inventory;
pub mod model;
pub mod pilots;
pub mod publish;
pub mod resend;
pub mod roll_back;
pub mod rules;
pub mod store;
#[cfg(test)]
mod testing;
mod transport;
pub mod version;
