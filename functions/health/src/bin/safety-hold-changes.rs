//! GraphQL query `safetyHoldChanges`: the changes of a fridge's safety hold, oldest first.

use health::{
    store::HistoryStore,
    temperature_record::{self, HoldArguments, SafetyHoldChange},
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[Table::FridgeHistory.allows(&[Query])];
    type Input = HoldArguments;
    type Output = Page<SafetyHoldChange>;
    type Dependencies = HistoryStore;

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        temperature_record::safety_hold_changes(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
