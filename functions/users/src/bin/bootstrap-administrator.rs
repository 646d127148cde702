//! Invoked once after a deployment: makes the person whom it names the first administrator.

use serde_json::Value;
use shared::{Exit, Instant, Result, worker::Task};
use users::administrator::{self, FirstAdministrator};

struct BootstrapAdministrator;

impl Task for BootstrapAdministrator {
    const NAME: &'static str = "bootstrap-administrator";
    type Uses = FirstAdministrator;

    async fn run(uses: &Self::Uses, now: Instant) -> Result<Value> {
        administrator::bootstrap_administrator(uses, now).await
    }
}

fn main() -> Exit {
    shared::worker::perform::<BootstrapAdministrator>()
}
