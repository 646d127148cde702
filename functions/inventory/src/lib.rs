//! The inventory of each fridge, slot by slot. Requirements: `docs/requirements/reports.md` (INV-1, INV-2).

pub mod message;
pub mod model;
pub mod read;
pub mod record;
pub mod store;
