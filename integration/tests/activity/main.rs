//! Tests of the area's operations over HTTP against a running stack.
#![cfg(test)]

mod helpers;
mod log;
mod notes;
