//! GraphQL mutation `snoozeFridgeAlerts`: pauses the notices about a fridge's alerts.

use health::{
    model::AlertSnooze,
    notifications::snooze::{self, SnoozeArguments, Snoozes},
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::SendFridgeCommand);
    const ACCESS: &'static [Access] = &[
        Table::AlertNotices.name_only(),
        Table::AlertSettings.allows(&[GetItem, PutItem]),
        Table::Audit.allows(&[PutItem]),
        Table::Locations.allows(&[GetItem]),
    ];
    type Input = SnoozeArguments;
    type Output = AlertSnooze;
    type Dependencies = Snoozes;

    async fn run(uses: &Snoozes, request: Request<SnoozeArguments>) -> Result<AlertSnooze> {
        snooze::snooze_fridge_alerts(uses, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
