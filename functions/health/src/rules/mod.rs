//! The rules: pure, without clock or I/O.

pub mod alert;
pub mod change;
pub mod condition;
pub mod report;
pub mod temperature;
