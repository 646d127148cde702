//! The stores of the area's tables: the software of each fridge, the pilots, and the deployments in stages.

mod deployments;
mod fridges;
mod pilots;

pub(crate) use deployments::Active;
pub use deployments::DeploymentStore;
pub use fridges::{SoftwareStore, Write};
pub use pilots::PilotStore;
