//! Par levels: what each stocking of a location is filled up to, the packing report, and what orders exist. Source: the
//! spec of planning and reporting, sections 2 to 5.

pub mod jit_list;
pub mod model;
pub mod ordered;
pub mod read;
pub mod rules;
pub mod store;
pub mod told;
pub mod upload;
