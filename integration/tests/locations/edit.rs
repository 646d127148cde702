//! Tests of `PATCH /locations/{id}`.

use integration::{NewLocation, Stack, field_errors, stack_test};
use serde_json::{Value, json};

#[stack_test]
async fn changes_only_the_given_attributes_and_returns_the_location(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let before = admin.location(&id).await;
    let device = format!("0x{id}");
    let address = json!({ "street": "1 Main St", "city": "Austin", "state": "TX", "zipCode": "78701" });
    let edit = json!({
        "version": 1, "accessTo": "Public", "address": address, "covid19": 1, "deviceAddress": device,
        "holidayScreenStartDate": "2026-12-20", "ip": "10.0.0.7", "latitude": "30.2672", "longitude": "-97.7431",
        "percentage": "12.5", "prod": 1, "serialPort": "ttyS1", "taxRate": 8.25, "timeZone": "DENVER",
        "vertical": "Travel/Leisure", "updateReason": { "prod": "First Stocking" },
    });
    let response = admin.edit(&id, edit).await;
    let after = admin.location(&id).await;
    let expected = json!({
        "version": 2, "accessTo": "Public", "address": address, "covid19": 1, "deviceAddress": device,
        "holidayScreenStartDate": "2026-12-20", "ip": "10.0.0.7", "latitude": "30.2672", "longitude": "-97.7431",
        "percentage": "12.5", "prod": 1, "serialPort": "ttyS1", "taxRate": "8.25", "timeZone": "DENVER",
        "vertical": "Travel/Leisure", "updateReason": { "prod": "First Stocking", "reserve": null },
    });
    for (name, value) in after.as_object().unwrap() {
        match expected.get(name) {
            Some(expected) => assert_eq!(value, expected, "{name}"),
            None if name == "lastModified" => assert!(value.as_str() > before[name].as_str()),
            None => assert_eq!(value, &before[name], "{name}"),
        }
        if !value.is_null() && name != "updateReason" {
            assert_eq!(response[name], *value, "{name}");
        }
    }
}

#[stack_test]
async fn derives_hours_from_work_hours_and_work_hours_from_24_hours(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let week = json!({ "monday": [["08:00", "17:00"]], "tuesday": [["08:00", "17:00"]] });
    admin.edit(&id, json!({ "version": 1, "workHours": week })).await;
    let location = admin.location(&id).await;
    assert_eq!(location["hours"], "Mon-Tue 08:00 to 17:00; ");
    assert_eq!(location["workHours"]["tuesday"], week["tuesday"]);
    assert_eq!(location["workHours"]["sunday"], json!([]));
    admin.edit(&id, json!({ "version": 2, "hours": "24 Hours" })).await;
    assert_eq!(admin.location(&id).await["workHours"]["sunday"], json!([["00:00", "23:59"]]));
}

#[stack_test]
async fn null_removes_optional_attributes(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let edit = json!({ "route": "chi-04", "deviceAddress": format!("0x{id}"), "holidayScreenEndDate": "2027-01-03" });
    admin.edit(&id, edit).await;
    admin.edit(&id, json!({ "route": null, "deviceAddress": null, "holidayScreenEndDate": null })).await;
    let location = admin.location(&id).await;
    for name in ["route", "deviceAddress", "holidayScreenEndDate"] {
        assert_eq!(location[name], Value::Null, "{name}");
    }
}

#[stack_test]
async fn an_edit_without_changes_writes_nothing(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let before = admin.location(&id).await;
    for edit in [json!({ "version": 1 }), json!({ "version": 1, "stop": 0, "percentage": "0.00" })] {
        assert_eq!(admin.edit(&id, edit).await["version"], 1);
    }
    assert_eq!(admin.location(&id).await, before);
    assert_eq!(admin.history(&id).await.len(), 1);
}

#[stack_test]
async fn rejects_unknown_and_read_only_attributes_by_name(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    for name in ["colour", "directions", "hostname", "lastModified", "paymentGateway", "prettyName", "type"] {
        let rejected = admin.patch(&format!("/locations/{id}"), json!({ "version": 1, name: "x" })).await.expect(400);
        let message = format!("{name} is not an attribute that can be edited");
        assert_eq!(field_errors(&rejected), [(name.to_owned(), message)]);
    }
    assert_eq!(admin.location(&id).await["version"], 1);
}

#[stack_test]
async fn rejects_an_invalid_body_and_an_id_that_differs_from_the_path(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let path = format!("/locations/{id}");
    let rejected = admin.patch(&path, json!({ "id": "TEST_ANOTHER", "stop": 1 })).await.expect(400);
    assert_eq!(field_errors(&rejected), [("id".into(), "id in the body differs from id in the URL".into())]);
    let rejected = admin.patch(&path, json!([1])).await.expect(400);
    assert_eq!(field_errors(&rejected), [("body".into(), "The body is not a JSON object".into())]);
    let rejected = admin.patch(&path, json!({ "version": "one", "stop": 1 })).await.expect(400);
    assert_eq!(field_errors(&rejected)[0].0, "version");
}

