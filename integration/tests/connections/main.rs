//! Tests of the connections of fridges against a deployed stack: called over HTTP as by the web app, and connected with
//! the broker as fridges.
#![cfg(test)]

mod certificates;
mod helpers;
mod permissions;
mod presence;
mod renewal;
mod replacement;
