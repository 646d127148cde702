//! The rules of stocking. They are pure. The web app has most of these rules, too; both are tested with `cases/`.

pub mod day;
pub mod drop_done;
pub mod drop_override;
pub mod expected_time;
pub mod stop_status;
