//! A whole file, as a browser sends it: many routes' days, eight at once, cut off in the middle and sent again.

use crate::stops::{CREATE, new_route, pages};
use futures::{StreamExt, stream};
use serde_json::{Value, json};
use std::{collections::BTreeMap, time::Instant};
use testkit::{NewLocation, Person, Stack};

/// A file of 20,000 lines.
const GROUPS: usize = 1000;
const STOPS: u32 = 20;
const AT_ONCE: usize = 8;
/// A day of this test's own, for it reads all of it.
const DAY: &str = "2021-04-19";

/// Sends groups, and counts the outcomes.
async fn send(person: &Person<'_>, groups: &[Vec<Value>]) -> BTreeMap<String, usize> {
    let outcomes = stream::iter(groups)
        .map(|group| async move {
            let answer = person.graphql(CREATE, json!({ "input": group })).await.unwrap();
            answer["createRouteStops"]["outcome"].as_str().unwrap().to_owned()
        })
        .buffer_unordered(AT_ONCE);
    let count = |mut counts: BTreeMap<String, usize>, outcome: String| {
        *counts.entry(outcome).or_default() += 1;
        std::future::ready(counts)
    };
    outcomes.fold(BTreeMap::new(), count).await
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_file_of_20_000_lines_that_was_cut_off_is_sent_again_and_ends_as_if_it_never_was() {
    let stack = Stack::load().await;
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
    let cut_off = send(&admin, &groups[..GROUPS / 2]).await;
    let half = started.elapsed();
    assert_eq!(cut_off, BTreeMap::from([("CREATED".into(), GROUPS / 2)]));
    let again = Instant::now();
    let whole = send(&admin, &groups).await;
    let resumed = again.elapsed();
    assert_eq!(whole, BTreeMap::from([("CREATED".into(), GROUPS / 2), ("UNCHANGED".into(), GROUPS / 2)]));
    eprintln!("500 groups of 20 in {half:?}; all 1,000, half of them unchanged, in {resumed:?}");

    let started = Instant::now();
    let pages = pages(&admin, json!({ "stockingDate": DAY })).await;
    eprintln!("read back in {} pages in {:?}", pages.len(), started.elapsed());
    // No page splits a route, and the order is kept from page to page.
    let stops = pages.concat();
    let ours = stops.iter().filter(|stop| stop["route"].as_str().unwrap().starts_with(&prefix));
    assert_eq!(ours.count(), GROUPS * ids.len());
    let place = |stop: &Value| (stop["route"].as_str().unwrap().to_owned(), stop["stop"].as_u64().unwrap());
    assert!(stops.is_sorted_by_key(place));
    for two in pages.windows(2) {
        let [Some(last), Some(next)] = [two[0].last(), two[1].first()] else { continue };
        assert_ne!(last["route"], next["route"]);
    }
}
