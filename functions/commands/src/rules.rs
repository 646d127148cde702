//! Which commands there are, what sending one does, and what becomes of one. Pure: no table, no clock.

pub mod command;
pub mod life;
pub mod sending;
