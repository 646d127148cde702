//! What comes in by the telemetry queue from fridges, drivers and upstream systems: versioned JSON messages, each
//! checked before anything is written. The README beside this says how a batch is handled, and why so.

mod batch;
mod dead_letters;
mod known;
pub mod message;
mod plan;
mod write;

pub use batch::{Ingest, ingest};
