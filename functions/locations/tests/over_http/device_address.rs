//! `generateAprivaDeviceAddress`, by what stands in for the card readers' service.

use serde_json::{Value, json};
use testkit::{NewLocation, Person, Refusal, Stack};

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
