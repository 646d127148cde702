//! Just-in-time allocation of stockings, and switching it off for those that drivers will not reach in time. Source: the
//! spec of fleet operations, sections 2.6, 4.6 and 5.

pub mod list;
pub mod model;
pub mod plan;
pub mod rules;
pub mod stocked;
pub mod store;
pub mod update;
