//! Pars: the target stock of each stocking of a location, and the fridge orders that uploads are checked against.
//! Requirements: `docs/requirements/planning.md`, section "Pars".

pub mod jit_list;
pub mod model;
pub mod orders_by_day;
pub mod read;
pub mod response;
pub mod rules;
pub mod store;
pub mod upload;
