//! What staff ask of a fridge: a command is stored, put into the command queue, fetched by the fridge within its time to
//! live, and answered by telemetry. Source: the spec of fleet operations, sections 2.3, 4.3, 6, 7 and 8.

pub mod create;
pub mod model;
pub mod queue;
pub mod read;
pub mod record;
pub mod rules;
pub mod store;
pub mod swap;
