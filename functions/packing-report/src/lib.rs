//! The packing report: the items to pack per location and driver, and the zone and bay of each item. Requirements:
//! `docs/requirements/planning.md`, section "Packing report".
//!
//! The need of a location is the sum of the pars of its stockings on that day. Staff edit the zone and bay of each
//! item, see [`zones`].

pub mod model;
pub mod report;
pub mod rules;
pub mod store;
pub mod zones;
