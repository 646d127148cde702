//! `acknowledgeFridgeAlert`.

use crate::helpers::{alerts, fridge, report, send, wait_for_open_alerts};
use integration::{Person, Rejection, Stack, field_errors, stack_test};
use serde_json::{Value, json};

const ACKNOWLEDGE: &str = "mutation ($input: AcknowledgeFridgeAlertInput!) {
    acknowledgeFridgeAlert(input: $input) { id location kind state acknowledgedAt acknowledgedBy note }
}";

/// Creates a fridge with an open alert and returns the ids of both.
async fn fridge_with_alert(stack: &Stack, person: &Person<'_>) -> (String, Value) {
    let id = fridge(person).await;
    send(stack, &[report(&id, 1, json!({ "outOfOrder": true }))]).await;
    let mut open = wait_for_open_alerts(person, &id, &["OUT_OF_ORDER"]).await;
    (id, open[0]["id"].take())
}

async fn acknowledge(person: &Person<'_>, fridge: &str, id: &Value, note: &str) -> Result<Value, Rejection> {
    let input = json!({ "location": fridge, "id": id, "note": note });
    let mut data = person.graphql(ACKNOWLEDGE, json!({ "input": input })).await?;
    Ok(data["acknowledgeFridgeAlert"].take())
}

#[stack_test]
async fn an_acknowledged_alert_stays_open_until_the_fridge_is_healthy(stack: Stack) {
    let operations = stack.person("operations").await;
    let (fridge, id) = fridge_with_alert(&stack, &stack.person("admin").await).await;
    let acknowledged = acknowledge(&operations, &fridge, &id, " Technician is on the way ").await.unwrap();
    assert_eq!(acknowledged["state"], "OPEN");
    assert_eq!(acknowledged["note"], "Technician is on the way");
    assert_eq!(acknowledged["acknowledgedBy"], stack.user("operations").email);
    // A retry after a lost response.
    assert_eq!(acknowledge(&operations, &fridge, &id, "Technician is on the way").await.unwrap(), acknowledged);
    let open = alerts(&operations, &fridge, "OPEN").await;
    assert_eq!(open[0]["acknowledgedAt"], acknowledged["acknowledgedAt"]);

    let subject = format!("ALERT#{fridge}#{}", id.as_str().unwrap());
    let entries = stack
        .aws()
        .dynamodb()
        .query()
        .table_name(stack.aws().table("Audit"))
        .key_condition_expression("subject = :subject")
        .expression_attribute_values(":subject", shared::table::text(subject))
        .send()
        .await
        .unwrap();
    let [entry] = entries.items() else { panic!("not one entry") };
    assert_eq!(entry["user"], shared::table::text(&stack.user("operations").email));
    assert_eq!(entry["reason"], shared::table::text("Technician is on the way"));

    send(&stack, &[report(&fridge, 0, json!({ "outOfOrder": false }))]).await;
    wait_for_open_alerts(&operations, &fridge, &[]).await;
    let cleared = alerts(&operations, &fridge, "CLEARED").await;
    assert_eq!(cleared[0]["note"], acknowledged["note"]);
}

#[stack_test]
async fn the_second_of_two_concurrent_acknowledgments_is_a_conflict_that_names_the_first(stack: Stack) {
    let (admin, operations) = (stack.person("admin").await, stack.person("operations").await);
    let (fridge, id) = fridge_with_alert(&stack, &admin).await;
    let (one, other) =
        tokio::join!(acknowledge(&admin, &fridge, &id, "One"), acknowledge(&operations, &fridge, &id, "Other"));
    let (first, rejection) = match (one, other) {
        (Ok(first), Err(rejection)) | (Err(rejection), Ok(first)) => (first, rejection),
        both => panic!("not exactly one succeeded: {both:?}"),
    };
    assert_eq!(rejection.kind, "Conflict");
    let by = first["acknowledgedBy"].as_str().unwrap();
    assert_eq!(rejection.message, format!("{by} already acknowledged this alert."));
    assert_eq!(rejection.info["current"]["note"], first["note"]);
}

#[stack_test]
async fn acknowledging_requires_permission_to_send_commands_and_an_open_alert(stack: Stack) {
    let admin = stack.person("admin").await;
    let (fridge, id) = fridge_with_alert(&stack, &admin).await;
    for profile in ["read-only", "no-permissions", "logistics"] {
        let rejection = acknowledge(&stack.person(profile).await, &fridge, &id, "").await.unwrap_err();
        assert_eq!(
            (rejection.kind.as_str(), rejection.message.as_str()),
            ("Forbidden", "Error! User Action Prohibited!")
        );
    }
    let rejection = acknowledge(&admin, &fridge, &id, &"X".repeat(501)).await.unwrap_err();
    assert_eq!(field_errors(&rejection.info)[0].0, "input.note");
    assert_eq!(acknowledge(&admin, &fridge, &json!("nothing"), "").await.unwrap_err().kind, "NotFound");
    for malformed in [json!(""), json!("X".repeat(2000))] {
        assert_eq!(acknowledge(&admin, &fridge, &malformed, "").await.unwrap_err().kind, "Invalid");
    }
    send(&stack, &[report(&fridge, 0, json!({ "outOfOrder": false }))]).await;
    wait_for_open_alerts(&admin, &fridge, &[]).await;
    assert_eq!(acknowledge(&admin, &fridge, &id, "Too late").await.unwrap_err().kind, "Conflict");
}
