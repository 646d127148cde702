//! Each minute: looks at the fridges that may have fallen silent.

use health::{store::Stores, sweep};
use serde_json::Value;
use shared::{Exit, Instant, Result, worker::Task};

struct SweepFridgeAlerts;

impl Task for SweepFridgeAlerts {
    const NAME: &'static str = "sweep-fridge-alerts";
    type Uses = Stores;

    async fn run(uses: &Self::Uses, now: Instant) -> Result<Value> {
        sweep::sweep(uses, now).await
    }
}

fn main() -> Exit {
    shared::worker::perform::<SweepFridgeAlerts>()
}
