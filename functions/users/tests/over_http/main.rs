//! Who may do what at a deployed stack, over HTTP: every operation of every area, and the area's own.
#![cfg(test)]

mod accounts;
mod administrators;
mod authorization;
mod flags;
mod permissions;
mod routes;
mod schema;
mod staff_flags;
