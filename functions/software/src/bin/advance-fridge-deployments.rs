//! Scheduled task that runs every minute: advances the deployments in stages.

use serde_json::Value;
use shared::prelude::*;
use software::deployment::advance::{self, AdvanceDependencies};

pub(crate) struct Function;

impl Task for Function {
    const SOURCE: Source = Source::EveryMinute;
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::FridgeDeployments.allows(&[BatchGetItem, ConditionCheckItem, GetItem, PutItem, Query, UpdateItem]),
        Table::FridgeHealth.allows(&[BatchGetItem]),
        Table::FridgeSoftwareVersion.allows(&[BatchGetItem, UpdateItem]),
        Table::Locations.allows(&[BatchGetItem]),
        Bucket::Artifacts.lists_keys(),
        Down::Software.publishes(),
    ];
    /// A deployment has up to 2,500 fridges: 600 ms of CPU time.
    const MEMORY_MIB: u32 = 256;
    const TIMEOUT_SECONDS: u32 = 60;
    type Dependencies = AdvanceDependencies;

    async fn run(uses: &Self::Dependencies, now: Instant) -> Result<Value> {
        advance::advance(uses, now).await
    }
}

fn main() -> Exit {
    shared::worker::perform::<Function>()
}
