//! Runs every minute: enqueues scheduled changes that are due soon.

use schedules::{queue::ScheduleQueue, store::ScheduleStore, sweep};
use serde_json::Value;
use shared::prelude::*;

pub(crate) struct Function;

impl Task for Function {
    const SOURCE: Source = Source::EveryMinute;
    const ACCESS: &'static [Access] = &[
        Table::ScheduleChanges.allows(&[UpdateItem]),
        Table::ScheduleChanges.index("byState"),
        Queue::Schedule.sends(),
    ];
    type Dependencies = (ScheduleStore, ScheduleQueue);

    async fn run(dependencies: &Self::Dependencies, now: Instant) -> Result<Value> {
        sweep::sweep(dependencies, now).await
    }
}

fn main() -> Exit {
    shared::worker::perform::<Function>()
}
