//! `getPackingSlipsV3`.

use crate::helpers::{SLIPS, send, slip, unique_day, wait_for_slips};
use integration::{NewLocation, Stack, field_errors, stack_test};
use serde_json::json;

#[stack_test]
async fn lists_the_slips_of_a_day_including_canceled_ones(stack: Stack) {
    let admin = stack.person("admin").await;
    let (id, day) = (NewLocation::default().create(&admin).await, unique_day());
    let mut canceled = slip(&id, "B", &day);
    canceled["status"] = json!("DELETED");
    canceled["slipType"] = json!("INTERNAL_ORDER");
    send(&stack, &[slip(&id, "A", &day), canceled]).await;

    let reader = stack.person("read-only").await;
    let slips = wait_for_slips(&reader, &day, 2).await;
    let listed = |unique_id: &str, kind: &str, status: &str| {
        json!({
            "locationId": id, "route": "test", "dropOffDate": day, "uniqueId": unique_id, "createDate": day,
            "stockingIndex": 1, "type": kind, "clientCode": "LARDER", "status": status,
        })
    };
    assert_eq!(slips, [listed("A", "ORDER", "PACKED"), listed("B", "INTERNAL_ORDER", "DELETED")]);
}

#[stack_test]
async fn pages_list_each_slip_of_a_busy_day_once(stack: Stack) {
    let admin = stack.person("admin").await;
    let (id, day) = (NewLocation::default().create(&admin).await, unique_day());
    let names: Vec<String> = (0..450).map(|number| format!("PS-{number:03}")).collect();
    let messages: Vec<_> = names.iter().map(|name| slip(&id, name, &day)).collect();
    for batch in messages.chunks(10) {
        send(&stack, batch).await;
    }
    // All slips of a location are in one partition: these are more than one query reads.
    let slips = wait_for_slips(&admin, &day, names.len()).await;
    let listed: Vec<&str> = slips.iter().filter_map(|slip| slip["uniqueId"].as_str()).collect();
    assert_eq!(listed, names);
    let page = admin.call(SLIPS, json!({ "filter": { "dropOffDate": day } })).await;
    assert!(page["nextToken"].is_string());
}

#[stack_test]
async fn rejects_an_invalid_date_and_an_invalid_token(stack: Stack) {
    let admin = stack.person("admin").await;
    let rejection = admin.call_rejected(SLIPS, json!({ "filter": { "dropOffDate": "2026-11-23Z" } })).await;
    let message = "dropOffDate should be a day in the format YYYY-MM-DD".to_owned();
    assert_eq!(field_errors(&rejection.info), [("filter.dropOffDate".to_owned(), message)]);
    for token in ["!", "IiI", "e30"] {
        let rejection =
            admin.call_rejected(SLIPS, json!({ "filter": { "dropOffDate": "2026-11-23" }, "nextToken": token })).await;
        assert_eq!(rejection.kind, "Invalid", "{token}");
        assert_eq!(field_errors(&rejection.info)[0].0, "nextToken", "{token}");
    }
}
