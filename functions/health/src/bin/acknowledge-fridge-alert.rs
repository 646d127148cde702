//! GraphQL mutation `acknowledgeFridgeAlert`: acknowledges an alert.

use health::{
    acknowledge::{self, AcknowledgeArguments},
    model::FridgeAlert,
    store::AlertStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::SendFridgeCommand);
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::FridgeAlerts.allows(&[GetItem, UpdateItem]),
        Channels::Fleet.publishes(),
        Channels::Fridge.publishes(),
    ];
    type Input = AcknowledgeArguments;
    type Output = FridgeAlert;
    type Dependencies = (AlertStore, AuditTable, Live);

    async fn run(uses: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        acknowledge::acknowledge_fridge_alert(uses, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
