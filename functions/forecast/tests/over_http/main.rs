//! The area's operations at a deployed stack, over HTTP.
#![cfg(test)]

mod edit;
mod file;
mod upload;
