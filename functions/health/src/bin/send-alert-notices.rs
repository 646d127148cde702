//! Scheduled task that runs every minute: sends the notices about alerts that are due.

use health::notifications::send::{self, Sender};
use serde_json::Value;
use shared::prelude::*;

pub(crate) struct Function;

impl Task for Function {
    const SOURCE: Source = Source::EveryMinute;
    const ACCESS: &'static [Access] = &[
        Table::AlertNotices.allows(&[UpdateItem]),
        Table::AlertNotices.index("byDue"),
        Table::AlertSettings.allows(&[BatchGetItem, PutItem, DeleteItem, Query]),
        Table::FridgeAlerts.allows(&[BatchGetItem]),
        Table::Locations.allows(&[BatchGetItem]),
        Topic::AlertNotifications.allows(&[ListSubscriptionsByTopic, Publish, Subscribe]),
        Topic::unsubscribes(),
        WebApp.reads(),
    ];
    const TIMEOUT_SECONDS: u32 = 60;
    type Dependencies = Sender;

    async fn run(uses: &Sender, now: Instant) -> Result<Value> {
        send::send_due(uses, now).await
    }
}

fn main() -> Exit {
    shared::worker::perform::<Function>()
}
