//! Tests of `createScheduleChanges`, `readScheduleChange`, `GET /locations/{id}/schedule` and `deleteScheduleChange`.

use integration::{NewLocation, Stack, field_errors, in_seconds, stack_test};
use serde_json::{Value, json};

#[stack_test]
async fn stores_a_change_until_it_is_deleted(stack: Stack) {
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
    assert_eq!(page["items"].as_array().map(Vec::len), Some(1));
    assert_eq!(page.get("nextToken"), None);

    assert_eq!(admin.act_on(&change, "deleteScheduleChange").await.unwrap(), std::slice::from_ref(&change));
    assert_eq!(admin.scheduled(&id).await, [Value::Null; 0]);
    let rejection = admin.act_on(&change, "deleteScheduleChange").await.unwrap_err();
    let message = "This scheduled change no longer exists. It was applied or deleted.";
    assert_eq!(rejection.kind.as_str(), "NotFound");
    assert_eq!(rejection.message.as_str(), message);
    assert_eq!(admin.location(&id).await["priceMapTemplate"], "PMT_STANDARD");

    let history = admin.history(&id).await;
    let events: Vec<&Value> = history.iter().map(|entry| &entry["event"]).collect();
    assert_eq!(events, ["SCHEDULE_DELETED", "SCHEDULED", "CREATED"]);
    let value = json!({ "attribute": "priceMapTemplate", "from": null, "to": "\"PMT_TESTING\"" });
    let time = json!({ "attribute": "actionTime", "from": null, "to": change["actionTime"].to_string() });
    assert_eq!(history[1]["changes"], json!([value, time]));
}

#[stack_test]
async fn stores_times_in_utc(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let input = json!([{
        "location": id, "attribute": "stop", "value": "7", "dateTime": "2099-07-01T06:30:00-05:00",
    }]);
    assert_eq!(admin.schedule(input).await.unwrap()[0]["actionTime"], "2099-07-01T11:30:00.000Z");
}

#[stack_test]
async fn rejects_a_request_with_an_error_per_invalid_change_and_stores_nothing(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let input = |location: &str, attribute: &str, value: &str, at: &str| json!({ "location": location, "attribute": attribute, "value": value, "dateTime": at });
    let ahead = in_seconds(3600).to_string();
    let invalid = [
        (input("TEST_UNKNOWN", "stop", "1", &ahead), "location", "There is no location TEST_UNKNOWN"),
        (input("no where", "stop", "1", &ahead), "location", "id can only contain letters, digits and underscores"),
        (input(&id, "prettyName", "\"x\"", &ahead), "attribute", "prettyName is not an attribute that can be edited"),
        (input(&id, "stop", "{", &ahead), "value", "value should be JSON text"),
        (input(&id, "stop", "1001", &ahead), "value", "stop should be a number in the range of 0 to 1000!"),
        (input(&id, "layoutName", "\"Unknown\"", &ahead), "value", "Please select a valid option from the dropdown"),
        (input(&id, "ip", "\"10.0.0.300\"", &ahead), "value", "IP Address invalid"),
        (input(&id, "stop", "1", "soon"), "dateTime", "dateTime should be a time in ISO 8601 with an offset"),
        (
            input(&id, "stop", "1", "2099-07-01T06:30:00"),
            "dateTime",
            "dateTime should be a time in ISO 8601 with an offset",
        ),
        (input(&id, "stop", "1", &in_seconds(-3600).to_string()), "dateTime", "Choose a time in the future"),
        (input(&id, "prod", "1", &ahead), "value", "Reason cannot be empty"),
        (
            input(&id, "updateReason", "{\"reserve\": \"Connectivity issues\"}", &ahead),
            "attribute",
            "A reason requires a change of its attribute for the same location and time",
        ),
    ];
    let valid = input(&id, "vertical", "\"Retail\"", &ahead);
    for (invalid, field, message) in &invalid {
        let rejection = admin.schedule(json!([valid, invalid])).await.unwrap_err();
        assert_eq!(rejection.kind, "Invalid");
        let expected = (format!("input.1.{field}"), (*message).to_owned());
        assert_eq!(field_errors(&rejection.info), [expected], "{invalid}");
    }
    let all: Vec<&Value> = invalid.iter().map(|(invalid, ..)| invalid).collect();
    let rejection = admin.schedule(json!(all)).await.unwrap_err();
    let errors = field_errors(&rejection.info);
    for (position, (_, field, _)) in invalid.iter().enumerate() {
        assert!(
            errors.iter().any(|(name, _)| *name == format!("input.{position}.{field}")),
            "{position} in {errors:?}"
        );
    }
    assert_eq!(admin.scheduled(&id).await, [Value::Null; 0]);
    assert_eq!(admin.history(&id).await.len(), 1);
}

#[stack_test]
async fn limits_the_changes_per_request_and_splits_long_lists_into_pages(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let changes = |count: i64| -> Value {
        let ahead = |number| in_seconds(3600 + number);
        (1..=count)
            .map(|stop| json!({ "location": id, "attribute": "stop", "value": stop.to_string(), "dateTime": ahead(stop) }))
            .collect()
    };
    for count in [0, 1001] {
        let rejection = admin.schedule(changes(count)).await.unwrap_err();
        assert_eq!(field_errors(&rejection.info), [("input".into(), "Schedule 1 to 1000 changes at a time".into())]);
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
    assert_eq!(pages[0].len(), 100);
    assert_eq!(pages[1].len(), 35);
    assert_eq!(second.get("nextToken"), None);
    let uuids = pages.into_iter().flatten().map(|change| &change["uuid"]);
    assert!(uuids.eq(all.iter().map(|change| &change["uuid"])));
    admin.get(&format!("{path}?nextToken=x")).await.expect(400);
}

#[stack_test]
async fn returns_a_conflict_for_an_outdated_time_and_errors_for_unknown_and_invalid_uuids(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let change = admin.schedule_one(&id, "stop", json!(7), in_seconds(3600)).await;
    let mut key = change.clone();
    key["actionTime"] = json!(in_seconds(7200));
    for mutation in ["deleteScheduleChange", "completeScheduleChange", "retryScheduleChange"] {
        assert_eq!(admin.act_on(&key, mutation).await.unwrap_err().kind, "Conflict", "{mutation}");
    }
    assert_eq!(admin.scheduled(&id).await, [change]);
    key["uuid"] = json!("0199a4f0-0000-7000-8000-000000000001");
    assert_eq!(admin.act_on(&key, "completeScheduleChange").await.unwrap_err().kind, "NotFound");
    key["uuid"] = json!("no uuid");
    assert_eq!(admin.act_on(&key, "completeScheduleChange").await.unwrap_err().kind, "Invalid");
}
