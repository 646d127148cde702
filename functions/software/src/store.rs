//! The stores of the area's tables: the software of each fridge, and the pilots.

mod fridges;
mod pilots;

pub use fridges::{SoftwareStore, Write};
pub use pilots::PilotStore;
