//! Consumer of the schedule queue: applies a change when its time has come, once.

use locations::update::Editor;
use schedules::{apply, store::ScheduleStore};
use shared::{Exit, Instant, Result, worker::Consumer};

struct ApplyScheduleChange;

impl Consumer for ApplyScheduleChange {
    const NAME: &'static str = "apply-schedule-change";
    type Uses = (ScheduleStore, Editor);

    async fn handle(uses: &Self::Uses, now: Instant, body: &str) -> Result<()> {
        apply::apply_schedule_change(uses, now, body).await
    }
}

fn main() -> Exit {
    shared::worker::consume::<ApplyScheduleChange>()
}
