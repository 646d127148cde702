//! The stores of the area's tables: the software of each fridge, and the pilots.

mod fridges;
mod pilots;
mod shards;

pub use fridges::{SoftwareStore, Write};
pub use pilots::PilotStore;
