//! The area's operations at a deployed stack, over HTTP.
#![cfg(test)]

mod outcome;
mod start;
mod syncs;
mod trouble;
