//! The area's operations at a deployed stack, over HTTP.
#![cfg(test)]

mod generate;
mod issued;
mod taken;
