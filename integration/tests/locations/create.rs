//! Tests of `POST /locations`.

use integration::{NewLocation, Stack, field_errors, stack_test};
use serde_json::{Value, json};

#[stack_test]
async fn creates_a_location_from_the_form_with_defaults_for_absent_fields(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let location = admin.location(&id).await;
    let expected = json!({
        "id": id, "type": "FRIDGE", "version": 1, "accessTo": "Private",
        "address": { "street": "233 S Wacker Dr", "city": "Chicago", "state": "IL", "zipCode": "60606" },
        "baseCommission": null, "directions": "Lobby, left of the elevators", "fridgeSchema": "MW_STANDARD/latest",
        "hours": "24 Hours", "holidayScreenEnabled": 0, "holidayScreenFridgeSpecific": 0, "latitude": "41.8781",
        "longitude": "-87.6298", "layoutName": "dummy", "onlineDate": "2026-12-01", "paymentGateway": "STANDARD",
        "percentage": "0", "prettyName": "Willis Tower", "priceMapTemplate": "PMT_STANDARD", "prod": 0,
        "publicStatus": "OFFLINE", "reserve": 0, "route": null, "status": "OFFLINE", "stop": 0, "taxRate": "2.25",
        "timeZone": "CHICAGO", "vertical": "Office",
        "stockingSchedule": {
            "monday": 1, "tuesday": 1, "wednesday": 1, "thursday": 1, "friday": 1, "saturday": 0, "sunday": 0,
        },
        "updateReason": { "prod": null, "reserve": null },
    });
    for (name, value) in expected.as_object().unwrap() {
        assert_eq!(location[name], *value, "{name}");
    }
    assert_eq!(location["workHours"]["sunday"], json!([["00:00", "23:59"]]));
}

#[stack_test]
async fn accepts_the_price_schema_of_the_older_import_template(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().with("pricingSchema", "MW_STANDARD").create(&admin).await;
    assert_eq!(admin.location(&id).await["id"], json!(id));
}

#[stack_test]
async fn stores_every_field_of_the_form(stack: Stack) {
    let admin = stack.person("admin").await;
    let day = json!([["08:00", "17:00"]]);
    let fields = json!({
        "accessTo": "Public", "baseCommission": "1.125", "holidayScreenEnabled": 1, "holidayScreenFridgeSpecific": 1,
        "holidayScreenStartDate": "2026-12-20", "holidayScreenEndDate": "2027-01-03", "percentage": "12.5",
        "prod": 1, "publicStatus": "LIVE", "reserve": 1, "route": "chi-04", "stop": 12, "vertical": "B&I",
        "timeZone": "NEWYORK", "workHours": {
            "monday": day, "tuesday": day, "wednesday": day, "thursday": day, "friday": day,
            "saturday": [["09:00", "12:00"]], "sunday": [["09:00", "12:00"]],
        },
    });
    let mut form = NewLocation::default();
    for (name, value) in fields.as_object().unwrap() {
        form = form.with(name, value.clone());
    }
    let id = form.create(&admin).await;
    let location = admin.location(&id).await;
    for (name, value) in fields.as_object().unwrap() {
        assert_eq!(location[name], *value, "{name}");
    }
    assert_eq!(location["hours"], "Mon-Fri 08:00 to 17:00; Sat-Sun 09:00 to 12:00; ");
    // The form has no stocking schedule, so the default of the Eastern zone applies.
    let stocking = json!({
        "monday": 0, "tuesday": 1, "wednesday": 0, "thursday": 1, "friday": 0, "saturday": 0, "sunday": 1,
    });
    assert_eq!(location["stockingSchedule"], stocking);
}

