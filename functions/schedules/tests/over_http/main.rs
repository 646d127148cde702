//! The area's operations and workers at a deployed stack, over HTTP.
#![cfg(test)]

mod allocation;
mod apply;
mod create;
mod deliver;
mod failed;
mod sweep;
