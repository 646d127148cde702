//! `PATCH /locations/{id}`.

use serde_json::{Value, json};
use testkit::{NewLocation, Stack, wrong_fields};

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn an_edit_changes_what_it_names_and_answers_the_location() {
    let stack = Stack::load().await;
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
    let answer = admin.edit(&id, edit).await;
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
            assert_eq!(answer[name], *value, "{name}");
        }
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn hours_are_summed_up_by_the_server() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let week = json!({ "monday": [["08:00", "17:00"]], "tuesday": [["08:00", "17:00"]] });
    admin.edit(&id, json!({ "version": 1, "workHours": week })).await;
    let location = admin.location(&id).await;
    assert_eq!(location["hours"], "Mon-Tue 08:00 to 17:00; ");
    assert_eq!((&location["workHours"]["tuesday"], &location["workHours"]["sunday"]), (&week["tuesday"], &json!([])));
    admin.edit(&id, json!({ "version": 2, "hours": "24 Hours" })).await;
    assert_eq!(admin.location(&id).await["workHours"]["sunday"], json!([["00:00", "23:59"]]));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn null_removes_what_a_location_may_be_without() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let given = json!({ "route": "chi-04", "deviceAddress": format!("0x{id}"), "holidayScreenEndDate": "2027-01-03" });
    admin.edit(&id, given).await;
    admin.edit(&id, json!({ "route": null, "deviceAddress": null, "holidayScreenEndDate": null })).await;
    let location = admin.location(&id).await;
    for name in ["route", "deviceAddress", "holidayScreenEndDate"] {
        assert_eq!(location[name], Value::Null, "{name}");
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn an_edit_that_changes_nothing_leaves_no_trace() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let before = admin.location(&id).await;
    for edit in [json!({ "version": 1 }), json!({ "version": 1, "stop": 0, "percentage": "0.00" })] {
        assert_eq!(admin.edit(&id, edit).await["version"], 1);
    }
    assert_eq!(admin.location(&id).await, before);
    assert_eq!(admin.history(&id).await.len(), 1);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn what_is_no_attribute_or_read_only_is_refused_by_name() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    for name in ["colour", "directions", "hostname", "lastModified", "paymentGateway", "prettyName", "type"] {
        let refused = admin.patch(&format!("/locations/{id}"), json!({ "version": 1, name: "x" })).await.expect(400);
        let message = format!("{name} is not an attribute that can be edited");
        assert_eq!(wrong_fields(&refused), [(name.to_owned(), message)]);
    }
    assert_eq!(admin.location(&id).await["version"], 1);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_body_that_is_not_of_the_address_or_no_object_is_refused() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let path = format!("/locations/{id}");
    let refused = admin.patch(&path, json!({ "id": "TEST_ANOTHER", "stop": 1 })).await.expect(400);
    assert_eq!(wrong_fields(&refused), [("id".into(), "id is not the one of the address".into())]);
    let refused = admin.patch(&path, json!([1])).await.expect(400);
    assert_eq!(wrong_fields(&refused), [("body".into(), "The body is not a JSON object".into())]);
    let refused = admin.patch(&path, json!({ "version": "one", "stop": 1 })).await.expect(400);
    assert_eq!(wrong_fields(&refused)[0].0, "version");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_location_that_is_not_there_cannot_be_edited() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let refused = admin.patch("/locations/TEST_NOBODY_HAS_THIS_ID", json!({ "stop": 1 })).await.expect(404);
    assert_eq!(refused["message"], "There is no location TEST_NOBODY_HAS_THIS_ID");
    admin.patch("/locations/no.where", json!({ "stop": 1 })).await.expect(400);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn an_edit_of_a_version_that_has_moved_is_a_conflict_that_shows_what_is_stored() {
    let stack = Stack::load().await;
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

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn an_edit_sent_again_after_a_lost_response_succeeds_and_writes_nothing() {
    let stack = Stack::load().await;
    let (admin, operations) = (stack.person("admin").await, stack.person("operations").await);
    let id = NewLocation::default().create(&admin).await;
    let edit = json!({ "version": 1, "prod": 1, "updateReason": { "prod": "First Stocking" } });
    let first = admin.edit(&id, edit.clone()).await;
    assert_eq!(admin.edit(&id, edit.clone()).await, first);
    // Another attribute was changed in between, by another user.
    operations.edit(&id, json!({ "version": 2, "stop": 7 })).await;
    assert_eq!(admin.edit(&id, edit.clone()).await["version"], 3);
    assert_eq!(admin.events(&id, "UPDATED").await.len(), 2);
    // The attribute itself was changed back: that is a difference.
    operations.edit(&id, json!({ "version": 3, "prod": 0, "updateReason": { "prod": "Holiday Break" } })).await;
    admin.patch(&format!("/locations/{id}"), edit).await.expect(409);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn history_notes_that_a_change_of_allocation_missed_the_next_stocking() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let daily = json!({
        "monday": 1, "tuesday": 1, "wednesday": 1, "thursday": 1, "friday": 1, "saturday": 1, "sunday": 1,
    });
    // In the Northeast allocation for tomorrow closed yesterday: it is always too late.
    let id = NewLocation::default().with("timeZone", "NEWYORK").with("stockingSchedule", daily).create(&admin).await;
    admin.edit(&id, json!({ "stop": 7 })).await;
    admin.edit(&id, json!({ "prod": 1, "updateReason": { "prod": "First Stocking" } })).await;
    let updated = admin.events(&id, "UPDATED").await;
    let note = updated[0]["note"].as_str().unwrap_or_default();
    assert!(note.starts_with("Too late for the next stocking on ") && note.contains("6:00 PM C"), "{note}");
    assert_eq!(updated[1]["note"], Value::Null);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn of_two_edits_of_the_same_version_exactly_one_is_saved() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let path = format!("/locations/{id}");
    for version in 1..=5 {
        let edit = |stop| admin.patch(&path, json!({ "version": version, "stop": stop }));
        let (one, other) = tokio::join!(edit(version * 10), edit(version * 10 + 1));
        let (saved, refused) = if one.status == 200 { (one, other) } else { (other, one) };
        let (saved, conflict) = (saved.expect(200), refused.expect(409));
        assert_eq!(conflict["current"]["stop"], saved["stop"]);
        let stored = admin.location(&id).await;
        assert_eq!((&stored["version"], &stored["stop"]), (&json!(version + 1), &saved["stop"]));
    }
    assert_eq!(admin.events(&id, "UPDATED").await.len(), 5);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn edits_that_name_no_version_are_all_saved() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let path = format!("/locations/{id}");
    let edits = tokio::join!(
        admin.patch(&path, json!({ "stop": 5 })),
        admin.patch(&path, json!({ "percentage": "5" })),
        admin.patch(&path, json!({ "status": "LIVE" })),
    );
    assert_eq!((edits.0.status, edits.1.status, edits.2.status), (200, 200, 200));
    let location = admin.location(&id).await;
    let saved = (&location["version"], &location["stop"], &location["percentage"], &location["status"]);
    assert_eq!(saved, (&json!(4), &json!(5), &json!("5"), &json!("LIVE")));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn the_payload_of_the_driver_upload_assigns_route_and_stop() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    admin.edit(&id, json!({ "id": id, "route": "CHI-04", "stop": 3 })).await;
    let location = admin.location(&id).await;
    assert_eq!((&location["route"], &location["stop"]), (&json!("chi-04"), &json!(3)));
}
