//! Invoked once after a deployment. Grants `ManagePermissions` to the first administrator of the deployment.

use serde_json::Value;
use shared::prelude::*;
use users::administrator::{self, FirstAdministrator};

pub(crate) struct Function;

impl Task for Function {
    const SOURCE: Source = Source::Manual;
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::Permissions.allows(&[GetItem, UpdateItem]),
        UserPool.allows(&[AdminGetUser, ListUsers]),
        Setting::FirstAdministrator.reads(),
    ];
    type Dependencies = FirstAdministrator;

    async fn run(dependencies: &Self::Dependencies, now: Instant) -> Result<Value> {
        administrator::bootstrap_administrator(dependencies, now).await
    }
}

fn main() -> Exit {
    shared::worker::perform::<Function>()
}
