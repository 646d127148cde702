//! Each minute: hands scheduled changes that are due soon to the queue.

use schedules::{queue::ScheduleQueue, store::ScheduleStore, sweep};
use serde_json::Value;
use shared::{Exit, Instant, Result, worker::Task};

struct SweepScheduleChanges;

impl Task for SweepScheduleChanges {
    const NAME: &'static str = "sweep-schedule-changes";
    type Uses = (ScheduleStore, ScheduleQueue);

    async fn run(uses: &Self::Uses, now: Instant) -> Result<Value> {
        sweep::sweep(uses, now).await
    }
}

fn main() -> Exit {
    shared::worker::perform::<SweepScheduleChanges>()
}
