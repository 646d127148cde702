//! Item prices by price schema, with their history. Requirements: `docs/requirements/planning.md`, section "Prices".
//!
//! The price map template of a location is the name of a price schema.

pub mod history;
pub mod list;
pub mod model;
pub mod remove;
pub mod rules;
pub mod store;
pub mod update;
