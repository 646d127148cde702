//! GraphQL query `alertSubscriptions`: the rules of alert notifications.

use health::{
    notifications::subscriptions::{self, AlertSubscriptionView},
    store::SettingsStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManageAlertNotifications);
    const ACCESS: &'static [Access] = &[Table::AlertSettings.allows(&[Query])];
    type Input = NoInput;
    type Output = Vec<AlertSubscriptionView>;
    type Dependencies = SettingsStore;

    async fn run(store: &SettingsStore, _: Request<NoInput>) -> Result<Self::Output> {
        subscriptions::alert_subscriptions(store).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
