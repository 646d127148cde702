use serde_json::{Value, json};
use testkit::{NewLocation, Person, Stack, in_seconds, wait_until};
use uuid::Uuid;

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
