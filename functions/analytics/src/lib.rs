//! Usage analytics of the console: who uses which routes and screens, and how fast the routes respond. Requirements:
//! `docs/requirements/people.md` (ANL-1, ANL-2).
//!
//! Each REST call records its route, user, outcome and duration. The web app sends page views in batches. The e-mail
//! address is the only personal data. One transaction stores an event and increments the counters of its day, so that
//! each event counts exactly once.

pub mod calls;
pub mod model;
pub mod problems;
pub mod record;
pub mod rules;
pub mod store;
pub mod usage;
pub mod views;
