//! Runs every minute: enqueues scheduled changes that are due soon.

use schedules::{queue::ScheduleQueue, store::ScheduleStore, sweep};
use serde_json::Value;
use shared::{Exit, Instant, Result, worker::Task};

struct SweepScheduleChanges;

impl Task for SweepScheduleChanges {
    const NAME: &'static str = "sweep-schedule-changes";
    type Dependencies = (ScheduleStore, ScheduleQueue);

    async fn run(dependencies: &Self::Dependencies, now: Instant) -> Result<Value> {
        sweep::sweep(dependencies, now).await
    }
}

fn main() -> Exit {
    shared::worker::perform::<SweepScheduleChanges>()
}
