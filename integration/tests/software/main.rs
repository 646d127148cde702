//! Tests of the software operations against a deployed stack, over HTTP.
#![cfg(test)]

mod deploy;
mod helpers;
mod inventory;
mod pilots;
mod roll_back;
mod stages;
