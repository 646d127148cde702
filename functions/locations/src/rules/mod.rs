//! The rules of locations, without clock or I/O. Requirements: `docs/requirements/locations.md`.
//!
//! The web app has the same rules. The cases in `cases/*.json` check that both return the same messages.

mod attribute;
mod context;
pub mod create;
pub mod cutoff;
pub mod edit;
pub mod hours;
pub mod limits;
pub(crate) mod schema;
mod value;
mod wholesale;

pub use attribute::Attribute;
pub use context::{Context, OfferedNames};
pub use create::create;
pub use edit::{Patch, edit};
pub use value::{Field, FieldResult};
pub use wholesale::wholesale;
