//! The rules of commands: the existing commands and the effect of sending one. They are pure: no table, no clock.

pub mod command;
pub mod sending;
