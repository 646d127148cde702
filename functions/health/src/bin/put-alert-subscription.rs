//! GraphQL mutation `putAlertSubscription`: stores a rule of alert notifications.

use health::notifications::subscriptions::{self, AlertSubscriptionView, PutArguments, Subscriptions};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManageAlertNotifications);
    const LIMITS: Limits = &[("name", 200), ("address", 1000)];
    const ACCESS: &'static [Access] = &[
        Table::AlertSettings.allows(&[GetItem, PutItem, Query]),
        Table::Audit.allows(&[PutItem]),
        Topic::AlertNotifications.allows(&[ListSubscriptionsByTopic, Subscribe]),
        WebApp.reads(),
    ];
    type Input = PutArguments;
    type Output = AlertSubscriptionView;
    type Dependencies = Subscriptions;

    async fn run(uses: &Subscriptions, request: Request<PutArguments>) -> Result<AlertSubscriptionView> {
        subscriptions::put_alert_subscription(uses, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
