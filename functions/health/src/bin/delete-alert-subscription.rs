//! GraphQL mutation `deleteAlertSubscription`: deletes a rule of alert notifications.

use health::{
    notifications::subscriptions::{self, DeleteArguments},
    store::SettingsStore,
};
use shared::{audit::AuditTable, prelude::*};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManageAlertNotifications);
    const ACCESS: &'static [Access] =
        &[Table::AlertSettings.allows(&[GetItem, DeleteItem]), Table::Audit.allows(&[PutItem])];
    type Input = DeleteArguments;
    type Output = bool;
    type Dependencies = (SettingsStore, AuditTable);

    async fn run(uses: &(SettingsStore, AuditTable), request: Request<DeleteArguments>) -> Result<bool> {
        subscriptions::delete_alert_subscription(uses, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
