use integration::{NewLocation, Person, Stack, in_seconds, stack_test, wait_until};
use serde_json::{Value, json};
use uuid::Uuid;

/// The facts that a par upload requires.
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

/// A customer record that occurs `seconds` from now, with further fields.
fn record_with(location: &str, seconds: i64, more: &Value) -> Value {
    let mut record = customer_record(location, "Willis Tower", seconds);
    record.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    record
}

async fn wait_for_routing_tag(person: &Person<'_>, id: &str, tag: &str) -> Value {
    let location = async || Some(person.location(id).await).filter(|location| location["routingTag"] == tag);
    wait_until(tag, location).await
}

/// The result of `uploadParMaps` for one stocking of the location.
async fn upload_pars(person: &Person<'_>, id: &str) -> Value {
    let mutation = "mutation ($input: [ParMap!]!) { uploadParMaps(input: $input) { group outcome errors } }";
    let day = "2040-03-05";
    let pars = json!([{
        "location": id, "dropOffDate": day, "deliveryDate": day, "jit": false, "stockingIndex": 1,
        "parsAndItems": [{ "itemName": "Harvest Salad", "pars": 4 }],
    }]);
    person.call(mutation, json!({ "input": pars })).await[0].take()
}

/// A customer record that occurs `seconds` from now.
fn customer_record(location: &str, pretty_name: &str, seconds: i64) -> Value {
    json!({
        "schemaVersion": 1, "messageId": Uuid::now_v7(), "type": "CustomerRecord", "locationId": location,
        "occurredAt": in_seconds(seconds), "directions": format!("To {pretty_name}"), "prettyName": pretty_name,
    })
}

async fn wait_for_pretty_name(person: &Person<'_>, id: &str, pretty_name: &str) -> Value {
    let location = async || Some(person.location(id).await).filter(|location| location["prettyName"] == pretty_name);
    wait_until(pretty_name, location).await
}

#[stack_test]
async fn a_customer_record_changes_customer_facts_without_conflicting_with_edits(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    stack.aws().send_telemetry(&[customer_record(&id, "Sears Tower", 0)]).await;
    let location = wait_for_pretty_name(&admin, &id, "Sears Tower").await;
    assert_eq!(location["directions"], "To Sears Tower");
    assert_eq!(location["version"], 1);
    assert_eq!(admin.edit(&id, json!({ "version": 1, "stop": 3 })).await["prettyName"], "Sears Tower");

    let [synced] = &admin.events(&id, "SYNCED").await[..] else { panic!("expected exactly one SYNCED entry") };
    assert_eq!(synced["user"], "CustomerRecord");
    assert_eq!(synced["reason"], Value::Null);
    let change = |attribute: &str, from: &str, to: &str| json!({ "attribute": attribute, "from": json!(from).to_string(), "to": json!(to).to_string() });
    let changes = json!([
        change("directions", "Lobby, left of the elevators", "To Sears Tower"),
        change("prettyName", "Willis Tower", "Sears Tower"),
    ]);
    assert_eq!(synced["changes"], changes);
}

#[stack_test]
async fn stores_the_identity_of_a_fridge(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let message = json!({
        "schemaVersion": 1, "messageId": Uuid::now_v7(), "type": "FridgeIdentity", "locationId": id,
        "occurredAt": in_seconds(0), "hostname": "f1.local", "fridgeModel": "VISION_E5",
    });
    stack.aws().send_telemetry(&[message]).await;
    let identified = async || Some(admin.location(&id).await).filter(|location| location["hostname"] == "f1.local");
    let location = wait_until("the fridge's hostname", identified).await;
    assert_eq!(location["fridgeModel"], "VISION_E5");
    assert_eq!(location["version"], 1);
    assert_eq!(admin.events(&id, "SYNCED").await.len(), 1);
}

#[stack_test]
async fn ignores_older_and_duplicate_messages(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let (older, newer) = (customer_record(&id, "Older", -60), customer_record(&id, "Newer", 0));
    stack.aws().send_telemetry(&vec![newer.clone(); 5]).await;
    wait_for_pretty_name(&admin, &id, "Newer").await;
    stack.aws().send_telemetry(&[older, newer]).await;
    // When the last message is processed, all earlier ones are, too.
    stack.aws().send_telemetry_after(&[customer_record(&id, "Last", 60)], 2).await;
    wait_for_pretty_name(&admin, &id, "Last").await;
    let history = admin.events(&id, "SYNCED").await;
    let names: Vec<&Value> = history.iter().map(|entry| &entry["changes"][1]["to"]).collect();
    assert_eq!(names, ["\"Last\"", "\"Newer\""]);
}

