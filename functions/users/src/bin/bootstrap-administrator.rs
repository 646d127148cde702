//! Invoked once after a deployment. Grants `ManagePermissions` to the first administrator of the deployment.

use serde_json::Value;
use shared::{Exit, Instant, Result, worker::Task};
use users::administrator::{self, FirstAdministrator};

struct BootstrapAdministrator;

impl Task for BootstrapAdministrator {
    const NAME: &'static str = "bootstrap-administrator";
    type Dependencies = FirstAdministrator;

    async fn run(dependencies: &Self::Dependencies, now: Instant) -> Result<Value> {
        administrator::bootstrap_administrator(dependencies, now).await
    }
}

fn main() -> Exit {
    shared::worker::perform::<BootstrapAdministrator>()
}
