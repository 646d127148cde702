//! The area's operations and workers at a deployed stack, over HTTP.
#![cfg(test)]

mod again;
mod allocation;
mod apply;
mod bulk;
mod create;
mod deliver;
mod failed;
mod limits;
mod permissions;
mod sweep;
