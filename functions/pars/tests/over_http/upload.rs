//! `uploadParMaps`, `pars`, and `jitLocations` with a location.

use crate::groups::{UPLOAD, day_of_own, fridge, group, order, upload};
use aws_sdk_dynamodb::types::AttributeValue;
use serde_json::{Value, json};
use testkit::{NewLocation, Stack, wrong_fields};

const PARS: &str = "query ($ids: [ID!]!) { pars(stockingIds: $ids) {
    items { stockingId deliveryDate jit items { itemName count overCapacityAmount priorityBoost } } nextToken
} }";

const JIT: &str = "query ($input: JITLocationsInput!) { jitLocations(input: $input) {
    items { stockingId jit pars { itemName count overCapacityAmount } } nextToken
} }";

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_group_is_stored_with_its_history_and_the_same_again_changes_nothing() {
    let stack = Stack::load().await;
    let person = stack.person("logistics").await;
    let (location, day) = (fridge(&stack).await, day_of_own());
    let id = format!("{day}#{location}#1");
    let told = |outcome: &str| vec![json!({ "group": id, "outcome": outcome, "errors": [] })];
    assert_eq!(upload(&person, &[group(&location, day, 6, false)]).await, told("CREATED"));
    assert_eq!(upload(&person, &[group(&location, day, 6, false)]).await, told("UNCHANGED"));
    assert_eq!(upload(&person, &[group(&location, day, 7, false)]).await, told("REPLACED"));
    let stored = person.ask(PARS, json!({ "ids": [id, format!("{day}#{location}#2")] })).await;
    let par = json!({ "itemName": "Harvest Salad", "count": 7, "overCapacityAmount": 2.5, "priorityBoost": true });
    let expected = json!([{ "stockingId": id, "deliveryDate": day, "jit": false, "items": [par] }]);
    assert_eq!((&stored["items"], &stored["nextToken"]), (&expected, &Value::Null));

    let asked = stack.aws().dynamodb().query().table_name(stack.aws().table("Audit"));
    let asked = asked
        .key_condition_expression("subject = :subject")
        .expression_attribute_values(":subject", AttributeValue::S(format!("PARS#{id}")));
    let entries = asked.send().await.unwrap().items.unwrap_or_default();
    let events: Vec<_> = entries.iter().map(|entry| entry["event"].as_s().unwrap().as_str()).collect();
    assert_eq!(events, ["CREATED", "REPLACED"]);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn what_is_planned_just_in_time_is_jits_with_its_pars() {
    let stack = Stack::load().await;
    let person = stack.person("admin").await;
    let (location, day) = (fridge(&stack).await, day_of_own());
    upload(&person, &[group(&location, day, 6, true)]).await;
    let input = json!({ "input": { "dropOffDate": day, "location": location } });
    let found = person.ask(JIT, input.clone()).await;
    let par = json!({ "itemName": "Harvest Salad", "count": 6, "overCapacityAmount": 2.5 });
    let row = |jit: bool| json!([{ "stockingId": format!("{day}#{location}#1"), "jit": jit, "pars": [par] }]);
    assert_eq!(found["items"], row(true));
    let whole_day = person.ask(JIT, json!({ "input": { "dropOffDate": day } })).await;
    assert_eq!(whole_day["items"][0]["pars"], Value::Null);

    let other = fridge(&stack).await;
    let nothing = person.ask(JIT, json!({ "input": { "dropOffDate": day, "location": other } })).await;
    assert_eq!(nothing["items"], json!([]));
    upload(&person, &[group(&location, day, 6, false)]).await;
    assert_eq!(person.ask(JIT, input).await["items"], row(false));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_group_that_breaks_a_rule_is_refused_with_the_specs_words_and_the_others_are_written() {
    let stack = Stack::load().await;
    let person = stack.person("logistics").await;
    let (good, ordered, day) = (fridge(&stack).await, fridge(&stack).await, day_of_own());
    let untagged = NewLocation::default().create(&stack.person("admin").await).await;
    order(&stack, &ordered, day, "OPEN").await;
    order(&stack, &good, day, "DELETED").await;
    let mut negative = group(&good, day.succ_opt().unwrap(), 1, false);
    negative["overCapacityAmountsAndItems"][0]["overCapacityAmount"] = json!(-1);
    let mut late = group(&good, day.pred_opt().unwrap(), 1, true);
    late["deliveryDate"] = json!(day);
    let mut without_index = group(&ordered, day, 1, false);
    without_index["stockingIndex"] = Value::Null;
    let groups = [group(&good, day, 1, false), negative, late, without_index, group(&untagged, day, 1, false)];
    let results = upload(&person, &groups).await;
    let told: Vec<_> = results.iter().map(|result| (result["outcome"].clone(), result["errors"].clone())).collect();
    let refused = |messages: &[String]| (json!("REFUSED"), json!(messages));
    let over = "Over Capacity Amount issue with Harvest Salad. Accepted values any number 0 or greater.";
    let jit = "JIT cannot be applied for Harvest Salad. Delivery Date must equal Drop Off Date.";
    let existing = "There is already a fridge order for this dropOffDate, location, and stockingIndex.";
    let tags = ["Routing Tag", "Territory Tag", "Park To Fridge Instructions Tag"];
    let expected = [
        (json!("CREATED"), json!([])),
        refused(&[over.into()]),
        refused(&[jit.into()]),
        refused(&[existing.into()]),
        refused(&tags.map(|tag| format!("Error with {tag} for {untagged}"))),
    ];
    assert_eq!(told, expected);
    let stored = person.ask(PARS, json!({ "ids": [format!("{day}#{ordered}#1")] })).await;
    assert_eq!(stored["items"], json!([]));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_call_takes_500_groups_and_needs_upload_pars() {
    let stack = Stack::load().await;
    let day = day_of_own();
    let nowhere = group("TEST_NOBODY_HAS_THIS_ID", day, 1, false);
    let person = stack.person("logistics").await;
    for count in [0, 501] {
        let refusal = person.refused(UPLOAD, json!({ "input": vec![nowhere.clone(); count] })).await;
        assert_eq!((refusal.kind.as_str(), wrong_fields(&refusal.info)[0].0.as_str()), ("Invalid", "input"));
    }
    let reader = stack.person("read-only").await;
    let refusal = reader.refused(UPLOAD, json!({ "input": [nowhere] })).await;
    assert_eq!((refusal.kind.as_str(), refusal.message.as_str()), ("Forbidden", "Error! User Action Prohibited!"));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn stockings_that_are_none_and_too_many_are_not_asked_for() {
    let stack = Stack::load().await;
    let person = stack.person("read-only").await;
    let refusal = person.refused(PARS, json!({ "ids": ["2026-11-23#A#1", "A"] })).await;
    assert_eq!(wrong_fields(&refusal.info)[0].0, "stockingIds.1");
    let refusal = person.refused(PARS, json!({ "ids": vec!["2026-11-23#A#1"; 501] })).await;
    assert_eq!(wrong_fields(&refusal.info)[0].0, "stockingIds");
}
