//! Scheduled task that runs every minute: raises alerts for fridges that stopped reporting.

use health::{store::Stores, sweep};
use serde_json::Value;
use shared::prelude::*;

pub(crate) struct Function;

impl Task for Function {
    const SOURCE: Source = Source::EveryMinute;
    const ACCESS: &'static [Access] = &[
        Table::AlertNotices.allows(&[UpdateItem]),
        Table::FridgeAlerts.allows(&[GetItem, PutItem, UpdateItem]),
        Table::FridgeHealth.allows(&[BatchGetItem, GetItem, UpdateItem]),
        Table::FridgeHealth.index("byFleet"),
        Table::FridgeHistory.name_only(),
        Table::Locations.allows(&[GetItem, BatchGetItem]),
        Channels::Fleet.publishes(),
        Channels::Fridge.publishes(),
    ];
    const TIMEOUT_SECONDS: u32 = 60;
    type Dependencies = Stores;

    async fn run(uses: &Self::Dependencies, now: Instant) -> Result<Value> {
        sweep::sweep(uses, now).await
    }
}

fn main() -> Exit {
    shared::worker::perform::<Function>()
}
