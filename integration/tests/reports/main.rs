//! Tests of the area's operations over HTTP against a running stack.
#![cfg(test)]

mod days;
mod drivers;
mod helpers;
mod ranges;
