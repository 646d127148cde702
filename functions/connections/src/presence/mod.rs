//! The presence of fridges: whether they are connected to the broker.

pub mod disconnected;
pub mod model;
pub mod order;
pub mod record;
pub mod store;
