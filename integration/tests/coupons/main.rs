//! Tests of the area's operations over HTTP against a running stack.
#![cfg(test)]

mod attack;
mod code_collisions;
mod generate;
mod issued;
