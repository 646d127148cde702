//! Scheduled task that runs every minute: retires certificates, and makes the changes that AWS IoT lacks.

use connections::identity::{editor::IdentityEditor, sweep};
use serde_json::Value;
use shared::prelude::*;

pub(crate) struct Function;

impl Task for Function {
    const SOURCE: Source = Source::EveryMinute;
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::FridgeConnections.name_only(),
        Table::FridgeIdentities.allows(&[GetItem, PutItem]),
        Table::FridgeIdentities.index("byCheck"),
        Table::Locations.name_only(),
        Broker.allows(&[
            AttachPolicy,
            AttachThingPrincipal,
            CreateThing,
            DeleteConnection,
            DetachThingPrincipal,
            ListThingPrincipals,
            UpdateCertificate,
        ]),
        Channels::Fleet.publishes(),
        Channels::Fridge.publishes(),
    ];
    const TIMEOUT_SECONDS: u32 = 55;
    type Dependencies = IdentityEditor;

    async fn run(editor: &IdentityEditor, now: Instant) -> Result<Value> {
        sweep::sweep(editor, now).await
    }
}

fn main() -> Exit {
    shared::worker::perform::<Function>()
}
