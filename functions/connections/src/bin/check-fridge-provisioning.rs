//! Hook of the broker: decides whether a new computer of a fridge gets a certificate.

use connections::identity::provisioning::{self, ProvisioningAnswer, ProvisioningDependencies, ProvisioningRequest};
use shared::prelude::*;

pub(crate) struct Function;

impl Hook for Function {
    const SOURCE: Source = Source::Provisioning;
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::FridgeIdentities.allows(&[GetItem, PutItem]),
        Table::Locations.allows(&[GetItem]),
        Channels::Fleet.publishes(),
        Channels::Fridge.publishes(),
    ];
    type Event = ProvisioningRequest;
    type Answer = ProvisioningAnswer;
    type Dependencies = ProvisioningDependencies;

    async fn answer(
        dependencies: &ProvisioningDependencies,
        now: Instant,
        event: ProvisioningRequest,
    ) -> Result<ProvisioningAnswer> {
        provisioning::check_fridge_provisioning(dependencies, now, event).await
    }
}

fn main() -> Exit {
    shared::worker::answer::<Function>()
}
