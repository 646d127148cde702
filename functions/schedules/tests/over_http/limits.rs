//! How many changes a location can have, unknown locations, and the value at a time.

use serde_json::{Value, json};
use testkit::{NewLocation, Stack, in_seconds, wrong_fields};

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_location_has_at_most_200_pending_changes() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let changes = |numbers: std::ops::Range<i64>| -> Value {
        let at = in_seconds(3600);
        let change = |number| {
            let at = at.plus(chrono::Duration::seconds(number));
            json!({ "location": id, "attribute": "stop", "value": "7", "dateTime": at })
        };
        numbers.map(change).collect()
    };
    let all = changes(0..200);
    assert_eq!(admin.schedule(all.clone()).await.unwrap().len(), 200);
    let refusal = admin.schedule(changes(300..301)).await.unwrap_err();
    let message = format!("{id} can have at most 200 pending changes. Delete some of them first.");
    assert_eq!(wrong_fields(&refusal.info), [("input.0.location".into(), message)]);
    // The same ones again are no more.
    assert_eq!(admin.schedule(all).await.unwrap().len(), 200);
    assert_eq!(admin.scheduled(&id).await.len(), 200);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn the_schedule_of_an_unknown_location_is_404() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let missing = admin.get("/locations/TEST_NOBODY_HAS_THIS_ID/schedule").await.expect(404);
    assert_eq!(missing["message"], "There is no location TEST_NOBODY_HAS_THIS_ID");
    let id = NewLocation::default().create(&admin).await;
    assert_eq!(admin.get(&format!("/locations/{id}/schedule")).await.expect(200)["items"], json!([]));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn the_last_pending_change_before_an_instant_is_answered_for_each_attribute() {
    const QUERY: &str = "query ($filter: PendingScheduleChangesFilter!) {
        pendingScheduleChanges(filter: $filter) { id actionTime change { attribute value } }
    }";
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let other = NewLocation::default().create(&admin).await;
    let [first, second, third] = [3600, 7200, 10_800].map(in_seconds);
    for (attribute, value, at) in [
        ("stop", json!(7), first),
        ("stop", json!(8), second),
        ("stop", json!(9), third),
        ("percentage", json!("5"), first),
    ] {
        admin.schedule_one(&id, attribute, value, at).await;
    }
    let filter = json!({ "ids": [id, other], "attributes": ["stop", "vertical"], "before": third });
    let found = admin.ask(QUERY, json!({ "filter": filter })).await;
    assert_eq!(found, json!([{ "id": id, "actionTime": second, "change": { "attribute": "stop", "value": "8" } }]));
    let many: Vec<String> = (0..101).map(|number| format!("TEST_{number}")).collect();
    let filter = json!({ "ids": many, "attributes": ["stop"], "before": third });
    let refusal = admin.refused(QUERY, json!({ "filter": filter })).await;
    assert_eq!(wrong_fields(&refusal.info), [("filter.ids".into(), "One call takes at most 100 locations".into())]);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_change_is_checked_on_the_location_as_it_is_at_its_time() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let change = |attribute: &str, value: &str, seconds| {
        let at = in_seconds(seconds);
        json!({ "location": id, "attribute": attribute, "value": json!(value).to_string(), "dateTime": at })
    };
    admin.edit(&id, json!({ "holidayScreenStartDate": "2026-12-20", "holidayScreenEndDate": "2027-01-03" })).await;
    let start = change("holidayScreenStartDate", "2027-12-20", 7200);
    let refusal = admin.schedule(json!([start])).await.unwrap_err();
    let message = "holidayScreenEndDate cannot be before holidayScreenStartDate";
    assert_eq!(wrong_fields(&refusal.info), [("input.0.value".into(), message.into())]);
    // An earlier pending change makes it valid.
    admin.schedule(json!([change("holidayScreenEndDate", "2028-01-03", 3600)])).await.unwrap();
    admin.schedule(json!([start])).await.unwrap();
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn history_notes_that_a_scheduled_change_of_allocation_will_miss_the_next_stocking() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    // Monday, June 2, 2036, 7 pm Central.
    let at = "2036-06-03T00:00:00Z";
    let input = json!([
        { "location": id, "attribute": "prod", "value": "1", "dateTime": at },
        { "location": id, "attribute": "updateReason", "value": "{\"prod\":\"First Stocking\"}", "dateTime": at },
    ]);
    admin.schedule(input).await.unwrap();
    let expected = "Too late for the next stocking on Tue, Jun 3, 2036: \
                    allocation for it closed Mon, Jun 2, 2036, 6:00 PM CDT.";
    assert_eq!(admin.events(&id, "SCHEDULED").await[0]["note"], expected);
}
