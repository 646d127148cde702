//! What drivers did at locations, and what dispatchers decided.

mod model;
mod store;

pub use model::{DriverAction, DriverActionType};
pub use store::DriverActionStore;
