//! The area's operations at a deployed stack, over HTTP.
#![cfg(test)]

mod actions;
mod overrides;
mod slips;
mod telling;
