//! The rules of commands: the existing commands, the effect of sending one, and the lifecycle. They are pure: no table,
//! no clock.

pub mod command;
pub mod lifecycle;
pub mod sending;
