//! GraphQL query `alertSnoozes`: the active snoozes of fridges.

use health::{
    model::AlertSnooze,
    notifications::snooze::{self, AlertSnoozesArguments},
    store::SettingsStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[Table::AlertSettings.allows(&[Query])];
    type Input = AlertSnoozesArguments;
    type Output = Page<AlertSnooze>;
    type Dependencies = SettingsStore;

    async fn run(store: &SettingsStore, request: Request<AlertSnoozesArguments>) -> Result<Page<AlertSnooze>> {
        snooze::alert_snoozes(store, request.input, request.now).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
