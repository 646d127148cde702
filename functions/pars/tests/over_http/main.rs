//! The area's operations at a deployed stack, over HTTP.
#![cfg(test)]

mod at_once;
mod groups;
mod ordered;
mod upload;