#[stack_test]
async fn returns_404_for_an_unknown_location(stack: Stack) {
    let admin = stack.person("admin").await;
    let rejected = admin.patch("/locations/TEST_UNKNOWN_ID", json!({ "stop": 1 })).await.expect(404);
    assert_eq!(rejected["message"], "There is no location TEST_UNKNOWN_ID");
    admin.patch("/locations/no.where", json!({ "stop": 1 })).await.expect(400);
}

#[stack_test]
async fn returns_409_with_the_current_location_for_an_outdated_version(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let path = format!("/locations/{id}");
    let operations = stack.person("operations").await;
    operations.edit(&id, json!({ "version": 1, "percentage": "10" })).await;

    let conflict = admin.patch(&path, json!({ "version": 1, "percentage": "20" })).await.expect(409);
    let message = format!("{id} was changed after you opened it. Your change was not saved.");
    assert_eq!(conflict["message"], message);
    assert_eq!(conflict["current"]["version"], 2);
    assert_eq!(conflict["current"]["percentage"], "10");
    assert_eq!(conflict["current"]["address"]["city"], "Chicago");
    assert_eq!(admin.location(&id).await["percentage"], "10");
    assert_eq!(admin.edit(&id, json!({ "version": 2, "percentage": "20" })).await["version"], 3);
}

#[stack_test]
async fn a_repeated_edit_succeeds_and_writes_nothing(stack: Stack) {
    let (admin, operations) = (stack.person("admin").await, stack.person("operations").await);
    let id = NewLocation::default().create(&admin).await;
    let edit = json!({ "version": 1, "prod": 1, "updateReason": { "prod": "First Stocking" } });
    let first = admin.edit(&id, edit.clone()).await;
    assert_eq!(admin.edit(&id, edit.clone()).await, first);
    // Another user changed a different attribute.
    operations.edit(&id, json!({ "version": 2, "stop": 7 })).await;
    assert_eq!(admin.edit(&id, edit.clone()).await["version"], 3);
    assert_eq!(admin.events(&id, "UPDATED").await.len(), 2);
    // Another user changed the same attribute back. The repeated edit is a conflict.
    operations.edit(&id, json!({ "version": 3, "prod": 0, "updateReason": { "prod": "Holiday Break" } })).await;
    admin.patch(&format!("/locations/{id}"), edit).await.expect(409);
}

#[stack_test]
async fn history_notes_a_change_of_allocation_that_missed_the_next_stocking(stack: Stack) {
    let admin = stack.person("admin").await;
    let daily = json!({
        "monday": 1, "tuesday": 1, "wednesday": 1, "thursday": 1, "friday": 1, "saturday": 1, "sunday": 1,
    });
    // In the Northeast the cutoff is two days before the stocking, so a change is always too late for tomorrow.
    let id = NewLocation::default().with("timeZone", "NEWYORK").with("stockingSchedule", daily).create(&admin).await;
    admin.edit(&id, json!({ "stop": 7 })).await;
    admin.edit(&id, json!({ "prod": 1, "updateReason": { "prod": "First Stocking" } })).await;
    let updated = admin.events(&id, "UPDATED").await;
    let note = updated[0]["note"].as_str().unwrap_or_default();
    assert!(note.starts_with("Too late for the next stocking on ") && note.contains("6:00 PM C"), "{note}");
    assert_eq!(updated[1]["note"], Value::Null);
}

#[stack_test]
async fn saves_exactly_one_of_two_concurrent_edits_of_the_same_version(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let path = format!("/locations/{id}");
    for version in 1..=5 {
        let edit = |stop| admin.patch(&path, json!({ "version": version, "stop": stop }));
        let (one, other) = tokio::join!(edit(version * 10), edit(version * 10 + 1));
        let (saved, rejected) = if one.status == 200 { (one, other) } else { (other, one) };
        let (saved, conflict) = (saved.expect(200), rejected.expect(409));
        assert_eq!(conflict["current"]["stop"], saved["stop"]);
        let stored = admin.location(&id).await;
        assert_eq!(stored["version"], json!(version + 1));
        assert_eq!(stored["stop"], saved["stop"]);
    }
    assert_eq!(admin.events(&id, "UPDATED").await.len(), 5);
}

#[stack_test]
async fn saves_all_concurrent_edits_without_a_version(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let path = format!("/locations/{id}");
    let edits = tokio::join!(
        admin.patch(&path, json!({ "stop": 5 })),
        admin.patch(&path, json!({ "percentage": "5" })),
        admin.patch(&path, json!({ "status": "LIVE" })),
    );
    assert_eq!(edits.0.status, 200);
    assert_eq!(edits.1.status, 200);
    assert_eq!(edits.2.status, 200);
    let location = admin.location(&id).await;
    let expected = json!({ "version": 4, "stop": 5, "percentage": "5", "status": "LIVE" });
    for (name, value) in expected.as_object().unwrap() {
        assert_eq!(&location[name], value, "{name}");
    }
}

#[stack_test]
async fn accepts_the_driver_upload_payload_and_lowercases_the_route(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    admin.edit(&id, json!({ "id": id, "route": "CHI-04", "stop": 3 })).await;
    let location = admin.location(&id).await;
    assert_eq!(location["route"], json!("chi-04"));
    assert_eq!(location["stop"], json!(3));
}
