//! Health of fridges: their reports, their events, and the alerts that result from them.
//!
//! A report replaces the fridge's latest report unless that one is newer. Changes are added to the history, whose
//! entries expire. Alerts follow from the stored state after a report, not from the report alone, so a message that is
//! duplicated, delayed or retried after a crash leads to the same alerts. A sweep every minute finds fridges that
//! stopped reporting. Requirements: `docs/requirements/health.md`.

pub mod acknowledge;
mod alerting;
pub mod alerts;
pub mod corrective;
pub mod events;
pub mod fleet;
pub mod follow;
pub mod latest;
mod live_events;
pub mod model;
pub mod notifications;
pub mod record;
pub mod rules;
pub mod store;
pub mod sweep;
pub mod temperature_record;
pub mod temperatures;
