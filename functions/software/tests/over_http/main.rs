//! The area's operations at a deployed stack, over HTTP.
#![cfg(test)]

mod calls;
mod deploy;
mod inventory;
mod pilots;
mod roll_back;
