//! Scheduled task that runs every minute: raises alerts for fridges that stopped reporting.

use health::{store::Stores, sweep};
use serde_json::Value;
use shared::{Exit, Instant, Result, worker::Task};

struct SweepFridgeAlerts;

impl Task for SweepFridgeAlerts {
    const NAME: &'static str = "sweep-fridge-alerts";
    type Dependencies = Stores;

    async fn run(uses: &Self::Dependencies, now: Instant) -> Result<Value> {
        sweep::sweep(uses, now).await
    }
}

fn main() -> Exit {
    shared::worker::perform::<SweepFridgeAlerts>()
}
