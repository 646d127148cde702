//! Listener of the broker: issues a new certificate for a fridge that requests it.

use connections::identity::renew::{self, RenewalDependencies};
use serde_json::Value;
use shared::{fridge_message::FridgeMessage, prelude::*};

pub(crate) struct Function;

impl Listener for Function {
    const SOURCE: Source = Source::Topics(&[TopicSource::Fridges(Up::Renewals)]);
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::FridgeConnections.name_only(),
        Table::FridgeIdentities.allows(&[GetItem, PutItem]),
        Table::Locations.name_only(),
        Broker.allows(&[AttachPolicy, AttachThingPrincipal, CreateCertificateFromCsr, CreateThing, UpdateCertificate]),
        Channels::Fleet.publishes(),
        Channels::Fridge.publishes(),
        Down::Certificates.publishes(),
    ];
    /// Six calls of AWS IoT.
    const TIMEOUT_SECONDS: u32 = 30;
    type Event = FridgeMessage;
    type Dependencies = RenewalDependencies;

    async fn handle(dependencies: &RenewalDependencies, now: Instant, event: FridgeMessage) -> Result<Value> {
        renew::renew_fridge_certificate(dependencies, now, event).await
    }
}

fn main() -> Exit {
    shared::worker::listen::<Function>()
}
