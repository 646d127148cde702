use serde_json::{Value, json};
use testkit::{NewLocation, Person, Stack, in_seconds, wait_until};
use uuid::Uuid;

/// The facts that a par upload needs.
fn facts() -> Value {
    json!({
        "market": "NE", "routingTag": "BOS_AM", "fulfillmentCenter": "FC_TEST", "accountTier": "Tier 1",
        "opportunityName": "Willis Tower - Boston", "parkToFridgeInstructions": "Park at the side entrance.",
    })
}

fn site() -> Value {
    json!({
        "street": "111 S Wacker Dr", "city": "Chicago", "state": "IL", "zipCode": "60606", "latitude": 41.8803,
        "longitude": -87.6368, "timeZone": "CHICAGO",
    })
}

/// A customer record of so many seconds from now, with more fields.
fn record_with(location: &str, seconds: i64, more: &Value) -> Value {
    let mut record: Value = serde_json::from_str(&customer_record(location, "Willis Tower", seconds)).unwrap();
    record.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    record
}

async fn tagged(person: &Person<'_>, id: &str, tag: &str) -> Value {
    let location = async || Some(person.location(id).await).filter(|location| location["routingTag"] == tag);
    wait_until(tag, location).await
}

/// What `uploadParMaps` answers for one stocking of the location.
async fn upload_pars(person: &Person<'_>, id: &str) -> Value {
    let mutation = "mutation ($input: [ParMap!]!) { uploadParMaps(input: $input) { group outcome errors } }";
    let day = "2040-03-05";
    let pars = json!([{
        "location": id, "dropOffDate": day, "deliveryDate": day, "jit": false, "stockingIndex": 1,
        "parsAndItems": [{ "itemName": "Harvest Salad", "pars": 4 }],
    }]);
    person.ask(mutation, json!({ "input": pars })).await[0].take()
}

/// What the customer-relationship system says of a location, so many seconds from now.
fn customer_record(location: &str, pretty_name: &str, seconds: i64) -> String {
    let message = json!({
        "schemaVersion": 1, "messageId": Uuid::now_v7(), "type": "CustomerRecord", "locationId": location,
        "occurredAt": in_seconds(seconds), "directions": format!("To {pretty_name}"), "prettyName": pretty_name,
    });
    message.to_string()
}

