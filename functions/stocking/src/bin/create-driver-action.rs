//! GraphQL mutation `createDriverAction`: records a dispatcher's decision about a drop.

use shared::prelude::*;
use stocking::{
    driver_action::DriverAction,
    override_drop::{self, CreateDriverActionArguments},
    record::MAX_DATA,
};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::OverrideDrop);
    const LIMITS: Limits = &[("data", MAX_DATA)];
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::DriverActions.allows(&[PutItem]),
        Table::DropDecisions.allows(&[GetItem, ConditionCheckItem, PutItem]),
        Table::FeatureFlags.allows(&[GetItem]),
        Table::Locations.allows(&[GetItem]),
        Table::PackingSlips.allows(&[Query]),
        Channels::Stocking.publishes(),
    ];
    type Input = CreateDriverActionArguments;
    type Output = DriverAction;
    type Dependencies = override_drop::Dependencies;

    async fn run(
        uses: &override_drop::Dependencies,
        request: Request<CreateDriverActionArguments>,
    ) -> Result<DriverAction> {
        override_drop::create_driver_action(uses, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
