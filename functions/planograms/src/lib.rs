//! Planograms: which item lies in which slot of a layout, from which hour on. Source: the spec of planning and
//! reporting, sections 2 (planograms), 3 (planogram update input), 5 (planogram CSV), 7 and 9.

pub mod history;
pub mod model;
pub mod read;
pub mod rules;
pub mod schedule;
pub mod store;
