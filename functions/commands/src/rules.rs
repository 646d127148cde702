//! Which commands there are, and what becomes of one. Pure: no table, no clock.

pub mod command;
pub mod life;
