//! Consumer of the schedule queue: applies due changes exactly once.

use schedules::apply;
use shared::{
    Exit, Instant,
    worker::{BatchConsumer, BatchResult, Delivery},
};

struct ApplyScheduleChange;

impl BatchConsumer for ApplyScheduleChange {
    const NAME: &'static str = "apply-schedule-change";
    type Dependencies = apply::Dependencies;

    async fn handle(dependencies: &Self::Dependencies, now: Instant, batch: Vec<Delivery>) -> BatchResult {
        apply::apply_schedule_changes(dependencies, now, batch).await
    }
}

fn main() -> Exit {
    shared::worker::consume_batches::<ApplyScheduleChange>()
}
