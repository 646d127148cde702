//! What of the console is used, by whom, and how quick it is. Source: the spec of planning and reporting, section 1: every
//! REST call records an event with the route and the user; decisions.md: user, outcome and duration as well, and page
//! views by the web app in batches, with no personal data beyond the e-mail.
//!
//! An event is kept for some weeks, and counted with its day, once, in one transaction.

pub mod calls;
pub mod model;
pub mod record;
pub mod rules;
pub mod store;
pub mod usage;
pub mod views;
