//! `acknowledgeFridgeAlert`.

use crate::told::{alerts, fridge, open_alerts, report, tell};
use serde_json::{Value, json};
use testkit::{Person, Refusal, Stack, wrong_fields};

const ACKNOWLEDGE: &str = "mutation ($input: AcknowledgeFridgeAlertInput!) {
    acknowledgeFridgeAlert(input: $input) { id location kind state acknowledgedAt acknowledgedBy note }
}";

/// A fridge with an open alert: its id, and the alert's.
async fn alerted(stack: &Stack, person: &Person<'_>) -> (String, Value) {
    let id = fridge(person).await;
    tell(stack, &[report(&id, 1, json!({ "outOfOrder": true }))]).await;
    let mut open = open_alerts(person, &id, &["OUT_OF_ORDER"]).await;
    (id, open[0]["id"].take())
}

async fn acknowledge(person: &Person<'_>, fridge: &str, id: &Value, note: &str) -> Result<Value, Refusal> {
    let input = json!({ "location": fridge, "id": id, "note": note });
    let mut data = person.graphql(ACKNOWLEDGE, json!({ "input": input })).await?;
    Ok(data["acknowledgeFridgeAlert"].take())
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_person_takes_note_of_an_alert_which_stays_open_until_the_fridge_is_well() {
    let stack = Stack::load().await;
    let operations = stack.person("operations").await;
    let (fridge, id) = alerted(&stack, &stack.person("admin").await).await;
    let noted = acknowledge(&operations, &fridge, &id, " Technician is on the way ").await.unwrap();
    assert_eq!((&noted["state"], &noted["note"]), (&json!("OPEN"), &json!("Technician is on the way")));
    assert_eq!(noted["acknowledgedBy"], stack.user("operations").email);
    // The same again, after an answer that was lost.
    assert_eq!(acknowledge(&operations, &fridge, &id, "Technician is on the way").await.unwrap(), noted);
    let open = alerts(&operations, &fridge, "OPEN").await;
    assert_eq!(open[0]["acknowledgedAt"], noted["acknowledgedAt"]);

    let subject = format!("ALERT#{fridge}#{}", id.as_str().unwrap());
    let entries = stack
        .aws()
        .dynamodb()
        .query()
        .table_name(stack.aws().table("Audit"))
        .key_condition_expression("subject = :subject")
        .expression_attribute_values(":subject", shared::dynamo::text(subject))
        .send()
        .await
        .unwrap();
    let [entry] = entries.items() else { panic!("not one entry") };
    assert_eq!(entry["user"], shared::dynamo::text(&stack.user("operations").email));
    assert_eq!(entry["reason"], shared::dynamo::text("Technician is on the way"));

    tell(&stack, &[report(&fridge, 0, json!({ "outOfOrder": false }))]).await;
    open_alerts(&operations, &fridge, &[]).await;
    let cleared = alerts(&operations, &fridge, "CLEARED").await;
    assert_eq!(cleared[0]["note"], noted["note"]);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn of_two_who_take_note_at_once_one_meets_a_conflict_that_names_the_other() {
    let stack = Stack::load().await;
    let (admin, operations) = (stack.person("admin").await, stack.person("operations").await);
    let (fridge, id) = alerted(&stack, &admin).await;
    let (one, other) =
        tokio::join!(acknowledge(&admin, &fridge, &id, "One"), acknowledge(&operations, &fridge, &id, "Other"));
    let (first, refusal) = match (one, other) {
        (Ok(first), Err(refusal)) | (Err(refusal), Ok(first)) => (first, refusal),
        both => panic!("not one of them: {both:?}"),
    };
    assert_eq!(refusal.kind, "Conflict");
    let by = first["acknowledgedBy"].as_str().unwrap();
    assert_eq!(refusal.message, format!("{by} took note of this alert already."));
    assert_eq!(refusal.info["current"]["note"], first["note"]);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn only_who_may_send_commands_takes_note_and_only_of_an_alert_that_is_open() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let (fridge, id) = alerted(&stack, &admin).await;
    for profile in ["read-only", "no-permissions", "logistics"] {
        let refusal = acknowledge(&stack.person(profile).await, &fridge, &id, "").await.unwrap_err();
        assert_eq!((refusal.kind.as_str(), refusal.message.as_str()), ("Forbidden", "Error! User Action Prohibited!"));
    }
    let refusal = acknowledge(&admin, &fridge, &id, &"X".repeat(501)).await.unwrap_err();
    assert_eq!(wrong_fields(&refusal.info)[0].0, "input.note");
    assert_eq!(acknowledge(&admin, &fridge, &json!("nothing"), "").await.unwrap_err().kind, "NotFound");
    for malformed in [json!(""), json!("X".repeat(2000))] {
        assert_eq!(acknowledge(&admin, &fridge, &malformed, "").await.unwrap_err().kind, "Invalid");
    }
    tell(&stack, &[report(&fridge, 0, json!({ "outOfOrder": false }))]).await;
    open_alerts(&admin, &fridge, &[]).await;
    assert_eq!(acknowledge(&admin, &fridge, &id, "Too late").await.unwrap_err().kind, "Conflict");
}
