//! The packing slip report: what is packed for which location and driver, from which zone and bay. Source: the spec of
//! planning and reporting, sections 2, 3 and 7.
//!
//! The need of a location is the pars of its stockings of that day. Which zone and bay an item is packed from is data,
//! which staff edit: [`zones`].

pub mod model;
pub mod report;
pub mod rules;
pub mod store;
pub mod zones;
