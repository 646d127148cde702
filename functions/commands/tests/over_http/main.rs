//! Commands over HTTP, as the web app sends them, and by the queues, as fridges answer.
#![cfg(test)]

mod fridge;
mod life;
mod permission;
mod read;
mod send;
mod swap;