#[stack_test]
async fn rejects_a_form_with_a_message_for_each_invalid_field_and_stores_nothing(stack: Stack) {
    let admin = stack.person("admin").await;
    let choose = "Please select a valid option from the dropdown";
    let invalid_fields = [
        ("accessTo", json!("Anybody"), choose),
        ("street", json!(""), "street cannot be empty"),
        ("city", json!(" "), "city cannot be empty"),
        ("state", json!("AK"), choose),
        ("zipCode", json!("6060"), "zipCode should be 5 digits, optionally followed by a dash and 4 digits"),
        ("baseCommission", json!("-1"), "baseCommission should be a number of at least 0!"),
        ("directions", json!(null), "directions cannot be empty"),
        ("fridgeSchema", json!("MW_STANDARD"), choose),
        ("holidayScreenEnabled", json!(2), "holidayScreenEnabled should be a number in the range of 0 to 1!"),
        ("holidayScreenFridgeSpecific", json!(0.5), "holidayScreenFridgeSpecific cannot be a decimal number"),
        (
            "holidayScreenStartDate",
            json!("20.12.2026"),
            "holidayScreenStartDate should be a date in the format YYYY-MM-DD",
        ),
        ("holidayScreenEndDate", json!("soon"), "holidayScreenEndDate should be a date in the format YYYY-MM-DD"),
        ("latitude", json!("27.9"), "latitude should be a number in the range of 28 to 49!"),
        ("longitude", json!("-100"), "longitude should have 1 to 7 decimals"),
        ("layoutName", json!("Unknown"), choose),
        ("onlineDate", json!(""), "onlineDate cannot be empty"),
        ("percentage", json!("100.01"), "percentage should be a number in the range of 0 to 100!"),
        ("prettyName", json!(""), "prettyName cannot be empty"),
        ("priceMapTemplate", json!("PMT_UNKNOWN"), choose),
        ("prod", json!("yes"), "prod should be a number in the range of 0 to 1!"),
        ("publicStatus", json!("DEAD"), choose),
        ("reserve", json!(-1), "reserve should be a number in the range of 0 to 1!"),
        ("status", json!("DEAD"), choose),
        ("stop", json!("1a"), "stop should contain digits only"),
        ("taxRate", json!("30"), "taxRate should be a number in the range of 0 to 29.999!"),
        ("timeZone", json!("HONOLULU"), choose),
        ("vertical", json!("Castle"), choose),
        ("workHours", json!({ "monday": [["08:00", ""]] }), MONDAY),
        ("colour", json!("red"), "colour is not a field of a new location"),
    ];
    let mut form = NewLocation::default();
    for (name, value, _) in &invalid_fields {
        form = form.with(name, value.clone());
    }
    let rejected = admin.post("/locations", form.form()).await.expect(400);
    let mut errors = field_errors(&rejected);
    let mut expected: Vec<_> =
        invalid_fields.iter().map(|(name, _, message)| ((*name).to_owned(), (*message).to_owned())).collect();
    errors.sort();
    expected.sort();
    assert_eq!(errors, expected);
    assert_eq!(admin.location(form.form()["id"].as_str().unwrap()).await, Value::Null);
}

const MONDAY: &str = "Both Start Hours and End hours for Monday should be present or absent";

#[stack_test]
async fn rejects_an_empty_form_with_an_error_for_each_required_field(stack: Stack) {
    let rejected = stack.person("admin").await.post("/locations", json!({})).await.expect(400);
    let fields: Vec<String> = field_errors(&rejected).into_iter().map(|(field, _)| field).collect();
    let required = [
        "id",
        "street",
        "city",
        "state",
        "zipCode",
        "directions",
        "fridgeSchema",
        "latitude",
        "longitude",
        "layoutName",
        "onlineDate",
        "prettyName",
        "priceMapTemplate",
        "taxRate",
    ];
    assert_eq!(fields, required);
    assert!(rejected["message"].as_str().unwrap().starts_with("id cannot be empty\n"), "{rejected}");
}

#[stack_test]
async fn rejects_an_id_in_use_and_keeps_the_stored_location(stack: Stack) {
    let admin = stack.person("admin").await;
    let form = NewLocation::default();
    let id = form.clone().create(&admin).await;
    let rejected = admin.post("/locations", form.with("prettyName", "Another").form()).await.expect(400);
    assert_eq!(field_errors(&rejected), [("id".into(), format!("There is already a location with the id {id}"))]);
    assert_eq!(admin.location(&id).await["prettyName"], "Willis Tower");
    assert_eq!(admin.history(&id).await.len(), 1);
}

#[stack_test]
async fn only_one_of_two_concurrent_requests_creates_a_location(stack: Stack) {
    let admin = stack.person("admin").await;
    let form = NewLocation::default().form();
    let (one, other) = tokio::join!(admin.post("/locations", form.clone()), admin.post("/locations", form.clone()));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 400]);
    assert_eq!(admin.history(form["id"].as_str().unwrap()).await.len(), 1);
}

#[stack_test]
async fn rejects_an_id_that_differs_from_an_existing_one_only_in_case(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let lower = id.to_lowercase();
    let rejected = admin.post("/locations", NewLocation::default().with("id", lower.clone()).form()).await.expect(400);
    let message = format!("There is already a location with the id {id}");
    assert_eq!(field_errors(&rejected), [("id".to_owned(), message)]);
    // A lookup in another case finds the location under the id that it was created with, and so does an edit.
    assert_eq!(admin.location(&lower).await["id"], id);
    assert_eq!(admin.edit(&lower, json!({ "id": lower, "stop": 3 })).await["id"], id);
    assert_eq!(admin.location(&id).await["stop"], 3);
}

#[stack_test]
async fn accepts_the_hours_values_of_the_import_and_the_form(stack: Stack) {
    let admin = stack.person("admin").await;
    for hours in [json!("24 Hours"), json!(1)] {
        let id = NewLocation::default().with("hours", hours).create(&admin).await;
        assert_eq!(admin.location(&id).await["hours"], "24 Hours");
    }
    let other = NewLocation::default().with("hours", "Mon-Fri 08:00 to 17:00; ").form();
    let rejected = admin.post("/locations", other).await.expect(400);
    assert_eq!(field_errors(&rejected), [("hours".into(), "Hours other than '24 Hours' need workHours".into())]);
}
