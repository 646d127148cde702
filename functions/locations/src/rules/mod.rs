//! The rules of locations: pure, without clock or I/O. Source: the spec of locations, section 5.
//!
//! The browser has the same rules; `cases/*.json` holds both to the same messages.

mod attribute;
mod context;
pub mod create;
pub mod cutoff;
pub mod edit;
pub mod hours;
pub mod limits;
mod value;
mod wholesale;

pub use attribute::Attribute;
pub use context::{Context, Offered};
pub use create::create;
pub use edit::{Patch, edit};
pub use value::{Field, Read};
pub use wholesale::wholesale;
