//! `POST /locations`.

use serde_json::{Value, json};
use testkit::{NewLocation, Stack, wrong_fields};

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_new_location_has_what_the_form_says_and_the_defaults_for_the_rest() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let location = admin.location(&id).await;
    let expected = json!({
        "id": id, "type": "FRIDGE", "version": 1, "accessTo": "Private",
        "address": { "street": "233 S Wacker Dr", "city": "Chicago", "state": "IL", "zipCode": "60606" },
        "baseCommission": null, "directions": "Lobby, left of the lifts", "fridgeSchema": "MW_STANDARD/latest",
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

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn accepts_the_price_schema_of_the_older_template() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().with("pricingSchema", "MW_STANDARD").create(&admin).await;
    assert_eq!(admin.location(&id).await["id"], json!(id));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn every_field_of_the_form_is_stored() {
    let stack = Stack::load().await;
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
    // The Eastern zone's own stocking days, where the form names none.
    let stocking = json!({
        "monday": 0, "tuesday": 1, "wednesday": 0, "thursday": 1, "friday": 0, "saturday": 0, "sunday": 1,
    });
    assert_eq!(location["stockingSchedule"], stocking);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn every_wrong_field_is_named_with_its_message_and_nothing_is_stored() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let choose = "Please select a valid option from the dropdown";
    let wrong = [
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
        ("layoutName", json!("Unheard of"), choose),
        ("onlineDate", json!(""), "onlineDate cannot be empty"),
        ("percentage", json!("100.01"), "percentage should be a number in the range of 0 to 100!"),
        ("prettyName", json!(""), "prettyName cannot be empty"),
        ("priceMapTemplate", json!("PMT_UNHEARD_OF"), choose),
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
    for (name, value, _) in &wrong {
        form = form.with(name, value.clone());
    }
    let refused = admin.post("/locations", form.form()).await.expect(400);
    let mut errors = wrong_fields(&refused);
    let mut expected: Vec<_> =
        wrong.iter().map(|(name, _, message)| ((*name).to_owned(), (*message).to_owned())).collect();
    errors.sort();
    expected.sort();
    assert_eq!(errors, expected);
    assert_eq!(admin.location(form.form()["id"].as_str().unwrap()).await, Value::Null);
}

const MONDAY: &str = "Both Start Hours and End hours for Monday should be present or absent";

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn an_empty_form_is_told_every_required_field() {
    let stack = Stack::load().await;
    let refused = stack.person("admin").await.post("/locations", json!({})).await.expect(400);
    let fields: Vec<String> = wrong_fields(&refused).into_iter().map(|(field, _)| field).collect();
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
    assert!(refused["message"].as_str().unwrap().starts_with("id cannot be empty\n"), "{refused}");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn an_id_that_is_taken_is_refused_and_what_is_stored_stays() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let form = NewLocation::default();
    let id = form.clone().create(&admin).await;
    let refused = admin.post("/locations", form.with("prettyName", "Another").form()).await.expect(400);
    assert_eq!(wrong_fields(&refused), [("id".into(), format!("There is already a location with the id {id}"))]);
    assert_eq!(admin.location(&id).await["prettyName"], "Willis Tower");
    assert_eq!(admin.history(&id).await.len(), 1);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn of_two_who_create_the_same_location_one_does() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let form = NewLocation::default().form();
    let (one, other) = tokio::join!(admin.post("/locations", form.clone()), admin.post("/locations", form.clone()));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 400]);
    assert_eq!(admin.history(form["id"].as_str().unwrap()).await.len(), 1);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn rejects_an_id_that_differs_from_an_existing_one_only_in_case() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let lower = id.to_lowercase();
    let rejected = admin.post("/locations", NewLocation::default().with("id", lower.clone()).form()).await.expect(400);
    let message = format!("There is already a location with the id {id}");
    assert_eq!(wrong_fields(&rejected), [("id".to_owned(), message)]);
    // A lookup in another case finds the location under the id that it was created with, and so does an edit.
    assert_eq!(admin.location(&lower).await["id"], id);
    assert_eq!(admin.edit(&lower, json!({ "id": lower, "stop": 3 })).await["id"], id);
    assert_eq!(admin.location(&id).await["stop"], 3);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn accepts_hours_as_the_import_and_the_form_send_them() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    for hours in [json!("24 Hours"), json!(1)] {
        let id = NewLocation::default().with("hours", hours).create(&admin).await;
        assert_eq!(admin.location(&id).await["hours"], "24 Hours");
    }
    let other = NewLocation::default().with("hours", "Mon-Fri 08:00 to 17:00; ").form();
    let rejected = admin.post("/locations", other).await.expect(400);
    assert_eq!(wrong_fields(&rejected), [("hours".into(), "Hours other than '24 Hours' need workHours".into())]);
}
