//! The area's operations at a deployed stack, over HTTP.
#![cfg(test)]

mod day;
mod file;
mod replace;
mod stops;
