//! What locations are to be brought: orders, as upstream systems place them. Source: the spec of planning and
//! reporting, section 3 (fridge order).

pub mod message;
pub mod model;
pub mod record;
pub mod store;
