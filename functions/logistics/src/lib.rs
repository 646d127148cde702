//! Syncs with LogiNext, the route planning service: sends the routes of fulfillment centers for a range of days.
//! Requirements: `docs/requirements/stocking.md`, section "LogiNext".
//!
//! [`start`] stores a sync and enqueues one message per fulfillment center. The worker ([`send`]) makes one call per
//! center and stores the outcome. [`list`] returns the syncs with their outcomes.

pub mod center_routes;
pub mod list;
pub mod loginext;
pub mod model;
pub mod queue;
pub mod rules;
pub mod send;
pub mod start;
pub mod store;

pub use shared::circuit;
