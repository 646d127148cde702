//! The area's operations at a deployed stack, over HTTP.
#![cfg(test)]

mod days;
mod drivers;
mod ranges;
mod told;
