//! The rules of the area. They are pure: no clock, no I/O.

pub mod alert;
pub mod change;
pub mod condition;
pub mod message;
pub mod notice;
pub mod report;
pub mod shift;
pub mod target;
pub mod temperature;
