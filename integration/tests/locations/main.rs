//! Tests of this area's operations over HTTP against a deployed stack.
#![cfg(test)]

mod create;
mod device_address;
mod edit;
mod edit_rules;
mod history;
mod lists;
mod names;
mod wholesale;