#[stack_test]
async fn a_customer_record_completes_a_new_fridge_so_that_its_pars_are_accepted(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let rejected = upload_pars(&admin, &id).await;
    assert_eq!(rejected["outcome"], "REFUSED", "{rejected}");
    stack.aws().send_telemetry(&[record_with(&id, 0, &facts())]).await;
    let location = wait_for_routing_tag(&admin, &id, "BOS_AM").await;
    for (name, value) in facts().as_object().unwrap() {
        assert_eq!(location[name], *value, "{name}");
    }
    assert_eq!(location["version"], 1);
    let accepted = upload_pars(&admin, &id).await;
    assert_eq!(accepted["outcome"], "CREATED", "{accepted}");

    let [synced] = &admin.events(&id, "SYNCED").await[..] else { panic!("expected exactly one entry") };
    let changes = synced["changes"].as_array().unwrap();
    let changed = |attribute: &str| changes.iter().find(|change| change["attribute"] == attribute).unwrap();
    assert_eq!(changed("routingTag")["from"], Value::Null);
    assert_eq!(changed("routingTag")["to"], "\"BOS_AM\"");
}

#[stack_test]
async fn each_fact_is_from_the_newest_record_that_contains_it_in_any_order(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let newer = record_with(&id, -60, &json!({ "routingTag": "BOS_PM", "accountTier": null }));
    stack.aws().send_telemetry(std::slice::from_ref(&newer)).await;
    wait_for_routing_tag(&admin, &id, "BOS_PM").await;
    // The older record is delivered later, and the newer one again.
    stack.aws().send_telemetry(&[record_with(&id, -120, &facts()), newer]).await;
    let center = async || Some(admin.location(&id).await).filter(|location| location["fulfillmentCenter"] == "FC_TEST");
    let location = wait_until("the older record's facts", center).await;
    assert_eq!(location["routingTag"], "BOS_PM");
    assert_eq!(location["accountTier"], Value::Null);
    assert_eq!(admin.events(&id, "SYNCED").await.len(), 2);
}

#[stack_test]
async fn a_wholesale_record_creates_its_location_and_a_later_one_updates_its_address(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = crate::unknown_location_id();
    let mut record = record_with(&id, -60, &facts());
    record["locationType"] = json!("WHOLESALE");
    record["site"] = site();
    let action = json!({"eventType": "DropOffComplete", "user": "driver@larder.example", "data": {}});
    // The batch also contains an older message about the location.
    let about = crate::message("DriverAction", &id, in_seconds(-90), &action);
    stack.aws().send_telemetry(&[about, record.clone(), record.clone(), record.clone()]).await;
    let stored = async || Some(admin.location(&id).await).filter(|location| !location.is_null());
    let location = wait_until("the wholesale location", stored).await;
    assert_eq!(location["type"], "WHOLESALE");
    assert_eq!(location["status"], "LIVE");
    assert_eq!(location["address"]["zipCode"], "60606");
    assert_eq!(location["latitude"], "41.8803");
    assert_eq!(location["prettyName"], "Willis Tower");

    record["occurredAt"] = json!(in_seconds(0));
    record["messageId"] = json!(Uuid::now_v7());
    record["site"]["street"] = json!("1 N Dearborn St");
    stack.aws().send_telemetry(&[record]).await;
    let moved =
        async || Some(admin.location(&id).await).filter(|location| location["address"]["street"] == "1 N Dearborn St");
    let location = wait_until("the new address", moved).await;
    assert_eq!(location["version"], 1);
    assert_eq!(admin.events(&id, "CREATED").await.len(), 1);
    assert_eq!(admin.events(&id, "SYNCED").await.len(), 1);
    assert_eq!(upload_pars(&admin, &id).await["outcome"], "CREATED");
}

#[stack_test]
async fn finds_a_location_by_its_id_in_another_case(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    stack.aws().send_telemetry(&[record_with(&id.to_lowercase(), 0, &facts())]).await;
    wait_for_routing_tag(&admin, &id, "BOS_AM").await;
    // An upload does the same.
    let stored = upload_pars(&admin, &id.to_lowercase()).await;
    assert_eq!(stored["outcome"], "CREATED", "{stored}");
    assert_eq!(upload_pars(&admin, &id).await["outcome"], "UNCHANGED");
}
