//! Driver actions and drop decisions.

mod model;
mod store;

pub use model::{DriverAction, DriverActionType};
pub use store::DriverActionStore;
