//! What is in each fridge, slot by slot. Source: the spec of planning and reporting, sections 2 (fridge inventory view)
//! and 3 (inventory response).

pub mod message;
pub mod model;
pub mod read;
pub mod record;
pub mod store;