async fn named(person: &Person<'_>, id: &str, pretty_name: &str) -> Value {
    let location = async || Some(person.location(id).await).filter(|location| location["prettyName"] == pretty_name);
    wait_until(pretty_name, location).await
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_customer_record_changes_what_customers_are_told_and_no_edit_meets_a_conflict() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    stack.aws().send("telemetry", &[customer_record(&id, "Sears Tower", 0)], 0).await;
    let location = named(&admin, &id, "Sears Tower").await;
    assert_eq!((&location["directions"], &location["version"]), (&json!("To Sears Tower"), &json!(1)));
    assert_eq!(admin.edit(&id, json!({ "version": 1, "stop": 3 })).await["prettyName"], "Sears Tower");

    let [synced] = &admin.events(&id, "SYNCED").await[..] else { panic!("synced not once") };
    assert_eq!((&synced["user"], &synced["reason"]), (&json!("CustomerRecord"), &Value::Null));
    let change = |attribute: &str, from: &str, to: &str| json!({ "attribute": attribute, "from": json!(from).to_string(), "to": json!(to).to_string() });
    let changes = json!([
        change("directions", "Lobby, left of the lifts", "To Sears Tower"),
        change("prettyName", "Willis Tower", "Sears Tower"),
    ]);
    assert_eq!(synced["changes"], changes);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_fridge_tells_what_machine_it_is() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let message = json!({
        "schemaVersion": 1, "messageId": Uuid::now_v7(), "type": "FridgeIdentity", "locationId": id,
        "occurredAt": in_seconds(0), "hostname": "f1.local", "fridgeModel": "VISION_E5",
    });
    stack.aws().send("telemetry", &[message.to_string()], 0).await;
    let told = async || Some(admin.location(&id).await).filter(|location| location["hostname"] == "f1.local");
    let location = wait_until("the fridge's name", told).await;
    assert_eq!((&location["fridgeModel"], &location["version"]), (&json!("VISION_E5"), &json!(1)));
    assert_eq!(admin.events(&id, "SYNCED").await.len(), 1);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn an_older_message_and_the_same_one_again_change_nothing() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let (older, newer) = (customer_record(&id, "Older", -60), customer_record(&id, "Newer", 0));
    stack.aws().send("telemetry", &vec![newer.clone(); 5], 0).await;
    named(&admin, &id, "Newer").await;
    stack.aws().send("telemetry", &[older, newer], 0).await;
    // What came before the last message is handled by the time that it is.
    stack.aws().send("telemetry", &[customer_record(&id, "Last", 60)], 2).await;
    named(&admin, &id, "Last").await;
    let history = admin.events(&id, "SYNCED").await;
    let names: Vec<&Value> = history.iter().map(|entry| &entry["changes"][1]["to"]).collect();
    assert_eq!(names, ["\"Last\"", "\"Newer\""]);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_customer_record_completes_a_new_fridge_so_that_its_pars_are_accepted() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let rejected = upload_pars(&admin, &id).await;
    assert_eq!(rejected["outcome"], "REFUSED", "{rejected}");
    stack.aws().tell(&[record_with(&id, 0, &facts())]).await;
    let location = tagged(&admin, &id, "BOS_AM").await;
    for (name, value) in facts().as_object().unwrap() {
        assert_eq!(location[name], *value, "{name}");
    }
    assert_eq!(location["version"], 1);
    let accepted = upload_pars(&admin, &id).await;
    assert_eq!(accepted["outcome"], "CREATED", "{accepted}");

    let [synced] = &admin.events(&id, "SYNCED").await[..] else { panic!("not one entry") };
    let changes = synced["changes"].as_array().unwrap();
    let changed = |attribute: &str| changes.iter().find(|change| change["attribute"] == attribute).unwrap();
    assert_eq!(changed("routingTag")["from"], Value::Null);
    assert_eq!(changed("routingTag")["to"], "\"BOS_AM\"");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn each_fact_is_that_of_the_newest_record_that_has_it_in_any_order_of_delivery() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let newer = record_with(&id, -60, &json!({ "routingTag": "BOS_PM", "accountTier": null }));
    stack.aws().tell(std::slice::from_ref(&newer)).await;
    tagged(&admin, &id, "BOS_PM").await;
    // The older record is delivered later, and the newer one again.
    stack.aws().tell(&[record_with(&id, -120, &facts()), newer]).await;
    let center = async || Some(admin.location(&id).await).filter(|location| location["fulfillmentCenter"] == "FC_TEST");
    let location = wait_until("the older record's facts", center).await;
    assert_eq!((&location["routingTag"], &location["accountTier"]), (&json!("BOS_PM"), &Value::Null));
    assert_eq!(admin.events(&id, "SYNCED").await.len(), 2);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_wholesale_record_creates_its_location_once_and_a_later_one_moves_it() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = crate::nowhere();
    let mut record = record_with(&id, -60, &facts());
    record["locationType"] = json!("WHOLESALE");
    record["site"] = site();
    let action = json!({"eventType": "DropOffComplete", "user": "driver@larder.example", "data": {}});
    // A message about the location, older than the record, is in the same batch.
    let about = crate::message("DriverAction", &id, in_seconds(-90), &action);
    stack.aws().tell(&[about, record.clone(), record.clone(), record.clone()]).await;
    let there = async || Some(admin.location(&id).await).filter(|location| !location.is_null());
    let location = wait_until("the wholesale location", there).await;
    assert_eq!((&location["type"], &location["status"]), (&json!("WHOLESALE"), &json!("LIVE")));
    assert_eq!((&location["address"]["zipCode"], &location["latitude"]), (&json!("60606"), &json!("41.8803")));
    assert_eq!(location["prettyName"], "Willis Tower");

    record["occurredAt"] = json!(in_seconds(0));
    record["messageId"] = json!(Uuid::now_v7());
    record["site"]["street"] = json!("1 N Dearborn St");
    stack.aws().tell(&[record]).await;
    let moved =
        async || Some(admin.location(&id).await).filter(|location| location["address"]["street"] == "1 N Dearborn St");
    let location = wait_until("the new address", moved).await;
    assert_eq!(location["version"], 1);
    assert_eq!(admin.events(&id, "CREATED").await.len(), 1);
    assert_eq!(admin.events(&id, "SYNCED").await.len(), 1);
    assert_eq!(upload_pars(&admin, &id).await["outcome"], "CREATED");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn telemetry_finds_a_location_whose_id_it_has_in_another_case() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    stack.aws().tell(&[record_with(&id.to_lowercase(), 0, &facts())]).await;
    tagged(&admin, &id, "BOS_AM").await;
    // So does an upload.
    let stored = upload_pars(&admin, &id.to_lowercase()).await;
    assert_eq!(stored["outcome"], "CREATED", "{stored}");
    assert_eq!(upload_pars(&admin, &id).await["outcome"], "UNCHANGED");
}
