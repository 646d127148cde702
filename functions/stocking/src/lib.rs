//! What is brought to locations: packing slips. Source: the spec of fleet operations, section 3.

pub mod model;
pub mod store;
