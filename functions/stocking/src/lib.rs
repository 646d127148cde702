//! What is brought to locations and how it gets there: packing slips, what drivers do, and what dispatchers decide about
//! drops. Source: the spec of fleet operations, sections 3 to 5.

pub mod actions;
pub mod decision;
pub mod driver_action;
pub mod message;
pub mod model;
pub mod override_drop;
pub mod record;
pub mod rules;
pub mod slips;
pub mod store;
pub mod told;
