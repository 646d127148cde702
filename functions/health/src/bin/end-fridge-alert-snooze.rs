//! GraphQL mutation `endFridgeAlertSnooze`: ends the snooze of a fridge's alerts early.

use health::notifications::snooze::{self, EndSnoozeArguments, Snoozes};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::SendFridgeCommand);
    const ACCESS: &'static [Access] = &[
        Table::AlertNotices.allows(&[Query, UpdateItem]),
        Table::AlertSettings.allows(&[GetItem, DeleteItem]),
        Table::Audit.allows(&[PutItem]),
        Table::Locations.name_only(),
    ];
    type Input = EndSnoozeArguments;
    type Output = bool;
    type Dependencies = Snoozes;

    async fn run(uses: &Snoozes, request: Request<EndSnoozeArguments>) -> Result<bool> {
        snooze::end_fridge_alert_snooze(uses, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
