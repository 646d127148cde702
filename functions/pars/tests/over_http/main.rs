//! The area's operations at a deployed stack, over HTTP.
#![cfg(test)]

mod groups;
mod ordered;
mod upload;
