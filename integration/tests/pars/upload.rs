//! `uploadParMaps`, `pars`, and `jitLocations` with a location.

use crate::helpers::{UPLOAD, create_fridge, create_order, group, unique_day, upload};
use integration::{NewLocation, Stack, field_errors, stack_test};
use serde_json::{Value, json};
use shared::table::AttributeValue;

const PARS: &str = "query ($ids: [ID!]!) { pars(stockingIds: $ids) {
    items { stockingId deliveryDate jit items { itemName count overCapacityAmount priorityBoost } } nextToken
} }";

const JIT: &str = "query ($input: JITLocationsInput!) { jitLocations(input: $input) {
    items { stockingId jit pars { itemName count overCapacityAmount } } nextToken
} }";

#[stack_test]
async fn stores_and_audits_a_group_and_ignores_a_repeated_one(stack: Stack) {
    let person = stack.person("logistics").await;
    let (location, day) = (create_fridge(&stack).await, unique_day());
    let id = format!("{day}#{location}#1");
    let result = |outcome: &str| vec![json!({ "group": id, "outcome": outcome, "errors": [] })];
    assert_eq!(upload(&person, &[group(&location, day, 6, false)]).await, result("CREATED"));
    assert_eq!(upload(&person, &[group(&location, day, 6, false)]).await, result("UNCHANGED"));
    assert_eq!(upload(&person, &[group(&location, day, 7, false)]).await, result("REPLACED"));
    let stored = person.call(PARS, json!({ "ids": [id, format!("{day}#{location}#2")] })).await;
    let par = json!({ "itemName": "Harvest Salad", "count": 7, "overCapacityAmount": 2.5, "priorityBoost": true });
    let expected = json!([{ "stockingId": id, "deliveryDate": day, "jit": false, "items": [par] }]);
    assert_eq!(&stored["items"], &expected);
    assert_eq!(stored["nextToken"], Value::Null);

    let request = stack.aws().dynamodb().query().table_name(stack.aws().table("Audit"));
    let request = request
        .key_condition_expression("subject = :subject")
        .expression_attribute_values(":subject", AttributeValue::S(format!("PARS#{id}")));
    let entries = request.send().await.unwrap().items.unwrap_or_default();
    let events: Vec<_> = entries.iter().map(|entry| entry["event"].as_s().unwrap().as_str()).collect();
    assert_eq!(events, ["CREATED", "REPLACED"]);
}

#[stack_test]
async fn lists_planned_jit_stockings_with_their_pars(stack: Stack) {
    let person = stack.person("admin").await;
    let (location, day) = (create_fridge(&stack).await, unique_day());
    upload(&person, &[group(&location, day, 6, true)]).await;
    let input = json!({ "input": { "dropOffDate": day, "location": location } });
    let found = person.call(JIT, input.clone()).await;
    let par = json!({ "itemName": "Harvest Salad", "count": 6, "overCapacityAmount": 2.5 });
    let row = |jit: bool| json!([{ "stockingId": format!("{day}#{location}#1"), "jit": jit, "pars": [par] }]);
    assert_eq!(found["items"], row(true));
    let whole_day = person.call(JIT, json!({ "input": { "dropOffDate": day } })).await;
    assert_eq!(whole_day["items"][0]["pars"], Value::Null);

    let other = create_fridge(&stack).await;
    let nothing = person.call(JIT, json!({ "input": { "dropOffDate": day, "location": other } })).await;
    assert_eq!(nothing["items"], json!([]));
    upload(&person, &[group(&location, day, 6, false)]).await;
    assert_eq!(person.call(JIT, input).await["items"], row(false));
}

#[stack_test]
async fn rejects_invalid_groups_with_their_messages_and_writes_the_others(stack: Stack) {
    let person = stack.person("logistics").await;
    let (good, ordered, day) = (create_fridge(&stack).await, create_fridge(&stack).await, unique_day());
    let untagged = NewLocation::default().create(&stack.person("admin").await).await;
    create_order(&stack, &ordered, day, "OPEN").await;
    create_order(&stack, &good, day, "DELETED").await;
    let mut negative = group(&good, day.succ_opt().unwrap(), 1, false);
    negative["overCapacityAmountsAndItems"][0]["overCapacityAmount"] = json!(-1);
    let mut late = group(&good, day.pred_opt().unwrap(), 1, true);
    late["deliveryDate"] = json!(day);
    let mut without_index = group(&ordered, day, 1, false);
    without_index["stockingIndex"] = Value::Null;
    let groups = [group(&good, day, 1, false), negative, late, without_index, group(&untagged, day, 1, false)];
    let results = upload(&person, &groups).await;
    let outcomes: Vec<_> = results.iter().map(|result| (result["outcome"].clone(), result["errors"].clone())).collect();
    let rejected = |messages: &[String]| (json!("REFUSED"), json!(messages));
    let over = "Over Capacity Amount issue with Harvest Salad. Accepted values any number 0 or greater.";
    let jit = "JIT cannot be applied for Harvest Salad. Delivery Date must equal Drop Off Date.";
    let existing = "There is already a fridge order for this dropOffDate, location, and stockingIndex.";
    let tags = ["Routing Tag", "Territory Tag", "Park To Fridge Instructions Tag"];
    let expected = [
        (json!("CREATED"), json!([])),
        rejected(&[over.into()]),
        rejected(&[jit.into()]),
        rejected(&[existing.into()]),
        rejected(&tags.map(|tag| format!("Error with {tag} for {untagged}"))),
    ];
    assert_eq!(outcomes, expected);
    let stored = person.call(PARS, json!({ "ids": [format!("{day}#{ordered}#1")] })).await;
    assert_eq!(stored["items"], json!([]));
}

#[stack_test]
async fn rejects_calls_with_0_or_501_groups_or_without_permission(stack: Stack) {
    let day = unique_day();
    let group_of_unknown = group("TEST_UNKNOWN_LOCATION", day, 1, false);
    let person = stack.person("logistics").await;
    for count in [0, 501] {
        let rejection = person.call_rejected(UPLOAD, json!({ "input": vec![group_of_unknown.clone(); count] })).await;
        assert_eq!(rejection.kind.as_str(), "Invalid");
        assert_eq!(field_errors(&rejection.info)[0].0.as_str(), "input");
    }
    let reader = stack.person("read-only").await;
    let rejection = reader.call_rejected(UPLOAD, json!({ "input": [group_of_unknown] })).await;
    assert_eq!(rejection.kind.as_str(), "Forbidden");
    assert_eq!(rejection.message.as_str(), "Error! User Action Prohibited!");
}

#[stack_test]
async fn rejects_invalid_and_too_many_stocking_ids(stack: Stack) {
    let person = stack.person("read-only").await;
    let rejection = person.call_rejected(PARS, json!({ "ids": ["2026-11-23#A#1", "A"] })).await;
    assert_eq!(field_errors(&rejection.info)[0].0, "stockingIds.1");
    let rejection = person.call_rejected(PARS, json!({ "ids": vec!["2026-11-23#A#1"; 501] })).await;
    assert_eq!(field_errors(&rejection.info)[0].0, "stockingIds");
}
