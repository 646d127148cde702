//! Tests of changes that are no longer valid when they are due.

use integration::{NewLocation, Stack, in_seconds, stack_test, wait_until, with_cleanup};
use serde_json::{Value, json};
use shared::table::AttributeValue;

/// Adds or removes a planogram name.
async fn set_offered(stack: &Stack, name: &str, offered: bool) {
    let (dynamodb, table) = (stack.aws().dynamodb(), stack.aws().table("Names"));
    let key =
        [("kind", "PLANOGRAM"), ("name", name)].map(|(name, value)| (name.into(), AttributeValue::S(value.into())));
    if offered {
        dynamodb.put_item().table_name(table).set_item(Some(key.into())).send().await.unwrap();
    } else {
        dynamodb.delete_item().table_name(table).set_key(Some(key.into())).send().await.unwrap();
    }
}

#[stack_test]
async fn lists_an_invalid_change_as_failed_with_its_reason_and_retries_it(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let planogram = format!("{id}_LAYOUT");
    let test = Box::pin(async {
        set_offered(&stack, &planogram, true).await;
        let change = admin.schedule_one(&id, "layoutName", json!(planogram), in_seconds(2)).await;
        let rejection = admin.act_on(&change, "retryScheduleChange").await.unwrap_err();
        assert_eq!(rejection.kind, "Conflict");
        set_offered(&stack, &planogram, false).await;

        let failed = async || admin.scheduled(&id).await.pop().filter(|change| change["state"] == "FAILED");
        let failed = wait_until("the change fails", failed).await;
        assert_eq!(failed["failure"], "Please select a valid option from the dropdown");
        assert_eq!(failed["uuid"], change["uuid"]);
        assert_eq!(failed["actionTime"], change["actionTime"]);
        assert!(admin.failed_changes().await.contains(&failed));
        assert_eq!(admin.location(&id).await["version"], 1);
        assert_eq!(admin.events(&id, "SCHEDULE_FAILED").await[0]["reason"], failed["failure"]);

        set_offered(&stack, &planogram, true).await;
        let retried = admin.act_on(&failed, "retryScheduleChange").await.unwrap();
        assert_eq!(retried[0]["state"], json!("PENDING"));
        assert_eq!(retried[0]["failure"], Value::Null);
        assert!(!admin.failed_changes().await.iter().any(|change| change["uuid"] == failed["uuid"]));
        let applied = async || (admin.location(&id).await["layoutName"] == *planogram).then_some(());
        wait_until("the change is applied", applied).await;
        assert_eq!(admin.scheduled(&id).await, [Value::Null; 0]);
        let history = admin.history(&id).await;
        let events: Vec<&Value> = history.iter().map(|entry| &entry["event"]).collect();
        assert_eq!(events, ["SCHEDULE_APPLIED", "SCHEDULE_RETRIED", "SCHEDULE_FAILED", "SCHEDULED", "CREATED"]);
    });
    with_cleanup(test, set_offered(&stack, &planogram, false)).await;
}

#[stack_test]
async fn a_device_address_in_use_fails_and_is_applied_after_its_release(stack: Stack) {
    let admin = stack.person("admin").await;
    let owner = NewLocation::default().create(&admin).await;
    let id = NewLocation::default().create(&admin).await;
    let address = id.trim_start_matches("TEST_").to_owned();
    admin.schedule_one(&id, "deviceAddress", json!(address), in_seconds(2)).await;
    admin.edit(&owner, json!({ "deviceAddress": address })).await;
    let failed = async || admin.scheduled(&id).await.pop().filter(|change| change["state"] == "FAILED");
    let failed = wait_until("the change fails", failed).await;
    let message = format!("The device address {address} belongs to {owner}. Nothing was saved.");
    assert_eq!(failed["failure"], message);

    admin.edit(&owner, json!({ "deviceAddress": "" })).await;
    admin.act_on(&failed, "retryScheduleChange").await.unwrap();
    let applied = async || (admin.location(&id).await["deviceAddress"] == *address).then_some(());
    wait_until("the address is applied", applied).await;
    admin.patch(&format!("/locations/{owner}"), json!({ "deviceAddress": address })).await.expect(409);
}
