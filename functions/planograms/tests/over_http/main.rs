//! The area's operations at a deployed stack, over HTTP.
#![cfg(test)]

mod create;
mod planograms;
mod update;
