//! How fridges are: what they report, what happened to them, and the alerts that follow from it.
//!
//! A report is kept as the fridge's latest unless a newer one is there; what changed goes to the history, which is
//! forgotten with time. Alerts are decided from what is known after a report, not from the report: a message that
//! comes twice, late or after a crash leads to the same alerts. A sweep each minute finds the fridges that fell silent.
//! Source: the spec of fleet operations, sections 2.2, 2.3, 3 and 4.3.

pub mod acknowledge;
pub mod alerts;
pub mod events;
pub mod latest;
pub mod model;
mod news;
pub mod record;
pub mod rules;
pub mod store;
pub mod sweep;
pub mod temperatures;
mod watch;
