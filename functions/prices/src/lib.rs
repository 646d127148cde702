//! Prices of items by price schema, with their history. Source: the spec of planning and reporting, sections 2 to 5, 7
//! and 8.
//!
//! A price schema is what a location calls its price map template: both are read from the same names.

pub mod history;
pub mod list;
pub mod model;
pub mod remove;
pub mod rules;
pub mod store;
pub mod update;
