//! Software of the fridges: deployed and available versions, deployments, rollbacks, and pilots. Requirements:
//! `docs/requirements/software.md`.

pub mod available;
pub mod bucket;
mod change;
pub mod deploy;
pub mod history;
pub mod inventory;
pub mod model;
pub mod pilots;
pub mod roll_back;
pub mod rules;
pub mod store;
pub mod version;
