//! Helpers of this area's tests: unique centers and days, and the progress of syncs.

use chrono::{Days, Duration, NaiveDate};
use integration::{NewLocation, Person, Rejection, Stack, in_seconds, wait_until_within};
use logistics::rules;
use serde_json::{Value, json};
use std::time;
use uuid::Uuid;

/// How long to wait for the end of a sync. Another test can open the circuit, which delays calls by half a minute.
const SYNC_TIMEOUT: time::Duration = time::Duration::from_mins(4);

const SYNC: &str = "mutation ($input: SyncLogiNextLocRoutesInput!) {
    syncLogiNextLocRoutes(input: $input) { id user inProgress centers { fulfillmentCenter state } }
}";

const SYNCS: &str = "query ($nextToken: String) { logiNextSyncs(nextToken: $nextToken) {
    items {
        id startDate endDate requestedAt user inProgress
        centers { fulfillmentCenter state attempts routes stops reference message endedAt }
    }
    nextToken
} }";

/// Whether the blackout is not within the next minutes. During the blackout a sync does not end.
pub(crate) fn is_outside_blackout() -> bool {
    (0..6).all(|minutes| rules::blackout_end(in_seconds(minutes * 60)).is_none())
}

/// A random day in the distant future, which no other test uses.
pub(crate) fn unique_day() -> NaiveDate {
    let random = Uuid::now_v7().as_u64_pair().1;
    NaiveDate::from_ymd_opt(2100, 1, 1).unwrap() + Days::new(random % 300_000)
}

/// Creates a unique center with one location. Returns the center and the location.
pub(crate) async fn center(stack: &Stack, admin: &Person<'_>) -> (String, String) {
    let location = NewLocation::default().create(admin).await;
    let center = format!("FC {}", Uuid::now_v7());
    stack.aws().set_attributes("Locations", ("id", &location), &[("fulfillmentCenter", &center)]).await;
    (center, location)
}

/// Stores a route with stops at the locations, in this order. Returns its name.
pub(crate) async fn route(admin: &Person<'_>, day: NaiveDate, locations: &[&str]) -> String {
    let route = format!("test_{}", Uuid::now_v7().simple());
    let stops: Vec<Value> = (1..)
        .zip(locations)
        .map(|(number, id)| {
            json!({
                "stockingDate": day, "market": "MW", "id": id, "route": route, "stop": number, "stockingIndex": 1,
                "stopType": "STOCK",
            })
        })
        .collect();
    let mutation = "mutation ($input: [RouteStopInput!]!) { createRouteStops(input: $input) { outcome } }";
    admin.call(mutation, json!({ "input": stops })).await;
    route
}

/// Starts a sync.
pub(crate) async fn sync(person: &Person<'_>, days: [NaiveDate; 2], centers: &[&str]) -> Result<Value, Rejection> {
    let input = json!({ "startDate": days[0], "endDate": days[1], "fulfillmentCenters": centers });
    Ok(person.graphql(SYNC, json!({ "input": input })).await?["syncLogiNextLocRoutes"].take())
}

/// One page of the syncs.
pub(crate) async fn page(person: &Person<'_>, next_token: &Value) -> Value {
    person.call(SYNCS, json!({ "nextToken": next_token })).await
}

/// The current state of the sync, from the list of syncs.
pub(crate) async fn find_sync(person: &Person<'_>, id: &Value) -> Value {
    let (mut next, mut pages) = (Value::Null, 0);
    while pages < 20 {
        let mut page = page(person, &next).await;
        let found = page["items"].as_array_mut().and_then(|items| items.iter_mut().find(|sync| sync["id"] == *id));
        if let Some(sync) = found {
            return sync.take();
        }
        next = page["nextToken"].take();
        pages += 1;
    }
    panic!("the sync {id} is not listed");
}

/// Waits until no center of the sync is in progress and returns the centers.
pub(crate) async fn wait_for_end(person: &Person<'_>, id: &Value) -> Vec<Value> {
    let sync = wait_until_within(SYNC_TIMEOUT, "the sync's end", async || {
        let sync = find_sync(person, id).await;
        (sync["inProgress"] == false).then_some(sync)
    });
    sync.await["centers"].as_array().unwrap().clone()
}

/// The requests for a center that LogiNext received.
pub(crate) async fn received_requests(stack: &Stack, center: &str) -> Vec<Value> {
    let mut all = stack.partner_requests("loginext").await;
    all.retain(|request| request["body"]["fulfillmentCenter"] == center);
    all
}

/// Sets how LogiNext responds to the next `times` calls for the center.
pub(crate) async fn set_behavior(stack: &Stack, behavior: &str, times: u32, center: &str) {
    let settings = json!({ "behavior": behavior, "times": times, "fulfillmentCenter": center });
    stack.configure_partner("loginext", settings).await;
}

/// Yesterday, in Central time.
pub(crate) fn yesterday() -> NaiveDate {
    in_seconds(0).plus(-Duration::days(1)).central_date()
}
