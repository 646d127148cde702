//! `createScheduleChanges`, `readScheduleChange`, `GET /locations/{id}/schedule` and `deleteScheduleChange`.

use serde_json::{Value, json};
use testkit::{NewLocation, Stack, in_seconds, wrong_fields};

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_scheduled_change_is_there_until_it_is_deleted() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let change = admin.schedule_one(&id, "priceMapTemplate", json!("PMT_TESTING"), in_seconds(3600)).await;
    let expected = json!({
        "uuid": change["uuid"], "actionTime": change["actionTime"], "id": id, "user": stack.user("admin").email,
        "version": 1, "pairedWith": null, "state": "PENDING", "failure": null, "change": {
            "id": id, "table": "Locations", "attribute": "priceMapTemplate", "value": "\"PMT_TESTING\"",
        },
    });
    assert_eq!(change, expected);
    assert_eq!(admin.scheduled(&id).await, std::slice::from_ref(&change));
    let page = admin.get(&format!("/locations/{id}/schedule")).await.expect(200);
    assert_eq!(page["items"][0]["uuid"], change["uuid"]);
    assert_eq!(page["items"][0]["change"], change["change"]);
    assert_eq!((page["items"].as_array().map(Vec::len), page.get("nextToken")), (Some(1), None));

    assert_eq!(admin.act_on(&change, "deleteScheduleChange").await.unwrap(), std::slice::from_ref(&change));
    assert_eq!(admin.scheduled(&id).await, [Value::Null; 0]);
    let gone = admin.act_on(&change, "deleteScheduleChange").await.unwrap_err();
    let message = "This scheduled change is no longer there: it was applied or deleted meanwhile.";
    assert_eq!((gone.kind.as_str(), gone.message.as_str()), ("NotFound", message));
    assert_eq!(admin.location(&id).await["priceMapTemplate"], "PMT_STANDARD");

    let history = admin.history(&id).await;
    let events: Vec<&Value> = history.iter().map(|entry| &entry["event"]).collect();
    assert_eq!(events, ["SCHEDULE_DELETED", "SCHEDULED", "CREATED"]);
    let value = json!({ "attribute": "priceMapTemplate", "from": null, "to": "\"PMT_TESTING\"" });
    let time = json!({ "attribute": "actionTime", "from": null, "to": change["actionTime"].to_string() });
    assert_eq!(history[1]["changes"], json!([value, time]));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_time_with_an_offset_is_kept_in_utc() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let input = json!([{
        "location": id, "attribute": "stop", "value": "7", "dateTime": "2099-07-01T06:30:00-05:00",
    }]);
    assert_eq!(admin.schedule(input).await.unwrap()[0]["actionTime"], "2099-07-01T11:30:00.000Z");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn each_wrong_input_is_named_and_none_of_the_call_is_stored() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let input = |location: &str, attribute: &str, value: &str, at: &str| json!({ "location": location, "attribute": attribute, "value": value, "dateTime": at });
    let ahead = in_seconds(3600).to_string();
    let wrong = [
        (input("TEST_NOBODY", "stop", "1", &ahead), "location", "There is no location TEST_NOBODY"),
        (input("no where", "stop", "1", &ahead), "location", "id can only contain letters, digits and underscores"),
        (input(&id, "prettyName", "\"x\"", &ahead), "attribute", "prettyName is not an attribute that can be edited"),
        (input(&id, "stop", "{", &ahead), "value", "value should be JSON text"),
        (input(&id, "stop", "1001", &ahead), "value", "stop should be a number in the range of 0 to 1000!"),
        (input(&id, "layoutName", "\"Unheard of\"", &ahead), "value", "Please select a valid option from the dropdown"),
        (input(&id, "ip", "\"10.0.0.300\"", &ahead), "value", "IP Address invalid"),
        (input(&id, "stop", "1", "soon"), "dateTime", "dateTime should be a time in ISO 8601 with an offset"),
        (
            input(&id, "stop", "1", "2099-07-01T06:30:00"),
            "dateTime",
            "dateTime should be a time in ISO 8601 with an offset",
        ),
        (
            input(&id, "stop", "1", &in_seconds(-3600).to_string()),
            "dateTime",
            "A change can be scheduled for a time to come only",
        ),
        (input(&id, "prod", "1", &ahead), "value", "Reason cannot be empty"),
        (
            input(&id, "updateReason", "{\"reserve\": \"Connectivity issues\"}", &ahead),
            "attribute",
            "A reason needs the change that it explains, for the same location and time",
        ),
    ];
    let good = input(&id, "vertical", "\"Retail\"", &ahead);
    for (wrong, field, message) in &wrong {
        let refusal = admin.schedule(json!([good, wrong])).await.unwrap_err();
        assert_eq!(refusal.kind, "Invalid");
        let expected = (format!("input.1.{field}"), (*message).to_owned());
        assert_eq!(wrong_fields(&refusal.info), [expected], "{wrong}");
    }
    let all: Vec<&Value> = wrong.iter().map(|(wrong, ..)| wrong).collect();
    let refusal = admin.schedule(json!(all)).await.unwrap_err();
    let named = wrong_fields(&refusal.info);
    for (position, (_, field, _)) in wrong.iter().enumerate() {
        assert!(named.iter().any(|(name, _)| *name == format!("input.{position}.{field}")), "{position} in {named:?}");
    }
    assert_eq!(admin.scheduled(&id).await, [Value::Null; 0]);
    assert_eq!(admin.history(&id).await.len(), 1);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn one_call_schedules_a_bounded_number_of_changes_and_long_lists_come_in_pages() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let changes = |count: i64| -> Value {
        let ahead = |number| in_seconds(3600 + number);
        (1..=count)
            .map(|stop| json!({ "location": id, "attribute": "stop", "value": stop.to_string(), "dateTime": ahead(stop) }))
            .collect()
    };
    for count in [0, 1001] {
        let refusal = admin.schedule(changes(count)).await.unwrap_err();
        assert_eq!(wrong_fields(&refusal.info), [("input".into(), "One call schedules 1 to 1000 changes".into())]);
    }
    assert_eq!(admin.schedule(changes(135)).await.unwrap().len(), 135);
    let all = admin.scheduled(&id).await;
    assert_eq!(all.len(), 135);
    assert!(all.is_sorted_by(|one, next| one["actionTime"].as_str() <= next["actionTime"].as_str()));

    let path = format!("/locations/{id}/schedule");
    let first = admin.get(&path).await.expect(200);
    let next = first["nextToken"].as_str().unwrap();
    let second = admin.get(&format!("{path}?nextToken={next}")).await.expect(200);
    let pages = [&first["items"], &second["items"]].map(|items| items.as_array().unwrap());
    assert_eq!((pages[0].len(), pages[1].len(), second.get("nextToken")), (100, 35, None));
    let uuids = pages.into_iter().flatten().map(|change| &change["uuid"]);
    assert!(uuids.eq(all.iter().map(|change| &change["uuid"])));
    admin.get(&format!("{path}?nextToken=x")).await.expect(400);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_change_that_is_not_as_the_caller_saw_it_is_a_conflict() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let change = admin.schedule_one(&id, "stop", json!(7), in_seconds(3600)).await;
    let mut seen = change.clone();
    seen["actionTime"] = json!(in_seconds(7200));
    for mutation in ["deleteScheduleChange", "completeScheduleChange", "retryScheduleChange"] {
        assert_eq!(admin.act_on(&seen, mutation).await.unwrap_err().kind, "Conflict", "{mutation}");
    }
    assert_eq!(admin.scheduled(&id).await, [change]);
    seen["uuid"] = json!("0199a4f0-0000-7000-8000-000000000001");
    assert_eq!(admin.act_on(&seen, "completeScheduleChange").await.unwrap_err().kind, "NotFound");
    seen["uuid"] = json!("no uuid");
    assert_eq!(admin.act_on(&seen, "completeScheduleChange").await.unwrap_err().kind, "Invalid");
}
