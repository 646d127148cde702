//! The software of the fridges: which version each has, which can be deployed, deployments, and pilots. Source: the spec
//! of fleet operations, sections 2.1, 3, 4.1, 4.2, 5 (Deployment), 7 and 8.

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
