//! `PATCH /locations/wholesale/{id}`.

use serde_json::json;
use testkit::{NewLocation, Person, Stack, wrong_fields};

/// A wholesale location, which nobody can make by the form.
async fn wholesale(stack: &Stack, admin: &Person<'_>) -> String {
    let id = NewLocation::default().create(admin).await;
    stack.aws().set("Locations", ("id", &id), &[("type", "WHOLESALE")]).await;
    id
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_wholesale_location_gets_its_route_and_stop() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = wholesale(&stack, &admin).await;
    let path = format!("/locations/wholesale/{id}");
    let saved = admin.patch(&path, json!({ "id": id, "route": "CHI-04", "stop": 3 })).await.expect(200);
    assert_eq!((&saved["route"], &saved["stop"], &saved["version"]), (&json!("chi-04"), &json!(3), &json!(2)));
    let location = admin.location(&id).await;
    assert_eq!((&location["route"], &location["stop"]), (&json!("chi-04"), &json!(3)));
    admin.patch(&path, json!({ "version": 1, "stop": 4 })).await.expect(409);
    let refused = admin.patch(&path, json!({ "stop": 1001 })).await.expect(400);
    let message = "stop should be a number in the range of 0 to 1000!".to_owned();
    assert_eq!(wrong_fields(&refused), [("stop".to_owned(), message)]);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn only_route_and_stop_of_only_wholesale_locations_are_changed() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let fridge = NewLocation::default().create(&admin).await;
    let refused = admin.patch(&format!("/locations/wholesale/{fridge}"), json!({ "stop": 3 })).await.expect(400);
    assert_eq!(wrong_fields(&refused), [("id".into(), format!("{fridge} is not a wholesale location"))]);
    assert_eq!(admin.location(&fridge).await["version"], 1);
    let id = wholesale(&stack, &admin).await;
    admin.patch(&format!("/locations/wholesale/{id}"), json!({ "stop": 3, "status": "LIVE" })).await.expect(400);
    assert_eq!(admin.location(&id).await["stop"], 0);
    admin.patch("/locations/wholesale/TEST_NOBODY_HAS_THIS_ID", json!({ "stop": 3 })).await.expect(404);
}
