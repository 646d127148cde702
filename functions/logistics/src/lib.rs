//! LogiNext, the service that plans drivers' ways: syncs of the days' routes with it. Source: the spec of fleet
//! operations, sections 2.7, 5, 8 and 9.
//!
//! A sync is stored and handed to a queue, one message for each fulfillment center ([`start`]); the worker makes one
//! call for each ([`send`]) and stores what came of it, which [`list`] shows.

pub mod list;
pub mod loginext;
pub mod model;
pub mod queue;
pub mod routes_of_center;
pub mod rules;
pub mod send;
pub mod start;
pub mod store;

pub use shared::circuit;
