//! Stocking: packing slips, driver actions, and dispatchers' decisions about drops. Requirements:
//! `docs/requirements/stocking.md`.

pub mod actions;
pub mod decision;
pub mod driver_action;
pub mod message;
pub mod model;
pub mod notifications;
pub mod override_drop;
pub mod record;
pub mod rules;
pub mod slips;
pub mod stocked;
pub mod stop_times;
pub mod store;
