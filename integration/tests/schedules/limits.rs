//! Tests of the limit of pending changes, of unknown locations, and of values at a given time.

use integration::{NewLocation, Stack, field_errors, in_seconds, stack_test};
use serde_json::{Value, json};

#[stack_test]
async fn limits_a_location_to_200_pending_changes(stack: Stack) {
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
    let rejection = admin.schedule(changes(300..301)).await.unwrap_err();
    let message = format!("{id} can have at most 200 pending changes. Delete some of them first.");
    assert_eq!(field_errors(&rejection.info), [("input.0.location".into(), message)]);
    // Scheduling the same changes again does not exceed the limit.
    assert_eq!(admin.schedule(all).await.unwrap().len(), 200);
    assert_eq!(admin.scheduled(&id).await.len(), 200);
}

#[stack_test]
async fn returns_404_for_the_schedule_of_an_unknown_location(stack: Stack) {
    let admin = stack.person("admin").await;
    let missing = admin.get("/locations/TEST_UNKNOWN_ID/schedule").await.expect(404);
    assert_eq!(missing["message"], "There is no location TEST_UNKNOWN_ID");
    let id = NewLocation::default().create(&admin).await;
    assert_eq!(admin.get(&format!("/locations/{id}/schedule")).await.expect(200)["items"], json!([]));
}

#[stack_test]
async fn returns_the_last_pending_change_before_an_instant_for_each_attribute(stack: Stack) {
    const QUERY: &str = "query ($filter: PendingScheduleChangesFilter!) {
        pendingScheduleChanges(filter: $filter) { id actionTime change { attribute value } }
    }";
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
    let found = admin.call(QUERY, json!({ "filter": filter })).await;
    assert_eq!(found, json!([{ "id": id, "actionTime": second, "change": { "attribute": "stop", "value": "8" } }]));
    let many: Vec<String> = (0..101).map(|number| format!("TEST_{number}")).collect();
    let filter = json!({ "ids": many, "attributes": ["stop"], "before": third });
    let rejection = admin.call_rejected(QUERY, json!({ "filter": filter })).await;
    assert_eq!(
        field_errors(&rejection.info),
        [("filter.ids".into(), "Request at most 100 locations at a time".into())]
    );
}

#[stack_test]
async fn validates_a_change_against_the_location_at_its_time(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let change = |attribute: &str, value: &str, seconds| {
        let at = in_seconds(seconds);
        json!({ "location": id, "attribute": attribute, "value": json!(value).to_string(), "dateTime": at })
    };
    admin.edit(&id, json!({ "holidayScreenStartDate": "2026-12-20", "holidayScreenEndDate": "2027-01-03" })).await;
    let start = change("holidayScreenStartDate", "2027-12-20", 7200);
    let rejection = admin.schedule(json!([start])).await.unwrap_err();
    let message = "holidayScreenEndDate cannot be before holidayScreenStartDate";
    assert_eq!(field_errors(&rejection.info), [("input.0.value".into(), message.into())]);
    // An earlier pending change makes it valid.
    admin.schedule(json!([change("holidayScreenEndDate", "2028-01-03", 3600)])).await.unwrap();
    admin.schedule(json!([start])).await.unwrap();
}

#[stack_test]
async fn history_notes_a_scheduled_change_of_allocation_that_will_miss_the_next_stocking(stack: Stack) {
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
