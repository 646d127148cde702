//! Consumer of the schedule queue: applies changes when their time has come, once.

use schedules::apply;
use shared::{
    Exit, Instant,
    worker::{BatchConsumer, Delivery, Handled},
};

struct ApplyScheduleChange;

impl BatchConsumer for ApplyScheduleChange {
    const NAME: &'static str = "apply-schedule-change";
    type Uses = apply::Uses;

    async fn handle(uses: &Self::Uses, now: Instant, batch: Vec<Delivery>) -> Handled {
        apply::apply_schedule_changes(uses, now, batch).await
    }
}

fn main() -> Exit {
    shared::worker::consume_batches::<ApplyScheduleChange>()
}
