//! Fridge and wholesale locations: lists, creation, editing and history. The requirements are in
//! `docs/requirements/locations.md`.

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
