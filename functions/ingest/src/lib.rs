//! Consumes the telemetry queue and the upstream queue: versioned JSON messages from fridges and from upstream systems,
//! each validated before anything is written. `functions/ingest/README.md` describes how a batch is processed, and why.

mod batch;
mod dead_letters;
mod location_cache;
pub mod message;
mod plan;
pub mod sender;
mod write;

pub use batch::{Ingest, IngestFridges, IngestUpstream, ingest};
