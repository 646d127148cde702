//! GraphQL mutation `recordCorrectiveAction`: records a corrective action for a temperature excursion.

use health::{
    corrective::{self, RecordArguments},
    model::CorrectiveAction,
    store::{CorrectiveActionStore, HistoryStore},
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::RecordTemperature);
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::CorrectiveActions.allows(&[GetItem, PutItem]),
        Table::FridgeHistory.allows(&[Query]),
    ];
    type Input = RecordArguments;
    type Output = CorrectiveAction;
    type Dependencies = (CorrectiveActionStore, HistoryStore, AuditTable);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        corrective::record_corrective_action(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
