//! The rules of stocking: pure. The browser has the same; `cases/` holds both to the same answers.

pub mod day;
pub mod drop_done;
pub mod drop_override;
pub mod stop_status;
