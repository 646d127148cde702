//! Tests of this area's operations and workers over HTTP against a deployed stack.
#![cfg(test)]

mod allocation;
mod apply;
mod attack;
mod bulk;
mod create;
mod failed;
mod idempotency;
mod limits;
mod permissions;
mod redelivery;
mod sweep;
