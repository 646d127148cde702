//! Tests of the stocking operations against a deployed stack, over HTTP.
#![cfg(test)]

mod actions;
mod helpers;
mod overrides;
mod slips;
