//! What the tests of this area share: centers and days that no other test has, and following a sync.

use chrono::{Days, Duration, NaiveDate};
use logistics::rules;
use serde_json::{Value, json};
use std::time;
use testkit::{NewLocation, Person, Refusal, Stack, in_seconds, wait_until_within};
use uuid::Uuid;

/// While the circuit is open nothing is sent for half a minute, whichever test opened it.
const PATIENCE: time::Duration = time::Duration::from_mins(4);

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

/// Whether a sync may be followed to its end: nothing is sent in the blackout.
pub(crate) fn is_clear() -> bool {
    (0..6).all(|minutes| rules::blackout_end(in_seconds(minutes * 60)).is_none())
}

/// A day that no other test has.
pub(crate) fn day_of_own() -> NaiveDate {
    let random = Uuid::now_v7().as_u64_pair().1;
    NaiveDate::from_ymd_opt(2100, 1, 1).unwrap() + Days::new(random % 300_000)
}

/// A center that no other test has, with a location of its own; the center and the location.
pub(crate) async fn center(stack: &Stack, admin: &Person<'_>) -> (String, String) {
    let location = NewLocation::default().create(admin).await;
    let center = format!("FC {}", Uuid::now_v7());
    stack.aws().set("Locations", ("id", &location), &[("fulfillmentCenter", &center)]).await;
    (center, location)
}

/// Stores a route of the day that calls at the locations, in their order; answers its name.
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
    admin.ask(mutation, json!({ "input": stops })).await;
    route
}

/// Starts a sync.
pub(crate) async fn sync(person: &Person<'_>, days: [NaiveDate; 2], centers: &[&str]) -> Result<Value, Refusal> {
    let input = json!({ "startDate": days[0], "endDate": days[1], "fulfillmentCenters": centers });
    Ok(person.graphql(SYNC, json!({ "input": input })).await?["syncLogiNextLocRoutes"].take())
}

/// One page of the syncs.
pub(crate) async fn page(person: &Person<'_>, next_token: &Value) -> Value {
    person.ask(SYNCS, json!({ "nextToken": next_token })).await
}

/// The sync as it stands, among the newest.
pub(crate) async fn standing(person: &Person<'_>, id: &Value) -> Value {
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

/// The centers of the sync once none is under way, by name.
pub(crate) async fn ended(person: &Person<'_>, id: &Value) -> Vec<Value> {
    let ended = wait_until_within(PATIENCE, "the sync's end", async || {
        let sync = standing(person, id).await;
        (sync["inProgress"] == false).then_some(sync)
    });
    ended.await["centers"].as_array().unwrap().clone()
}

/// What LogiNext took for a center.
pub(crate) async fn arrived(stack: &Stack, center: &str) -> Vec<Value> {
    let mut all = stack.partner_took("loginext").await;
    all.retain(|arrival| arrival["body"]["fulfillmentCenter"] == center);
    all
}

/// Has LogiNext behave so for that many calls of the center.
pub(crate) async fn behave(stack: &Stack, behaviour: &str, times: u32, center: &str) {
    let order = json!({ "behaviour": behaviour, "times": times, "fulfillmentCenter": center });
    stack.tell_partner("loginext", order).await;
}

/// Yesterday, in Central time.
pub(crate) fn yesterday() -> NaiveDate {
    in_seconds(0).plus(-Duration::days(1)).central_date()
}
