//! Helpers of this area's tests: queries, stops and unique route names.

use integration::Person;
use serde_json::{Value, json};
use uuid::Uuid;

pub(crate) const CREATE: &str = "mutation ($input: [RouteStopInput!]!) {
    createRouteStops(input: $input) { stockingDate route stops outcome }
}";

const ROUTES: &str = "query ($filter: LocationRoutesFilter!, $nextToken: String) {
    locationRoutes(filter: $filter, nextToken: $nextToken) {
        routes {
            stockingDate market id route stop stockingIndex stopType toteCountPerStop toteCountPerRoute
            expectedTime lastDriver
        }
        nextToken
    }
}";

/// A day in the past, apart from seeded routes and routes of users.
pub(crate) const DAY: &str = "2021-03-15";

/// A unique route name.
pub(crate) fn new_route() -> String {
    format!("test_{}", Uuid::now_v7().simple())
}

/// A stop of a route on [`DAY`].
pub(crate) fn stop(route: &str, id: &str, stop: u32) -> Value {
    json!({
        "stockingDate": DAY, "market": "MW", "id": id, "route": route, "stop": stop, "stockingIndex": 1,
        "stopType": "STOCK",
    })
}

/// Stores stops and returns the outcome.
pub(crate) async fn store(person: &Person<'_>, stops: &[Value]) -> Value {
    person.call(CREATE, json!({ "input": stops })).await["outcome"].take()
}

/// The pages of stops that match the filter.
pub(crate) async fn pages(person: &Person<'_>, filter: Value) -> Vec<Vec<Value>> {
    let (mut pages, mut next) = (Vec::new(), Value::Null);
    loop {
        let mut page = person.call(ROUTES, json!({ "filter": filter, "nextToken": next })).await;
        pages.push(page["routes"].as_array_mut().map(std::mem::take).unwrap_or_default());
        next = page["nextToken"].take();
        if next.is_null() {
            return pages;
        }
    }
}

/// The stops of one route on [`DAY`].
pub(crate) async fn stops_of(person: &Person<'_>, route: &str) -> Vec<Value> {
    let all = pages(person, json!({ "stockingDate": DAY })).await.concat();
    all.into_iter().filter(|stop| stop["route"] == route).collect()
}
