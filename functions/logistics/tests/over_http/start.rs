//! `syncLogiNextLocRoutes`: what is taken, and what is refused.

use crate::syncs::{behave, center, day_of_own, ended, is_clear, page, route, standing, sync, yesterday};
use futures::future::join_all;
use logistics::rules;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use testkit::{Stack, in_seconds, wrong_fields};

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn what_is_wrong_is_told_whole_and_nothing_is_synced() {
    let stack = Stack::load().await;
    let dispatcher = stack.person("logistics").await;
    let day = day_of_own();
    let wrong = async |days, centers: &[&str]| {
        let refusal = sync(&dispatcher, days, centers).await.unwrap_err();
        assert_eq!(refusal.kind, "Invalid");
        wrong_fields(&refusal.info)
    };
    let end_first = ("endDate".to_owned(), "\"End Date\" can not be before \"Start Date\". ".to_owned());
    let none = ("fulfillmentCenters".to_owned(), "At least one Fulfillment Center is required. ".to_owned());
    assert_eq!(wrong([day, day.pred_opt().unwrap()], &[]).await, [end_first, none]);
    let past = wrong([yesterday(), day], &["Does Not Exist"]).await;
    assert_eq!(past[0], ("startDate".into(), "\"Start Date\" can not be before today. ".into()));
    assert_eq!(past.last().unwrap().1, "There is no such Fulfillment Center. ");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn rejects_centers_that_no_location_has_by_name() {
    if !is_clear() {
        return;
    }
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let (center, _) = center(&stack, &admin).await;
    let day = day_of_own();
    let refusal = sync(&admin, [day, day], &["Atlantis", &center, "Avalon"]).await.unwrap_err();
    let message = "No location has this Fulfillment Center: Atlantis, Avalon. ";
    assert_eq!(wrong_fields(&refusal.info), [("fulfillmentCenters".to_owned(), message.to_owned())]);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn calls_at_once_start_one_sync() {
    if !is_clear() {
        return;
    }
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let (center, location) = center(&stack, &admin).await;
    let day = day_of_own();
    route(&admin, day, &[&location]).await;
    behave(&stack, "failing", 2, &center).await;
    let centers = [center.as_str()];
    let syncs = join_all((0..6).map(|_| sync(&admin, [day, day], &centers))).await;
    let ids: BTreeSet<String> = syncs.into_iter().map(|sync| sync.unwrap()["id"].to_string()).collect();
    assert_eq!(ids.len(), 1, "{ids:?}");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn who_may_not_sync_neither_syncs_nor_sees_syncs() {
    let stack = Stack::load().await;
    let day = day_of_own();
    for profile in ["read-only", "operations"] {
        let person = stack.person(profile).await;
        assert_eq!(sync(&person, [day, day], &["FC_CHICAGO"]).await.unwrap_err().kind, "Forbidden", "{profile}");
        let refusal = person.refused("{ logiNextSyncs { nextToken } }", json!({})).await;
        assert_eq!(refusal.message, "Error! User Action Prohibited!");
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn in_the_blackout_the_server_refuses_in_the_words_of_the_spec() {
    let stack = Stack::load().await;
    let dispatcher = stack.person("logistics").await;
    let day = day_of_own();
    if rules::blackout_end(in_seconds(0)).is_some() {
        let refusal = sync(&dispatcher, [day, day], &["FC_CHICAGO"]).await.unwrap_err();
        assert_eq!((refusal.kind.as_str(), refusal.message.as_str()), ("Conflict", rules::BLACKOUT));
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn the_same_sync_asked_for_again_while_it_is_under_way_is_one_sync() {
    if !is_clear() {
        return;
    }
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let (center, location) = center(&stack, &admin).await;
    let day = day_of_own();
    route(&admin, day, &[&location]).await;
    behave(&stack, "failing", 2, &center).await;
    let first = sync(&admin, [day, day], &[&center]).await.unwrap();
    let again = sync(&stack.person("logistics").await, [day, day], &[&center]).await.unwrap();
    assert_eq!(first["id"], again["id"]);
    assert_eq!(again["user"], json!(stack.user("admin").email));
    ended(&admin, &first["id"]).await;
    // Once it is done, routes may have changed: it is another one.
    let later = sync(&admin, [day, day], &[&center]).await.unwrap();
    assert_ne!(first["id"], later["id"]);
    ended(&admin, &later["id"]).await;
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn syncs_are_listed_newest_first_and_a_token_of_nobodys_is_refused() {
    if !is_clear() {
        return;
    }
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let (center, _) = center(&stack, &admin).await;
    let day = day_of_own();
    let sync = sync(&admin, [day, day], &[&center]).await.unwrap();
    let told = standing(&admin, &sync["id"]).await;
    assert_eq!((&told["startDate"], &told["endDate"]), (&json!(day), &json!(day)));
    let listed = page(&admin, &Value::Null).await;
    let times: Vec<&str> =
        listed["items"].as_array().unwrap().iter().map(|sync| sync["id"].as_str().unwrap()).collect();
    assert!(times.is_sorted_by(|newer, older| newer > older), "{times:?}");
    let query = "query ($t: String) { logiNextSyncs(nextToken: $t) { nextToken } }";
    assert_eq!(admin.refused(query, json!({ "t": "!" })).await.kind, "Invalid");
}
