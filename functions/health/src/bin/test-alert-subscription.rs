//! GraphQL mutation `testAlertSubscription`: sends a test message to the targets of a rule.

use health::notifications::subscriptions::{self, Subscriptions, TestArguments, TestResult};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManageAlertNotifications);
    const ACCESS: &'static [Access] = &[
        Table::AlertSettings.allows(&[GetItem, PutItem, Query]),
        Table::Audit.name_only(),
        Topic::AlertNotifications.allows(&[ListSubscriptionsByTopic, Publish, Subscribe]),
        WebApp.reads(),
    ];
    type Input = TestArguments;
    type Output = Vec<TestResult>;
    type Dependencies = Subscriptions;

    async fn run(uses: &Subscriptions, request: Request<TestArguments>) -> Result<Vec<TestResult>> {
        subscriptions::test_alert_subscription(uses, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
