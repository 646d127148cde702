//! Helpers of the stocking tests: telemetry messages of kitchens and drivers, and reading the stored data.

use chrono::{Days, NaiveDate};
use integration::{Person, Stack, in_seconds, wait_until};
use serde_json::{Value, json};
use uuid::Uuid;

/// A random day in the far future, so that its list contains only the slips of one test.
pub(crate) fn unique_day() -> String {
    // The lower 64 bits of the id are random.
    let random = Uuid::now_v7().as_u64_pair().1;
    (NaiveDate::from_ymd_opt(2100, 1, 1).unwrap() + Days::new(random % 300_000)).to_string()
}

/// A packing slip message of a kitchen.
pub(crate) fn slip(id: &str, unique_id: &str, day: &str) -> Value {
    json!({
        "schemaVersion": 1, "messageId": Uuid::now_v7(), "type": "PackingSlip", "locationId": id,
        "occurredAt": in_seconds(0), "uniqueId": unique_id, "dropOffDate": day, "route": "test", "stockingIndex": 1,
        "createDate": day, "slipType": "ORDER", "clientCode": "LARDER", "status": "PACKED", "toteCount": 2,
    })
}

/// A driver action message.
pub(crate) fn driver_action(id: &str, event_type: &str, at: &str, data: Value) -> Value {
    let mut message = json!({
        "schemaVersion": 1, "messageId": Uuid::now_v7(), "type": "DriverAction", "locationId": id, "occurredAt": at,
        "eventType": event_type, "user": "Ana@drivers.example",
    });
    message["data"] = data;
    message
}

pub(crate) async fn send(stack: &Stack, messages: &[Value]) {
    stack.aws().send_telemetry(messages).await;
}

/// Reads all pages of a list.
pub(crate) async fn read_all_pages(person: &Person<'_>, query: &str, filter: &Value) -> Vec<Value> {
    let (mut items, mut next) = (Vec::new(), Value::Null);
    loop {
        let mut page = person.call(query, json!({ "filter": filter, "nextToken": next })).await;
        items.extend(page["items"].as_array_mut().into_iter().flat_map(std::mem::take));
        next = page["nextToken"].take();
        if next.is_null() {
            return items;
        }
    }
}

pub(crate) const SLIPS: &str = "query ($filter: PackingSlipFilter!, $nextToken: String) {
    getPackingSlipsV3(filter: $filter, nextToken: $nextToken) {
        items { locationId route dropOffDate uniqueId createDate stockingIndex type clientCode status } nextToken
    }
}";

/// Waits until a day has at least `count` slips and returns them.
pub(crate) async fn wait_for_slips(person: &Person<'_>, day: &str, count: usize) -> Vec<Value> {
    let filter = json!({ "dropOffDate": day });
    wait_until("the slips", async || {
        let slips = read_all_pages(person, SLIPS, &filter).await;
        (slips.len() >= count).then_some(slips)
    })
    .await
}
