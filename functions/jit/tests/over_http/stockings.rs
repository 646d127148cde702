//! What the tests of this area share: stockings of a day that no other test has.

use chrono::{Days, NaiveDate};
use jit::{
    model::{AllocatedItem, JitLocation, StockingId},
    store::JitStore,
};
use serde_json::{Value, json};
use shared::{Environment, FromEnvironment};
use std::{env, path::Path};
use testkit::{Person, Refusal, Stack, in_seconds};
use uuid::Uuid;

pub(crate) const UPDATE: &str = "mutation ($input: [UpdateJITLocationStatusInput!]!) {
    updateJITLocationStatus(input: $input) {
        stockingId message orderId jitStatusUpdate jitAllocationItemsClear
        jitLocation { stockingId jit reason email decidedAt stockedTimeUTC }
    }
}";

const LIST: &str = "query ($input: JITLocationsInput!, $nextToken: String) {
    jitLocations(input: $input, nextToken: $nextToken) {
        items { stockingId dropOffDate location stockingIndex jit reason email decidedAt stockedTimeUTC } nextToken
    }
}";

/// A day that no other test has.
pub(crate) fn day_of_own() -> NaiveDate {
    let random = Uuid::now_v7().as_u64_pair().1;
    NaiveDate::from_ymd_opt(2100, 1, 1).unwrap() + Days::new(random % 300_000)
}

/// The surroundings in which stores find the stack.
pub(crate) async fn environment() -> Environment {
    let path = env::var("LARDER_STACK").unwrap();
    stack::Stack::read(Path::new(&path)).unwrap().environment().await
}

/// Stores stockings of the day, as the allocation will.
pub(crate) async fn store(day: NaiveDate, rows: &[(&str, Option<bool>)]) -> Vec<String> {
    let row = |(location, jit): &(&str, Option<bool>)| JitLocation {
        stocking_id: StockingId { drop_off_date: day, location: location.parse().unwrap(), stocking_index: 1 },
        jit: *jit,
        reason: None,
        email: None,
        decided_at: None,
        order_id: Some(format!("JIT-{location}")),
        items: vec![AllocatedItem { item: "Harvest Salad".into(), quantity: 3 }],
    };
    let rows: Vec<JitLocation> = rows.iter().map(row).collect();
    JitStore::from_environment(&environment().await).unwrap().put_all(&rows).await.unwrap();
    rows.into_iter().map(|row| row.stocking_id.to_string()).collect()
}

/// What is decided about stockings: off for the reason, or on.
pub(crate) fn decisions<'a>(ids: impl IntoIterator<Item = &'a String>, off: Option<&str>) -> Value {
    let decision = |id| match off {
        Some(reason) => json!({ "stockingId": id, "jitIndicator": false, "reason": reason }),
        None => json!({ "stockingId": id, "jitIndicator": true }),
    };
    ids.into_iter().map(decision).collect()
}

/// Decides; what became of each.
pub(crate) async fn update(person: &Person<'_>, input: Value) -> Result<Vec<Value>, Refusal> {
    let mut data = person.graphql(UPDATE, json!({ "input": input })).await?;
    Ok(data["updateJITLocationStatus"].as_array_mut().map(std::mem::take).unwrap_or_default())
}

/// All stockings of the day, by their names.
pub(crate) async fn listed(person: &Person<'_>, day: NaiveDate) -> Vec<Value> {
    let (mut rows, mut next) = (Vec::new(), Value::Null);
    loop {
        let mut page = person.ask(LIST, json!({ "input": { "dropOffDate": day }, "nextToken": next })).await;
        rows.extend(page["items"].as_array_mut().into_iter().flat_map(std::mem::take));
        next = page["nextToken"].take();
        if next.is_null() {
            rows.sort_by_key(|row| row["stockingId"].to_string());
            return rows;
        }
    }
}

/// A driver reports a stocking.
pub(crate) async fn report_stocked(stack: &Stack, location: &str, at: &str) {
    let message = json!({
        "schemaVersion": 1, "messageId": Uuid::now_v7(), "type": "DriverAction", "locationId": location,
        "occurredAt": at, "eventType": "LocationStocked", "user": "ana@drivers.example",
        "data": { "stockingIndex": 1 },
    });
    stack.aws().send("telemetry", &[message.to_string()], 0).await;
}

/// A past day on which `at` is, so that a driver may have reported by now.
pub(crate) fn a_past_day() -> (NaiveDate, String) {
    let random = Uuid::now_v7().as_u64_pair().1;
    let day = in_seconds(0).central_date() - Days::new(30 + random % 200);
    (day, format!("{day}T15:00:00.000Z"))
}
