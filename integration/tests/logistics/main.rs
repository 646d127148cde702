//! Tests of this area's operations over HTTP against a deployed stack.
#![cfg(test)]

mod failures;
mod helpers;
mod outcome;
mod start;
