//! Tests of `locationRoutes`.

use crate::helpers::{DAY, new_route, pages, stop, store};
use chrono::Days;
use integration::{NewLocation, Stack, field_errors, in_seconds, stack_test, wait_until};
use serde_json::{Value, json};
use shared::Instant;
use stocking::rules::day::{instant_at, stocking_day};
use uuid::Uuid;

/// The telemetry message of a packing slip on [`DAY`].
fn slip(id: &str, unique_id: &str, totes: u32, status: &str, seconds: i64) -> Value {
    json!({
        "schemaVersion": 1, "messageId": Uuid::now_v7(), "type": "PackingSlip", "locationId": id,
        "occurredAt": in_seconds(seconds), "uniqueId": unique_id, "dropOffDate": DAY, "route": "any",
        "stockingIndex": 1, "createDate": "2021-03-14", "slipType": "ORDER", "clientCode": "LARDER",
        "status": status, "toteCount": totes,
    })
}

#[stack_test]
async fn counts_totes_per_stop_and_route_on_request(stack: Stack) {
    let admin = stack.person("admin").await;
    let (one, other, third) = (
        NewLocation::default().create(&admin).await,
        NewLocation::default().create(&admin).await,
        NewLocation::default().create(&admin).await,
    );
    let route = new_route();
    store(&admin, &[stop(&route, &one, 1), stop(&route, &other, 2), stop(&route, &third, 3)]).await;
    let counts = async |calculate: bool| {
        let filter = json!({ "stockingDate": DAY, "calculateTotes": calculate });
        let mut stops = pages(&admin, filter).await.concat();
        stops.retain(|stop| stop["route"] == route);
        let counts = |stop: &Value| (stop["toteCountPerStop"].as_u64(), stop["toteCountPerRoute"].as_u64());
        stops.iter().map(counts).collect::<Vec<_>>()
    };
    // Without packing slips the counts are unknown, not zero.
    assert_eq!(counts(true).await, [(None, None); 3]);

    let messages = [
        slip(&one, "A", 3, "PACKED", 0),
        slip(&one, "B", 2, "PACKED", 0),
        slip(&other, "A", 0, "PACKED", 0),
        slip(&third, "A", 9, "DELETED", 0),
    ];
    stack.aws().send_telemetry(&messages).await;
    let expected = vec![(Some(5), Some(5)), (Some(0), Some(5)), (None, Some(5))];
    wait_until("the totes", async || (counts(true).await == expected).then_some(())).await;
    assert_eq!(counts(false).await, [(None, None); 3]);

    // The newest message of a slip counts, despite duplicates and messages out of order.
    let messages =
        [slip(&one, "A", 4, "PACKED", 60), slip(&one, "A", 8, "PACKED", 30), slip(&one, "A", 4, "PACKED", 60)];
    stack.aws().send_telemetry(&messages).await;
    let expected = vec![(Some(6), Some(6)), (Some(0), Some(6)), (None, Some(6))];
    wait_until("the newest totes", async || (counts(true).await == expected).then_some(())).await;
    stack.aws().send_telemetry(&[slip(&one, "A", 1, "PACKED", -60), slip(&other, "B", 1, "PACKED", 0)]).await;
    let expected = vec![(Some(6), Some(7)), (Some(1), Some(7)), (None, Some(7))];
    wait_until("the last totes", async || (counts(true).await == expected).then_some(())).await;
}

/// The telemetry message of a stocking by a driver of a route.
fn stocked(id: &str, route: &str, at: Option<Instant>, driver: &str) -> Value {
    json!({
        "schemaVersion": 1, "messageId": Uuid::now_v7(), "type": "DriverAction", "locationId": id, "occurredAt": at,
        "eventType": "LocationStocked", "user": driver, "data": { "route": route, "stockingIndex": 1 },
    })
}

