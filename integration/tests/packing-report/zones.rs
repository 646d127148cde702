//! `GET /pars/zones` and `PUT /pars/zones`.

use integration::{Person, Stack, field_errors, stack_test, with_cleanup};
use serde_json::{Value, json};

async fn layout(person: &Person<'_>) -> Value {
    person.get("/pars/zones").await.expect(200)
}

fn items(layout: &Value, zone: &str, bay: &str) -> Vec<Value> {
    let bays = layout["bays"].as_array().unwrap();
    let found = bays.iter().find(|other| other["zone"] == zone && other["bay"] == bay).unwrap();
    found["items"].as_array().unwrap().clone()
}

async fn put(person: &Person<'_>, zone: &str, items: &[Value], version: &Value) -> integration::Rest {
    person.put("/pars/zones", json!({ "zone": zone, "bay": "B", "items": items, "version": version })).await
}

// There is only one layout, so one test contains all edits.
#[stack_test]
async fn edits_a_bay_and_rejects_conflicts_duplicates_and_missing_permission(stack: Stack) {
    let admin = stack.person("admin").await;
    let before = layout(&admin).await;
    assert_eq!(before["bays"].as_array().unwrap().len(), 8);
    let original = items(&before, "4", "B");
    let mut edited = original.clone();
    edited.push(json!("Test Tonic"));
    let test = Box::pin(async {
        let after = put(&admin, "4", &edited, &before["version"]).await.expect(200);
        assert_eq!(items(&after, "4", "B"), edited);
        // A repeated edit changes nothing. Another edit of the outdated version is rejected.
        assert_eq!(put(&admin, "4", &edited, &before["version"]).await.expect(200)["version"], after["version"]);
        let rejection = put(&admin, "4", &original, &before["version"]).await.expect(409);
        assert_eq!(rejection["current"]["version"], after["version"]);
        let duplicate = put(&admin, "3", &[json!("Test Tonic")], &after["version"]).await.expect(400);
        assert_eq!(field_errors(&duplicate)[0].1, "Test Tonic is already in zone 4, bay B");
        let reader = stack.person("read-only").await;
        put(&reader, "4", &original, &after["version"]).await.expect(403);
        assert_eq!(layout(&reader).await, after);
    });
    let restore = async {
        let current = layout(&admin).await;
        put(&admin, "4", &original, &current["version"]).await.expect(200);
    };
    with_cleanup(test, restore).await;
}
