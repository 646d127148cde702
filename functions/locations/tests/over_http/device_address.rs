//! `generateAprivaDeviceAddress`, by what stands in for the card readers' service.

use serde_json::{Value, json};
use testkit::{NewLocation, Person, Refusal, Stack};
use uuid::Uuid;

async fn generate(person: &Person<'_>, location: &str) -> Result<String, Refusal> {
    let mutation =
        "mutation ($input: GenerateAprivaDeviceAddressInput!) { generateAprivaDeviceAddress(input: $input) }";
    let data = person.graphql(mutation, json!({ "input": { "locationId": location } })).await?;
    Ok(data["generateAprivaDeviceAddress"].as_str().unwrap_or_default().into())
}

/// Tells the service how to answer the next calls about the location.
async fn behave(stack: &Stack, location: &str, behaviour: &str, times: u32) {
    let order = json!({ "behaviour": behaviour, "times": times, "locationId": location });
    stack.tell_partner("card-reader", order).await;
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn an_address_is_made_and_becomes_the_locations_by_an_edit() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let address = generate(&admin, &id).await.unwrap();
    assert!(address.len() == 8 && address.bytes().all(|byte| byte.is_ascii_digit()), "{address}");
    assert_eq!(admin.location(&id).await["deviceAddress"], Value::Null);
    admin.edit(&id, json!({ "version": 1, "deviceAddress": address })).await;
    assert_eq!(admin.location(&id).await["deviceAddress"], address);
    // Asked for again, it has the same address still.
    assert_eq!(generate(&admin, &id).await.unwrap(), address);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn two_locations_never_get_one_address() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let first = NewLocation::default().create(&admin).await;
    let second = NewLocation::default().create(&admin).await;
    let taken = generate(&admin, &first).await.unwrap();
    // The service gives the first one's address to the second; asked again, one of its own.
    behave(&stack, &second, "repeating", 1).await;
    assert_ne!(generate(&admin, &second).await.unwrap(), taken);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_service_that_fails_is_tried_again_and_one_that_goes_on_failing_is_told() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    for passing in ["failing", "slow"] {
        behave(&stack, &id, passing, 1).await;
        assert_eq!(generate(&admin, &id).await.map(|address| address.len()).unwrap(), 8, "{passing}");
    }
    for lasting in ["failing", "garbage", "nonsense", "refusing"] {
        behave(&stack, &id, lasting, 9).await;
        assert_eq!(generate(&admin, &id).await.unwrap_err().kind, "Unavailable", "{lasting}");
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_location_that_is_not_there_gets_none_and_who_may_not_edit_makes_none() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let refusal = generate(&admin, "TEST_NOBODY").await.unwrap_err();
    assert_eq!((refusal.kind.as_str(), refusal.message.as_str()), ("NotFound", "There is no location TEST_NOBODY"));
    let id = NewLocation::default().create(&admin).await;
    let refusal = generate(&stack.person("read-only").await, &id).await.unwrap_err();
    assert_eq!(refusal.message, "Error! User Action Prohibited!");
}

/// An address that no other test has.
fn typed() -> String {
    Uuid::now_v7().simple().to_string()
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_typed_address_of_another_location_is_rejected_and_the_message_names_that_location() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let first = NewLocation::default().create(&admin).await;
    let second = NewLocation::default().create(&admin).await;
    let (address, generated) = (typed(), generate(&admin, &first).await.unwrap());
    admin.edit(&first, json!({ "version": 1, "deviceAddress": address })).await;
    for taken in [&address, &generated] {
        let edit = json!({ "version": 1, "deviceAddress": taken, "stop": 7 });
        let rejected = admin.patch(&format!("/locations/{second}"), edit).await.expect(409);
        let message = format!("The device address {taken} belongs to {first}. Nothing was saved.");
        assert_eq!(rejected["message"], message);
    }
    let stored = admin.location(&second).await;
    assert_eq!((&stored["deviceAddress"], &stored["stop"], &stored["version"]), (&Value::Null, &json!(0), &json!(1)));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_changed_or_cleared_address_is_free_for_another_location() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let first = NewLocation::default().create(&admin).await;
    let second = NewLocation::default().create(&admin).await;
    let (one, two) = (typed(), typed());
    admin.edit(&first, json!({ "deviceAddress": one })).await;
    admin.edit(&first, json!({ "deviceAddress": two })).await;
    admin.edit(&second, json!({ "deviceAddress": one })).await;
    admin.patch(&format!("/locations/{second}"), json!({ "deviceAddress": two })).await.expect(409);
    admin.edit(&first, json!({ "deviceAddress": "" })).await;
    assert_eq!(admin.edit(&second, json!({ "deviceAddress": two })).await["deviceAddress"], two);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn of_two_edits_at_once_with_one_address_one_is_saved() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let first = NewLocation::default().create(&admin).await;
    let second = NewLocation::default().create(&admin).await;
    let edit = json!({ "version": 1, "deviceAddress": typed() });
    let paths = [&first, &second].map(|id| format!("/locations/{id}"));
    let (one, other) = tokio::join!(admin.patch(&paths[0], edit.clone()), admin.patch(&paths[1], edit.clone()));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
}
