//! Tests of `PATCH /locations/wholesale/{id}`.

use integration::{NewLocation, Person, Stack, field_errors, stack_test};
use serde_json::json;

/// Creates a wholesale location. The form cannot, so the stored type is overwritten.
async fn create_wholesale(stack: &Stack, admin: &Person<'_>) -> String {
    let id = NewLocation::default().create(admin).await;
    stack.aws().set_attributes("Locations", ("id", &id), &[("type", "WHOLESALE")]).await;
    id
}

#[stack_test]
async fn sets_the_route_and_stop_of_a_wholesale_location(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = create_wholesale(&stack, &admin).await;
    let path = format!("/locations/wholesale/{id}");
    let saved = admin.patch(&path, json!({ "id": id, "route": "CHI-04", "stop": 3 })).await.expect(200);
    assert_eq!(saved["route"], json!("chi-04"));
    assert_eq!(saved["stop"], json!(3));
    assert_eq!(saved["version"], json!(2));
    let location = admin.location(&id).await;
    assert_eq!(location["route"], json!("chi-04"));
    assert_eq!(location["stop"], json!(3));
    admin.patch(&path, json!({ "version": 1, "stop": 4 })).await.expect(409);
    let rejected = admin.patch(&path, json!({ "stop": 1001 })).await.expect(400);
    let message = "stop should be a number in the range of 0 to 1000!".to_owned();
    assert_eq!(field_errors(&rejected), [("stop".to_owned(), message)]);
}

#[stack_test]
async fn rejects_fridges_unknown_locations_and_other_attributes(stack: Stack) {
    let admin = stack.person("admin").await;
    let fridge = NewLocation::default().create(&admin).await;
    let rejected = admin.patch(&format!("/locations/wholesale/{fridge}"), json!({ "stop": 3 })).await.expect(400);
    assert_eq!(field_errors(&rejected), [("id".into(), format!("{fridge} is not a wholesale location"))]);
    assert_eq!(admin.location(&fridge).await["version"], 1);
    let id = create_wholesale(&stack, &admin).await;
    admin.patch(&format!("/locations/wholesale/{id}"), json!({ "stop": 3, "status": "LIVE" })).await.expect(400);
    assert_eq!(admin.location(&id).await["stop"], 0);
    admin.patch("/locations/wholesale/TEST_UNKNOWN_ID", json!({ "stop": 3 })).await.expect(404);
}
