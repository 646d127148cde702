//! The rules of the area. They are pure: no clock, no I/O.

pub mod alert;
pub mod change;
pub mod condition;
pub mod report;
pub mod temperature;
