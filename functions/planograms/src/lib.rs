//! Planograms: the item in each slot of a layout, and scheduled changes. Requirements: `docs/requirements/planning.md`,
//! section "Planograms".

pub mod history;
pub mod model;
pub mod read;
pub mod rules;
pub mod schedule;
pub mod store;
