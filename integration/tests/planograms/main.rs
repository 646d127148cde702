//! Tests of the area's operations over HTTP against a running stack.
#![cfg(test)]

mod create;
mod helpers;
mod update;
