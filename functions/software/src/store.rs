//! The tables of the area: which version of each software a fridge has, and the pilots.

mod fridges;
mod pilots;
mod shards;

pub use fridges::{SoftwareStore, Write};
pub use pilots::PilotStore;
