//! The area's operations at a deployed stack, over HTTP.
#![cfg(test)]

mod create;
mod device_address;
mod edit;
mod edit_rules;
mod history;
mod lists;
mod names;
mod wholesale;
