//! GraphQL mutation `deleteAlertSubscription`: deletes a rule of alert notifications.

use health::notifications::subscriptions::{self, DeleteArguments, Subscriptions};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManageAlertNotifications);
    const ACCESS: &'static [Access] = &[
        Table::AlertSettings.allows(&[GetItem, PutItem, DeleteItem, Query]),
        Table::Audit.allows(&[PutItem]),
        Topic::AlertNotifications.allows(&[ListSubscriptionsByTopic, Subscribe]),
        Topic::unsubscribes(),
        WebApp.reads(),
    ];
    type Input = DeleteArguments;
    type Output = bool;
    type Dependencies = Subscriptions;

    async fn run(uses: &Subscriptions, request: Request<DeleteArguments>) -> Result<bool> {
        subscriptions::delete_alert_subscription(uses, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
