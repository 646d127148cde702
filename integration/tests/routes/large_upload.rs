//! Test of a large upload as the web app sends it: many requests, eight concurrently, interrupted and repeated.

use crate::helpers::{CREATE, new_route, pages};
use futures::{StreamExt, stream};
use integration::{NewLocation, Person, Stack, stack_test};
use serde_json::{Value, json};
use std::{collections::BTreeMap, time::Instant};

/// Groups of stops in a file of 20,000 lines.
const GROUPS: usize = 1000;
/// Stops per group.
const STOPS: u32 = 20;
const CONCURRENCY: usize = 8;
/// A day that no other test uses, because this test reads all its routes.
const DAY: &str = "2021-04-19";

/// Sends groups and counts the outcomes.
async fn send(person: &Person<'_>, groups: &[Vec<Value>]) -> BTreeMap<String, usize> {
    let outcomes = stream::iter(groups)
        .map(|group| async move {
            let response = person.graphql(CREATE, json!({ "input": group })).await.unwrap();
            response["createRouteStops"]["outcome"].as_str().unwrap().to_owned()
        })
        .buffer_unordered(CONCURRENCY);
    let count = |mut counts: BTreeMap<String, usize>, outcome: String| {
        *counts.entry(outcome).or_default() += 1;
        std::future::ready(counts)
    };
    outcomes.fold(BTreeMap::new(), count).await
}

#[stack_test]
async fn repeating_an_interrupted_upload_of_20_000_lines_stores_each_stop_once(stack: Stack) {
    let admin = stack.person("admin").await;
    let mut ids = Vec::new();
    for _ in 0..STOPS {
        ids.push(NewLocation::default().create(&admin).await);
    }
    let prefix = new_route();
    let stop = |route: &str, (number, id): (u32, &String)| {
        json!({
            "stockingDate": DAY, "market": "WC", "id": id, "route": route, "stop": number, "stockingIndex": 1,
            "stopType": "STOCK",
        })
    };
    let group = |number: usize| -> Vec<Value> {
        let route = format!("{prefix}_{number:04}");
        (1..).zip(&ids).map(|visit| stop(&route, visit)).collect()
    };
    let groups: Vec<Vec<Value>> = (0..GROUPS).map(group).collect();

    let started = Instant::now();
    let interrupted = send(&admin, &groups[..GROUPS / 2]).await;
    let half_duration = started.elapsed();
    assert_eq!(interrupted, BTreeMap::from([("CREATED".into(), GROUPS / 2)]));
    let restarted = Instant::now();
    let repeated = send(&admin, &groups).await;
    let full_duration = restarted.elapsed();
    assert_eq!(repeated, BTreeMap::from([("CREATED".into(), GROUPS / 2), ("UNCHANGED".into(), GROUPS / 2)]));
    eprintln!("500 groups of 20 in {half_duration:?}; all 1,000, half of them unchanged, in {full_duration:?}");

    let started = Instant::now();
    let pages = pages(&admin, json!({ "stockingDate": DAY })).await;
    eprintln!("read back in {} pages in {:?}", pages.len(), started.elapsed());
    // No page splits a route, and the stops are sorted across pages.
    let stops = pages.concat();
    let own_stops = stops.iter().filter(|stop| stop["route"].as_str().unwrap().starts_with(&prefix));
    assert_eq!(own_stops.count(), GROUPS * ids.len());
    let sort_key = |stop: &Value| (stop["route"].as_str().unwrap().to_owned(), stop["stop"].as_u64().unwrap());
    assert!(stops.is_sorted_by_key(sort_key));
    for neighbors in pages.windows(2) {
        let [Some(last), Some(next)] = [neighbors[0].last(), neighbors[1].first()] else { continue };
        assert_ne!(last["route"], next["route"]);
    }
}
