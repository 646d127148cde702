//! Tests of this area's operations over HTTP against a deployed stack.
#![cfg(test)]

mod day;
mod helpers;
mod large_upload;
mod replace;
