//! What is brought to locations and how it gets there: packing slips, and what drivers do. Source: the spec of fleet
//! operations, section 3.

pub mod driver_action;
pub mod message;
pub mod model;
pub mod record;
pub mod store;