#[stack_test]
async fn estimates_expected_times_from_the_history_of_the_route_on_request(stack: Stack) {
    const ANA: &str = "ana@drivers.example";
    const BO: &str = "bo@drivers.example";
    let admin = stack.person("admin").await;
    let [one, other, third] = [
        NewLocation::default().create(&admin).await,
        NewLocation::default().create(&admin).await,
        NewLocation::default().create(&admin).await,
    ];
    let route = new_route();
    // One and two weeks ago are in the history of the day in four weeks, which has no routes of other users.
    let today = stocking_day(in_seconds(0));
    let (last_week, week_before, date) = (today - Days::new(7), today - Days::new(14), today + Days::new(28));
    let stops = [(&one, 1), (&other, 2), (&third, 3)].map(|(id, number)| {
        let mut stop = stop(&route, id, number);
        stop["stockingDate"] = json!(date);
        stop
    });
    store(&admin, &stops).await;
    let estimates = async |requested: bool| {
        let mut stops = pages(&admin, json!({ "stockingDate": date, "expectedTimes": requested })).await.concat();
        stops.retain(|stop| stop["route"] == route);
        stops.iter().map(|stop| (stop["expectedTime"].clone(), stop["lastDriver"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(estimates(true).await, [(); 3].map(|()| (Value::Null, Value::Null)));

    let messages = [
        // 9:00 and 9:20 a.m. Central. The route's name and the driver's address can have capital letters.
        stocked(&one, &route.to_uppercase(), instant_at(week_before, 900), ANA),
        stocked(&one, &route, instant_at(last_week, 920), "Bo@drivers.example"),
        // One time is not enough.
        stocked(&other, &route, instant_at(last_week, 900), ANA),
        // Neither another route nor another weekday counts.
        stocked(&third, &new_route(), instant_at(last_week, 900), ANA),
        stocked(&third, &route, instant_at(last_week - Days::new(1), 900), ANA),
    ];
    stack.aws().send_telemetry(&messages).await;
    let expected =
        vec![(json!(instant_at(date, 910)), json!(BO)), (Value::Null, json!(ANA)), (Value::Null, Value::Null)];
    wait_until("the expected times", async || (estimates(true).await == expected).then_some(())).await;
    assert_eq!(estimates(false).await, [(); 3].map(|()| (Value::Null, Value::Null)));

    // The latest report of a day counts, despite duplicates and reports out of order.
    let messages = [
        stocked(&one, &route, instant_at(last_week, 940), BO),
        stocked(&one, &route, instant_at(last_week, 600), ANA),
        stocked(&other, &route, instant_at(week_before, 900), BO),
    ];
    stack.aws().send_telemetry(&messages).await;
    stack.aws().send_telemetry(&messages).await;
    let expected = vec![
        (json!(instant_at(date, 920)), json!(BO)),
        (json!(instant_at(date, 900)), json!(ANA)),
        (Value::Null, Value::Null),
    ];
    wait_until("the latest times", async || (estimates(true).await == expected).then_some(())).await;
}

#[stack_test]
async fn rejects_a_caller_without_the_permission(stack: Stack) {
    let query = "query ($filter: LocationRoutesFilter!) { locationRoutes(filter: $filter) { nextToken } }";
    let filter = json!({ "stockingDate": DAY, "expectedTimes": true });
    let rejection = stack.person("no-permissions").await.call_rejected(query, json!({ "filter": filter })).await;
    assert_eq!(rejection.kind, "Forbidden");
}

#[stack_test]
async fn filters_routes_by_market(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let routes: Vec<(&str, String)> = ["MW", "NE", "WC", "S"].map(|market| (market, new_route())).into();
    for (market, route) in &routes {
        let mut stop = stop(route, &id, 1);
        stop["market"] = json!(market);
        store(&admin, &[stop]).await;
    }
    for (market, route) in &routes {
        let stops = pages(&admin, json!({ "stockingDate": DAY, "market": market })).await.concat();
        assert!(stops.iter().all(|stop| stop["market"] == *market));
        assert!(stops.iter().any(|stop| stop["route"] == *route), "{market}");
    }
    let all = pages(&admin, json!({ "stockingDate": DAY })).await.concat();
    assert!(routes.iter().all(|(_, route)| all.iter().any(|stop| stop["route"] == *route)));
}

#[stack_test]
async fn lists_the_seeded_routes(stack: Stack) {
    let reader = stack.person("read-only").await;
    let today = in_seconds(0).central_date();
    let mut days = 0;
    for ahead in 0..3 {
        let date = today + chrono::Days::new(ahead);
        days += usize::from(!pages(&reader, json!({ "stockingDate": date })).await.concat().is_empty());
    }
    assert!(days > 0, "no routes from {today} on");
}

#[stack_test]
async fn rejects_an_invalid_date_and_an_invalid_token(stack: Stack) {
    let admin = stack.person("admin").await;
    let query = "query ($filter: LocationRoutesFilter!, $nextToken: String) {
        locationRoutes(filter: $filter, nextToken: $nextToken) { nextToken }
    }";
    let rejection = admin.call_rejected(query, json!({ "filter": { "stockingDate": "2021-03-15Z" } })).await;
    let message = "stockingDate should be a day in the format YYYY-MM-DD".to_owned();
    assert_eq!(field_errors(&rejection.info), [("filter.stockingDate".to_owned(), message)]);
    for token in ["!", "IiI", "e30"] {
        let rejection =
            admin.call_rejected(query, json!({ "filter": { "stockingDate": DAY }, "nextToken": token })).await;
        assert_eq!(rejection.kind.as_str(), "Invalid");
        assert_eq!(field_errors(&rejection.info)[0].0.as_str(), "nextToken");
    }
}
