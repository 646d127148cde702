//! Consumes the telemetry queue: versioned JSON messages from fridges, drivers and upstream systems, each validated
//! before anything is written. `functions/ingest/README.md` describes how a batch is processed, and why.

mod batch;
mod dead_letters;
mod location_cache;
pub mod message;
mod plan;
mod write;

pub use batch::{Ingest, ingest};
