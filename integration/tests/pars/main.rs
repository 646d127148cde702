//! Tests of the area's operations over HTTP against a running stack.
#![cfg(test)]

mod concurrency;
mod helpers;
mod orders_by_day;
mod upload;
