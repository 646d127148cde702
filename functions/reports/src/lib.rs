//! What fridges and drivers reported: stock-outs, empty channels, temperatures and the drivers' log. Source: the spec of
//! planning and reporting, sections 2 and 3.

pub mod drivers;
pub mod message;
pub mod model;
pub mod read;
pub mod record;
pub mod rows;
pub mod rules;
pub mod store;
