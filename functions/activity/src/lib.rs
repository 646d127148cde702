//! The activity log over all areas, and handover notes on fridges and routes. Requirements:
//! `docs/requirements/activity.md`.
//!
//! The log reads the audit entries that the other areas write with their changes, see `shared::audit`. Handover notes
//! have their own table.

pub mod log;
pub mod model;
pub mod notes;
pub mod rules;
pub mod store;
