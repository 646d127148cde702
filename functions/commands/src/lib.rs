//! Commands to fridges. A command is stored, sent to the command queue, published to the fridge within its time to
//! live, and acknowledged by telemetry. Requirements: `docs/requirements/health.md`, "Commands".

pub mod create;
pub mod deliver;
pub mod lifecycle;
pub mod model;
pub mod queue;
pub mod read;
pub mod record;
pub mod rules;
pub mod store;
pub mod swap;
