//! The rules of stocking. They are pure. The web app has the same rules; both are tested with `cases/`.

pub mod day;
pub mod drop_done;
pub mod drop_override;
pub mod stop_status;
