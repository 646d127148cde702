//! What comes in by the telemetry queue from fridges and upstream systems: versioned JSON messages, each checked
//! before anything is written.
//!
//! A message may come twice or out of order: the newest of its kind wins, and the same one again changes nothing. One
//! that cannot be read goes back, and after some deliveries to the dead-letter queue; the log has the reason.

pub mod message;
pub mod write;
