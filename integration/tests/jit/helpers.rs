//! Helpers: stockings on a day that other tests do not use.

use chrono::{Days, NaiveDate};
use integration::{Person, Rejection, Stack, in_seconds};
use jit::{
    model::{AllocatedItem, JitLocation, StockingId},
    store::JitStore,
};
use serde_json::{Value, json};
use shared::{Environment, FromEnvironment};
use std::{env, path::Path};
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

/// Returns a random future day, which other tests do not use.
pub(crate) fn unique_day() -> NaiveDate {
    let random = Uuid::now_v7().as_u64_pair().1;
    NaiveDate::from_ymd_opt(2100, 1, 1).unwrap() + Days::new(random % 300_000)
}

/// Returns the environment in which stores connect to the stack.
pub(crate) async fn environment() -> Environment {
    let path = env::var("LARDER_STACK").unwrap();
    stack::Stack::read(Path::new(&path)).unwrap().environment().await
}

/// Stores JIT rows of the day and returns their stocking ids.
pub(crate) async fn store_rows(day: NaiveDate, rows: &[(&str, Option<bool>)]) -> Vec<String> {
    let row = |(location, jit): &(&str, Option<bool>)| JitLocation {
        order_id: Some(format!("JIT-{location}")),
        items: vec![AllocatedItem { item: "Harvest Salad".into(), quantity: 3 }],
        ..JitLocation::undecided(
            StockingId { drop_off_date: day, location: location.parse().unwrap(), stocking_index: 1 },
            *jit,
        )
    };
    let rows: Vec<JitLocation> = rows.iter().map(row).collect();
    JitStore::from_environment(&environment().await).unwrap().put_all(&rows).await.unwrap();
    rows.into_iter().map(|row| row.stocking_id.to_string()).collect()
}

/// Returns the input that turns JIT off for the reason, or on without one.
pub(crate) fn decisions<'a>(ids: impl IntoIterator<Item = &'a String>, off_reason: Option<&str>) -> Value {
    let decision = |id| match off_reason {
        Some(reason) => json!({ "stockingId": id, "jitIndicator": false, "reason": reason }),
        None => json!({ "stockingId": id, "jitIndicator": true }),
    };
    ids.into_iter().map(decision).collect()
}

/// Sends decisions and returns their results.
pub(crate) async fn update(person: &Person<'_>, input: Value) -> Result<Vec<Value>, Rejection> {
    let mut data = person.graphql(UPDATE, json!({ "input": input })).await?;
    Ok(data["updateJITLocationStatus"].as_array_mut().map(std::mem::take).unwrap_or_default())
}

/// Lists all stockings of the day, ordered by id.
pub(crate) async fn list_rows(person: &Person<'_>, day: NaiveDate) -> Vec<Value> {
    let (mut rows, mut next) = (Vec::new(), Value::Null);
    loop {
        let mut page = person.call(LIST, json!({ "input": { "dropOffDate": day }, "nextToken": next })).await;
        rows.extend(page["items"].as_array_mut().into_iter().flat_map(std::mem::take));
        next = page["nextToken"].take();
        if next.is_null() {
            rows.sort_by_key(|row| row["stockingId"].to_string());
            return rows;
        }
    }
}

/// Sends the telemetry message with which a driver reports a stocking.
pub(crate) async fn report_stocked(stack: &Stack, location: &str, at: &str) {
    let message = json!({
        "schemaVersion": 1, "messageId": Uuid::now_v7(), "type": "DriverAction", "locationId": location,
        "occurredAt": at, "eventType": "LocationStocked", "user": "ana@drivers.example",
        "data": { "stockingIndex": 1 },
    });
    stack.aws().send_telemetry(&[message]).await;
}

/// Returns a random past day and a time on it.
pub(crate) fn past_day() -> (NaiveDate, String) {
    let random = Uuid::now_v7().as_u64_pair().1;
    let day = in_seconds(0).central_date() - Days::new(30 + random % 200);
    (day, format!("{day}T15:00:00.000Z"))
}
