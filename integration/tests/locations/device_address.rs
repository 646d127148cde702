//! Tests of `generateAprivaDeviceAddress` with the emulated card-reader service, and of device addresses in edits.

use integration::{NewLocation, Person, Rejection, Stack, stack_test};
use serde_json::{Value, json};
use uuid::Uuid;

async fn generate(person: &Person<'_>, location: &str) -> Result<String, Rejection> {
    let mutation =
        "mutation ($input: GenerateAprivaDeviceAddressInput!) { generateAprivaDeviceAddress(input: $input) }";
    let data = person.graphql(mutation, json!({ "input": { "locationId": location } })).await?;
    Ok(data["generateAprivaDeviceAddress"].as_str().unwrap_or_default().into())
}

/// Sets how the card-reader service responds to the next `times` calls for the location.
async fn set_behavior(stack: &Stack, location: &str, behavior: &str, times: u32) {
    let settings = json!({ "behavior": behavior, "times": times, "locationId": location });
    stack.configure_partner("card-reader", settings).await;
}

#[stack_test]
async fn generates_an_address_that_an_edit_saves(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let address = generate(&admin, &id).await.unwrap();
    assert!(address.len() == 8 && address.bytes().all(|byte| byte.is_ascii_digit()), "{address}");
    assert_eq!(admin.location(&id).await["deviceAddress"], Value::Null);
    admin.edit(&id, json!({ "version": 1, "deviceAddress": address })).await;
    assert_eq!(admin.location(&id).await["deviceAddress"], address);
    // A second request returns the same address.
    assert_eq!(generate(&admin, &id).await.unwrap(), address);
}

#[stack_test]
async fn never_generates_the_address_of_another_location(stack: Stack) {
    let admin = stack.person("admin").await;
    let first = NewLocation::default().create(&admin).await;
    let second = NewLocation::default().create(&admin).await;
    let used = generate(&admin, &first).await.unwrap();
    // The service returns the address of the first location once, then an unused one.
    let repeat = json!({ "behavior": "repeating", "locationId": second, "repeatedLocationId": first });
    stack.configure_partner("card-reader", repeat).await;
    assert_ne!(generate(&admin, &second).await.unwrap(), used);
}

#[stack_test]
async fn retries_a_failing_service_and_reports_a_permanent_failure(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    for temporary in ["failing", "slow"] {
        set_behavior(&stack, &id, temporary, 1).await;
        assert_eq!(generate(&admin, &id).await.map(|address| address.len()).unwrap(), 8, "{temporary}");
    }
    for permanent in ["failing", "garbage", "invalidAddress", "unauthorized"] {
        set_behavior(&stack, &id, permanent, 9).await;
        assert_eq!(generate(&admin, &id).await.unwrap_err().kind, "Unavailable", "{permanent}");
    }
}

#[stack_test]
async fn rejects_an_unknown_location_and_a_user_without_permission(stack: Stack) {
    let admin = stack.person("admin").await;
    let rejection = generate(&admin, "TEST_UNKNOWN").await.unwrap_err();
    assert_eq!(rejection.kind.as_str(), "NotFound");
    assert_eq!(rejection.message.as_str(), "There is no location TEST_UNKNOWN");
    let id = NewLocation::default().create(&admin).await;
    let rejection = generate(&stack.person("read-only").await, &id).await.unwrap_err();
    assert_eq!(rejection.message, "Error! User Action Prohibited!");
}

/// A unique address.
fn unique_address() -> String {
    Uuid::now_v7().simple().to_string()
}

#[stack_test]
async fn rejects_the_address_of_another_location_and_names_that_location(stack: Stack) {
    let admin = stack.person("admin").await;
    let first = NewLocation::default().create(&admin).await;
    let second = NewLocation::default().create(&admin).await;
    let (address, generated) = (unique_address(), generate(&admin, &first).await.unwrap());
    admin.edit(&first, json!({ "version": 1, "deviceAddress": address })).await;
    for used in [&address, &generated] {
        let edit = json!({ "version": 1, "deviceAddress": used, "stop": 7 });
        let rejected = admin.patch(&format!("/locations/{second}"), edit).await.expect(409);
        let message = format!("The device address {used} belongs to {first}. Nothing was saved.");
        assert_eq!(rejected["message"], message);
    }
    let stored = admin.location(&second).await;
    assert_eq!(stored["deviceAddress"], Value::Null);
    assert_eq!(stored["stop"], 0);
    assert_eq!(stored["version"], 1);
}

#[stack_test]
async fn a_changed_or_removed_address_is_available_to_another_location(stack: Stack) {
    let admin = stack.person("admin").await;
    let first = NewLocation::default().create(&admin).await;
    let second = NewLocation::default().create(&admin).await;
    let (one, two) = (unique_address(), unique_address());
    admin.edit(&first, json!({ "deviceAddress": one })).await;
    admin.edit(&first, json!({ "deviceAddress": two })).await;
    admin.edit(&second, json!({ "deviceAddress": one })).await;
    admin.patch(&format!("/locations/{second}"), json!({ "deviceAddress": two })).await.expect(409);
    admin.edit(&first, json!({ "deviceAddress": "" })).await;
    assert_eq!(admin.edit(&second, json!({ "deviceAddress": two })).await["deviceAddress"], two);
}

#[stack_test]
async fn saves_only_one_of_two_concurrent_edits_with_the_same_address(stack: Stack) {
    let admin = stack.person("admin").await;
    let first = NewLocation::default().create(&admin).await;
    let second = NewLocation::default().create(&admin).await;
    let edit = json!({ "version": 1, "deviceAddress": unique_address() });
    let paths = [&first, &second].map(|id| format!("/locations/{id}"));
    let (one, other) = tokio::join!(admin.patch(&paths[0], edit.clone()), admin.patch(&paths[1], edit.clone()));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
}
