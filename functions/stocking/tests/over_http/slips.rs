//! `getPackingSlipsV3`.

use crate::telling::{SLIPS, day_of_own, slip, slips_of, tell};
use serde_json::json;
use testkit::{NewLocation, Stack, wrong_fields};

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_days_slips_are_listed_as_upstream_told_them() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let (id, day) = (NewLocation::default().create(&admin).await, day_of_own());
    let mut taken_back = slip(&id, "B", &day);
    taken_back["status"] = json!("DELETED");
    taken_back["slipType"] = json!("INTERNAL_ORDER");
    tell(&stack, &[slip(&id, "A", &day), taken_back]).await;

    let reader = stack.person("read-only").await;
    let slips = slips_of(&reader, &day, 2).await;
    let listed = |unique_id: &str, kind: &str, status: &str| {
        json!({
            "locationId": id, "route": "test", "dropOffDate": day, "uniqueId": unique_id, "createDate": day,
            "stockingIndex": 1, "type": kind, "clientCode": "LARDER", "status": status,
        })
    };
    assert_eq!(slips, [listed("A", "ORDER", "PACKED"), listed("B", "INTERNAL_ORDER", "DELETED")]);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_busy_day_is_read_whole_page_by_page_and_no_slip_twice() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let (id, day) = (NewLocation::default().create(&admin).await, day_of_own());
    let names: Vec<String> = (0..450).map(|number| format!("PS-{number:03}")).collect();
    let messages: Vec<_> = names.iter().map(|name| slip(&id, name, &day)).collect();
    for ten in messages.chunks(10) {
        tell(&stack, ten).await;
    }
    // One location's slips are one partition's: more than are read of it at once.
    let slips = slips_of(&admin, &day, names.len()).await;
    let listed: Vec<&str> = slips.iter().filter_map(|slip| slip["uniqueId"].as_str()).collect();
    assert_eq!(listed, names);
    let page = admin.ask(SLIPS, json!({ "filter": { "dropOffDate": day } })).await;
    assert!(page["nextToken"].is_string());
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn what_is_no_day_and_a_token_of_somebody_elses_making_are_refused() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let refusal = admin.refused(SLIPS, json!({ "filter": { "dropOffDate": "2026-11-23Z" } })).await;
    let message = "dropOffDate should be a day in the format YYYY-MM-DD".to_owned();
    assert_eq!(wrong_fields(&refusal.info), [("filter.dropOffDate".to_owned(), message)]);
    for token in ["!", "IiI", "e30"] {
        let refusal =
            admin.refused(SLIPS, json!({ "filter": { "dropOffDate": "2026-11-23" }, "nextToken": token })).await;
        assert_eq!((refusal.kind.as_str(), wrong_fields(&refusal.info)[0].0.as_str()), ("Invalid", "nextToken"));
    }
}
