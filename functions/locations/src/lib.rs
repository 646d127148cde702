//! Fridge and wholesale locations: what is known of them, the rules of creating and editing them, and their history.
//! Source: the spec of locations, sections 2.3 to 2.6, 3 and 5.

pub mod card_reader;
pub mod create;
pub mod device_address;
pub mod history;
pub mod lists;
pub mod message;
pub mod model;
pub mod names;
pub mod record;
pub mod rules;
pub mod store;
pub mod update;
