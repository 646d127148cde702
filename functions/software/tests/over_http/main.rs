//! The area's operations at a deployed stack, over HTTP.
#![cfg(test)]

mod calls;
mod deploy;
mod faults;
mod inventory;
mod pilots;
mod proxy;
mod roll_back;
