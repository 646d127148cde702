//! `GET /pars/zones` and `PUT /pars/zones`.

use serde_json::{Value, json};
use testkit::{Person, Stack, afterwards, wrong_fields};

async fn layout(person: &Person<'_>) -> Value {
    person.get("/pars/zones").await.expect(200)
}

fn items(layout: &Value, zone: &str, bay: &str) -> Vec<Value> {
    let bays = layout["bays"].as_array().unwrap();
    let found = bays.iter().find(|other| other["zone"] == zone && other["bay"] == bay).unwrap();
    found["items"].as_array().unwrap().clone()
}

async fn put(person: &Person<'_>, zone: &str, items: &[Value], version: &Value) -> testkit::Rest {
    person.put("/pars/zones", json!({ "zone": zone, "bay": "B", "items": items, "version": version })).await
}

/// One test for all that edits the one layout there is.
#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn staff_edit_what_lies_in_a_bay_and_an_item_lies_in_one() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let before = layout(&admin).await;
    assert_eq!(before["bays"].as_array().unwrap().len(), 8);
    let kept = items(&before, "4", "B");
    let mut wanted = kept.clone();
    wanted.push(json!("Test Tonic"));
    let test = Box::pin(async {
        let after = put(&admin, "4", &wanted, &before["version"]).await.expect(200);
        assert_eq!(items(&after, "4", "B"), wanted);
        // The same again changes nothing; something else on top of what is gone is refused.
        assert_eq!(put(&admin, "4", &wanted, &before["version"]).await.expect(200)["version"], after["version"]);
        let refused = put(&admin, "4", &kept, &before["version"]).await.expect(409);
        assert_eq!(refused["current"]["version"], after["version"]);
        let twice = put(&admin, "3", &[json!("Test Tonic")], &after["version"]).await.expect(400);
        assert_eq!(wrong_fields(&twice)[0].1, "Test Tonic is in zone 4, bay B already");
        let reader = stack.person("read-only").await;
        put(&reader, "4", &kept, &after["version"]).await.expect(403);
        assert_eq!(layout(&reader).await, after);
    });
    let back = async {
        let now = layout(&admin).await;
        put(&admin, "4", &kept, &now["version"]).await.expect(200);
    };
    afterwards(test, back).await;
}
