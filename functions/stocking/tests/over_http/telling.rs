//! What kitchens and drivers tell, and reading it back.

use chrono::{Days, NaiveDate};
use serde_json::{Value, json};
use testkit::{Person, Stack, in_seconds, wait_until};
use uuid::Uuid;

/// A day that no other test packs for, so that its list is the test's own.
pub(crate) fn day_of_own() -> String {
    // The last bytes are random.
    let random = Uuid::now_v7().as_u64_pair().1;
    (NaiveDate::from_ymd_opt(2100, 1, 1).unwrap() + Days::new(random % 300_000)).to_string()
}

/// What a kitchen packed.
pub(crate) fn slip(id: &str, unique_id: &str, day: &str) -> Value {
    json!({
        "schemaVersion": 1, "messageId": Uuid::now_v7(), "type": "PackingSlip", "locationId": id,
        "occurredAt": in_seconds(0), "uniqueId": unique_id, "dropOffDate": day, "route": "test", "stockingIndex": 1,
        "createDate": day, "slipType": "ORDER", "clientCode": "LARDER", "status": "PACKED", "toteCount": 2,
    })
}

/// What a driver did.
pub(crate) fn deed(id: &str, event_type: &str, at: &str, data: Value) -> Value {
    let mut told = json!({
        "schemaVersion": 1, "messageId": Uuid::now_v7(), "type": "DriverAction", "locationId": id, "occurredAt": at,
        "eventType": event_type, "user": "Ana@drivers.example",
    });
    told["data"] = data;
    told
}

pub(crate) async fn tell(stack: &Stack, messages: &[Value]) {
    let messages: Vec<String> = messages.iter().map(Value::to_string).collect();
    stack.aws().send("telemetry", &messages, 0).await;
}

/// All pages of a field's list.
pub(crate) async fn all(person: &Person<'_>, query: &str, filter: &Value) -> Vec<Value> {
    let (mut items, mut next) = (Vec::new(), Value::Null);
    loop {
        let mut page = person.ask(query, json!({ "filter": filter, "nextToken": next })).await;
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

/// The slips of a day, once there are that many.
pub(crate) async fn slips_of(person: &Person<'_>, day: &str, count: usize) -> Vec<Value> {
    let filter = json!({ "dropOffDate": day });
    wait_until("the slips", async || {
        let slips = all(person, SLIPS, &filter).await;
        (slips.len() >= count).then_some(slips)
    })
    .await
}
