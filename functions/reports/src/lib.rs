//! Reports from fridges and drivers: stock-outs, empty channels, temperatures and the driver log. Requirements:
//! `docs/requirements/reports.md`.

pub mod drivers;
pub mod message;
pub mod model;
pub mod read;
pub mod record;
pub mod rows;
pub mod rules;
pub mod store;
