//! Alert notifications: rules, snoozes, and the messages that SNS delivers to a queue.

use crate::helpers::{alerts, fridge, report, send, wait_for_open_alerts};
use aws_sdk_sqs::types::QueueAttributeName;
use health::model::{Target, TargetKind};
use integration::{Person, Rejection, Stack, field_errors, in_seconds, stack_test, wait_until, with_cleanup};
use serde_json::{Value, json};
use shared::{
    table,
    topic::{Protocol, Topic},
};
use std::{collections::HashMap, time::Duration};
use uuid::Uuid;

const PUT: &str = "mutation ($input: AlertSubscriptionInput!) { putAlertSubscription(input: $input) {
    id version name regions kinds shift { days from until } target { kind address } targetState
    escalation { afterMinutes target { kind address } } escalationState notifyCleared updatedBy
} }";
const LIST: &str = "{ alertSubscriptions { id version name targetState escalationState updatedBy } }";
const DELETE: &str = "mutation ($id: ID!, $version: Int!) { deleteAlertSubscription(id: $id, version: $version) }";
const TEST: &str = "mutation ($id: ID!) { testAlertSubscription(id: $id) { target { address } outcome } }";
const SNOOZE: &str =
    "mutation ($input: SnoozeFridgeAlertsInput!) { snoozeFridgeAlerts(input: $input) { location until reason by } }";
const END_SNOOZE: &str = "mutation ($location: ID!) { endFridgeAlertSnooze(location: $location) }";
const SNOOZES: &str = "query ($nextToken: String) {
    alertSnoozes(nextToken: $nextToken) { items { location until reason by } nextToken } }";
const NOTICES: &str = "query ($location: ID!, $alert: ID!) {
    alertNotices(location: $location, alert: $alert) { subscriptionName receiver event outcome } }";

/// A new e-mail address, which the emulator counts as confirmed.
fn address() -> String {
    format!("{}@example.com", Uuid::now_v7())
}

/// A rule for the out-of-order alerts of a region.
fn rule(id: Uuid, region: &str, first: &str, second: &str) -> Value {
    json!({
        "id": id, "name": format!("Rule {id}"), "regions": [region], "kinds": ["OUT_OF_ORDER"], "notifyCleared": true,
        "target": { "kind": "EMAIL", "address": first },
        "escalation": { "afterMinutes": 5, "target": { "kind": "EMAIL", "address": second } },
    })
}

/// Creates a fridge of a region. Fridges of other tests have no region, so that messages contain only this fridge.
async fn fridge_in(stack: &Stack, person: &Person<'_>, region: &str) -> String {
    let id = fridge(person).await;
    stack.aws().set_attributes("Locations", ("id", &id), &[("market", region)]).await;
    id
}

async fn put(person: &Person<'_>, input: Value) -> Result<Value, Rejection> {
    let mut data = person.graphql(PUT, json!({ "input": input })).await?;
    Ok(data["putAlertSubscription"].take())
}

async fn delete(person: &Person<'_>, id: Uuid) {
    let all = person.call(LIST, json!({})).await;
    let stored = all.as_array().into_iter().flatten().find(|rule| rule["id"] == json!(id));
    if let Some(rule) = stored {
        person.call(DELETE, json!({ "id": id, "version": rule["version"] })).await;
    }
}

/// A queue that receives the messages to the given e-mail addresses.
struct Inbox<'a> {
    stack: &'a Stack,
    topic: Topic,
    url: String,
}

impl<'a> Inbox<'a> {
    async fn open(stack: &'a Stack, address: &str) -> Self {
        let function = stack.aws().function("send-alert-notices");
        let configuration = stack.aws().lambda().get_function_configuration().function_name(function).send().await;
        let variables = configuration.unwrap().environment.unwrap().variables.unwrap();
        let name = "ALERT_NOTIFICATIONS_TOPIC_ARN";
        let environment = stack.aws().environment(&[(name, &variables[name])]);
        let topic = Topic::from_environment(&environment, name).unwrap();
        let sqs = stack.aws().sqs();
        let queue = format!("notices-{}", Uuid::now_v7());
        let url = sqs.create_queue().queue_name(queue).send().await.unwrap().queue_url.unwrap();
        let attributes = sqs.get_queue_attributes().queue_url(&url).attribute_names(QueueAttributeName::QueueArn);
        let arn = attributes.send().await.unwrap().attributes.unwrap()[&QueueAttributeName::QueueArn].clone();
        let policy = json!({
            "Version": "2012-10-17",
            "Statement": [{
                "Effect": "Allow", "Principal": { "Service": "sns.amazonaws.com" },
                "Action": "sqs:SendMessage", "Resource": arn,
            }],
        });
        let allow = sqs.set_queue_attributes().queue_url(&url);
        allow.attributes(QueueAttributeName::Policy, policy.to_string()).send().await.unwrap();
        let target = Target { kind: TargetKind::Email, address: address.into() };
        topic.subscribe(Protocol::Sqs, &arn, &target.id().to_string()).await.unwrap();
        Self { stack, topic, url }
    }

    /// The subjects and texts of the received messages about a fridge.
    async fn messages(&self, fridge: &str) -> Vec<(String, String)> {
        let sqs = self.stack.aws().sqs();
        let mut found = Vec::new();
        loop {
            let batch = sqs.receive_message().queue_url(&self.url).max_number_of_messages(10).send().await.unwrap();
            let messages = batch.messages.unwrap_or_default();
            if messages.is_empty() {
                return found;
            }
            for message in messages {
                let handle = message.receipt_handle.unwrap();
                sqs.delete_message().queue_url(&self.url).receipt_handle(handle).send().await.unwrap();
                let envelope: Value = serde_json::from_str(&message.body.unwrap()).unwrap();
                let text = |name: &str| envelope[name].as_str().unwrap_or_default().to_owned();
                if text("Message").contains(fridge) {
                    found.push((text("Subject"), text("Message")));
                }
            }
        }
    }

    /// Waits for one message about the fridge whose subject or text contains `part`. Other tests and the schedule also
    /// send notices, so the function is invoked until the message arrives.
    async fn next(&self, fridge: &str, part: &str) -> (String, String) {
        let what = format!("a message about {fridge} with {part:?}");
        let mut found = wait_until(&what, async || {
            self.stack.aws().invoke("send-alert-notices").await;
            Some(self.messages(fridge).await).filter(|messages| !messages.is_empty())
        })
        .await;
        assert_eq!(found.len(), 1, "{found:?}");
        let (subject, text) = found.remove(0);
        assert!(subject.contains(part) || text.contains(part), "{part:?} is not in {subject}\n{text}");
        (subject, text)
    }

    /// Requires that no message about the fridge arrives.
    async fn expect_nothing(&self, fridge: &str) {
        self.stack.aws().invoke("send-alert-notices").await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        self.stack.aws().invoke("send-alert-notices").await;
        assert_eq!(self.messages(fridge).await, [], "{fridge}");
    }

    /// Ends the subscriptions of an endpoint, as a receiver can.
    async fn unsubscribe(&self, endpoint: &str) {
        for subscription in self.topic.subscriptions().await.unwrap() {
            if let Some(arn) = subscription.arn.filter(|_| subscription.endpoint.ends_with(endpoint)) {
                self.topic.unsubscribe(&arn).await.unwrap();
            }
        }
    }

    async fn close(self) {
        self.unsubscribe(self.url.rsplit('/').next().unwrap_or_default()).await;
        self.stack.aws().sqs().delete_queue().queue_url(&self.url).send().await.unwrap();
    }
}

/// Makes the fridge out of order and returns the alert's id.
async fn raise(stack: &Stack, person: &Person<'_>, fridge: &str) -> Value {
    send(stack, &[report(fridge, 1, json!({ "outOfOrder": true, "allReasons": ["MOTOR_FAULT"] }))]).await;
    let mut open = wait_for_open_alerts(person, fridge, &["OUT_OF_ORDER"]).await;
    open[0]["id"].take()
}

async fn clear(stack: &Stack, person: &Person<'_>, fridge: &str) {
    send(stack, &[report(fridge, 0, json!({ "outOfOrder": false }))]).await;
    wait_for_open_alerts(person, fridge, &[]).await;
}

/// Moves the notices of an alert to the past by more than the time until it is escalated. Rules of other tests can have
/// sent notices of the alert too.
async fn age_notices(stack: &Stack, fridge: &str, alert: &Value) {
    let name = stack.aws().table("AlertNotices");
    let key = [("location", fridge), ("alert", alert.as_str().unwrap())];
    let key: HashMap<_, _> = key.map(|(name, value)| (name.to_owned(), table::text(value))).into();
    let get = stack.aws().dynamodb().get_item().table_name(name).set_key(Some(key.clone())).consistent_read(true);
    let count = get.send().await.unwrap().item.unwrap()["notices"].as_l().unwrap().len();
    let times: Vec<String> = (0..count).map(|index| format!("notices[{index}].#at = :at")).collect();
    let update = stack.aws().dynamodb().update_item().table_name(name).set_key(Some(key));
    let update = update
        .update_expression(format!("SET {}, dueAt = :at ADD version :one", times.join(", ")))
        .expression_attribute_names("#at", "at")
        .expression_attribute_values(":at", table::text(in_seconds(-600).to_string()))
        .expression_attribute_values(":one", table::number(1));
    update.send().await.unwrap();
}

#[stack_test]
async fn an_alert_is_reported_escalated_and_reported_as_cleared(stack: Stack) {
    let admin = stack.person("admin").await;
    let (id, first, second) = (Uuid::now_v7(), address(), address());
    let (inbox, escalations) = (Inbox::open(&stack, &first).await, Inbox::open(&stack, &second).await);
    with_cleanup(
        Box::pin(async {
            let saved = put(&admin, rule(id, "S", &first, &second)).await.unwrap();
            assert_eq!((&saved["version"], &saved["shift"]), (&json!(1), &Value::Null));
            assert_eq!(saved["updatedBy"], stack.user("admin").email);
            wait_until("confirmed receivers", async || {
                stack.aws().invoke("send-alert-notices").await;
                let rules = admin.call(LIST, json!({})).await;
                let states = rules.as_array()?.iter().find(|rule| rule["id"] == json!(id)).cloned()?;
                (states["targetState"] == "CONFIRMED" && states["escalationState"] == "CONFIRMED").then_some(())
            })
            .await;
            let fridge = fridge_in(&stack, &admin, "S").await;
            let alert = raise(&stack, &admin, &fridge).await;
            let (subject, text) = inbox.next(&fridge, "is out of order").await;
            assert_eq!(subject, format!("Alert: {fridge} is out of order"));
            for part in ["MOTOR_FAULT", "Address: ", "Since ", "What to do: ", &format!("/locations/health/{fridge}")] {
                assert!(text.contains(part), "{part:?} is not in {text}");
            }
            inbox.expect_nothing(&fridge).await;
            escalations.expect_nothing(&fridge).await;

            age_notices(&stack, &fridge, &alert).await;
            escalations.next(&fridge, "Not acknowledged").await;
            clear(&stack, &admin, &fridge).await;
            inbox.next(&fridge, "Cleared").await;
            let arrived = wait_until("the notice about the end", async || {
                Some(escalations.messages(&fridge).await).filter(|messages| !messages.is_empty())
            });
            assert!(arrived.await[0].0.contains("Cleared"));
            inbox.expect_nothing(&fridge).await;

            let notices = admin.call(NOTICES, json!({ "location": fridge, "alert": alert })).await;
            let notices: Vec<(&str, &str, &str)> = notices
                .as_array()
                .unwrap()
                .iter()
                .filter(|notice| notice["subscriptionName"] == json!(format!("Rule {id}")))
                .map(|notice| {
                    let text = |name: &str| notice[name].as_str().unwrap();
                    (text("event"), text("receiver"), text("outcome"))
                })
                .collect();
            assert_eq!(notices.len(), 4, "{notices:?}");
            for expected in [
                ("OPENED", first.as_str(), "SENT"),
                ("ESCALATED", second.as_str(), "SENT"),
                ("CLEARED", first.as_str(), "SENT"),
                ("CLEARED", second.as_str(), "SENT"),
            ] {
                assert!(notices.contains(&expected), "{expected:?} is not in {notices:?}");
            }
        }),
        async {
            delete(&admin, id).await;
        },
    )
    .await;
    inbox.close().await;
    escalations.close().await;
}

#[stack_test]
async fn a_snoozed_fridge_sends_nothing_until_the_snooze_ends(stack: Stack) {
    let (admin, operations) = (stack.person("admin").await, stack.person("operations").await);
    let (id, first, second) = (Uuid::now_v7(), address(), address());
    let inbox = Inbox::open(&stack, &first).await;
    with_cleanup(
        Box::pin(async {
            put(&admin, rule(id, "WC", &first, &second)).await.unwrap();
            let fridge = fridge_in(&stack, &admin, "WC").await;
            let until = in_seconds(3600);
            let input = json!({ "location": fridge, "until": until, "reason": " Technician on site " });
            let snooze = operations.call(SNOOZE, json!({ "input": input })).await;
            assert_eq!((&snooze["reason"], &snooze["until"]), (&json!("Technician on site"), &json!(until)));
            // A retry after a lost response.
            assert_eq!(operations.call(SNOOZE, json!({ "input": input })).await, snooze);
            let alert = raise(&stack, &admin, &fridge).await;
            inbox.expect_nothing(&fridge).await;
            let snoozes = operations.call(SNOOZES, json!({})).await;
            let shown = snoozes["items"].as_array().unwrap().iter().any(|item| item["location"] == json!(fridge));
            assert!(shown, "{snoozes}");
            let notices = admin.call(NOTICES, json!({ "location": fridge, "alert": alert })).await;
            assert_eq!(notices, json!([]));

            assert_eq!(operations.call(END_SNOOZE, json!({ "location": fridge })).await, json!(true));
            inbox.next(&fridge, "is out of order").await;
            assert_eq!(operations.call(END_SNOOZE, json!({ "location": fridge })).await, json!(true));
            assert_eq!(alerts(&admin, &fridge, "OPEN").await.len(), 1);
        }),
        async {
            delete(&admin, id).await;
        },
    )
    .await;
    inbox.close().await;
}

#[stack_test]
async fn a_webhook_waits_for_confirmation_and_a_test_reports_it(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = Uuid::now_v7();
    let url = format!("https://{id}.example.com/larder");
    let webhook = json!({ "kind": "WEBHOOK", "address": url });
    with_cleanup(
        Box::pin(async {
            let input = json!({ "id": id, "name": "Webhook", "target": webhook, "notifyCleared": false });
            let saved = put(&admin, input.clone()).await.unwrap();
            assert_eq!((&saved["targetState"], &saved["escalationState"]), (&json!("PENDING"), &Value::Null));
            // A retry after a lost response.
            assert_eq!(put(&admin, input).await.unwrap()["version"], 1);
            let results = admin.call(TEST, json!({ "id": id })).await;
            assert_eq!(results, json!([{ "target": { "address": url }, "outcome": "UNCONFIRMED" }]));
        }),
        async {
            delete(&admin, id).await;
        },
    )
    .await;
    assert_eq!(admin.call_rejected(TEST, json!({ "id": id })).await.kind, "NotFound");
}

#[stack_test]
async fn a_test_reaches_a_confirmed_receiver_and_asks_one_who_unsubscribed_again(stack: Stack) {
    let admin = stack.person("admin").await;
    let (id, first) = (Uuid::now_v7(), address());
    let inbox = Inbox::open(&stack, &first).await;
    let test = async || admin.call(TEST, json!({ "id": id })).await;
    let state = async |expected: &str| {
        wait_until(&format!("the state {expected}"), async || {
            stack.aws().invoke("send-alert-notices").await;
            let rules = admin.call(LIST, json!({})).await;
            let rule = rules.as_array()?.iter().find(|rule| rule["id"] == json!(id))?;
            (rule["targetState"] == expected).then_some(())
        })
        .await;
    };
    with_cleanup(
        Box::pin(async {
            let target = json!({ "kind": "EMAIL", "address": first });
            let name = format!("Rule {id}");
            put(&admin, json!({ "id": id, "name": name, "target": target, "notifyCleared": false })).await.unwrap();
            // The state is read from SNS.
            assert_eq!(test().await, json!([{ "target": { "address": first }, "outcome": "SENT" }]));
            let messages = wait_until("the test message", async || {
                Some(inbox.messages(&name).await).filter(|messages| !messages.is_empty())
            });
            assert_eq!(messages.await.len(), 1);

            inbox.unsubscribe(&first).await;
            state("ENDED").await;
            assert_eq!(test().await, json!([{ "target": { "address": first }, "outcome": "UNCONFIRMED" }]));
            state("CONFIRMED").await;
        }),
        async {
            delete(&admin, id).await;
        },
    )
    .await;
    stack.aws().invoke("send-alert-notices").await;
    let listed = inbox.topic.subscriptions().await.unwrap();
    assert!(listed.iter().all(|subscription| subscription.endpoint != first), "{listed:?}");
    inbox.close().await;
}

#[stack_test]
async fn rejects_invalid_rules_and_changes_of_an_older_version(stack: Stack) {
    let admin = stack.person("admin").await;
    let (id, first, second) = (Uuid::now_v7(), address(), address());
    let mut invalid = rule(id, "NE", "nobody", "https://10.0.0.1/");
    invalid["name"] = json!(" ");
    invalid["escalation"]["afterMinutes"] = json!(1);
    let rejection = put(&admin, invalid).await.unwrap_err();
    let fields: Vec<String> = field_errors(&rejection.info).into_iter().map(|(field, _)| field).collect();
    let expected = ["name", "target.address", "escalation.afterMinutes", "escalation.target.address"];
    assert_eq!(fields, expected.map(|field| format!("input.{field}")));
    with_cleanup(
        Box::pin(async {
            put(&admin, rule(id, "NE", &first, &second)).await.unwrap();
            let mut changed = rule(id, "NE", &first, &second);
            changed["name"] = json!("Renamed");
            let conflict = put(&admin, changed.clone()).await.unwrap_err();
            assert_eq!((conflict.kind.as_str(), &conflict.info["current"]["version"]), ("Conflict", &json!(1)));
            changed["version"] = json!(1);
            assert_eq!(put(&admin, changed).await.unwrap()["version"], 2);
            let stale = admin.call_rejected(DELETE, json!({ "id": id, "version": 1 })).await;
            assert_eq!(stale.kind, "Conflict");
        }),
        async {
            delete(&admin, id).await;
        },
    )
    .await;
}

#[stack_test]
async fn rejects_callers_without_the_permission(stack: Stack) {
    let (id, fridge) = (Uuid::now_v7(), fridge(&stack.person("admin").await).await);
    let person = stack.person("read-only").await;
    let rule = json!({ "input": rule(id, "NE", &address(), &address()) });
    let snooze = json!({ "input": { "location": fridge, "until": in_seconds(60), "reason": "Test" } });
    for (document, variables) in [
        (LIST, json!({})),
        (PUT, rule),
        (DELETE, json!({ "id": id, "version": 1 })),
        (TEST, json!({ "id": id })),
        (SNOOZE, snooze),
        (END_SNOOZE, json!({ "location": fridge })),
    ] {
        assert_eq!(person.call_rejected(document, variables).await.kind, "Forbidden", "{document}");
    }
    assert_eq!(person.call(SNOOZES, json!({})).await["nextToken"], Value::Null);
}

#[stack_test]
async fn limits_a_snooze_to_seven_days_and_requires_a_reason(stack: Stack) {
    let admin = stack.person("admin").await;
    let fridge = fridge(&admin).await;
    for (until, reason, expected) in [
        (in_seconds(-60), "Test", "input.until"),
        (in_seconds(8 * 24 * 3600), "Test", "input.until"),
        (in_seconds(60), " ", "input.reason"),
    ] {
        let input = json!({ "location": fridge, "until": until, "reason": reason });
        let rejection = admin.call_rejected(SNOOZE, json!({ "input": input })).await;
        assert_eq!(field_errors(&rejection.info)[0].0, expected);
    }
    let input = json!({ "location": "NO_SUCH_FRIDGE", "until": in_seconds(60), "reason": "Test" });
    assert_eq!(admin.call_rejected(SNOOZE, json!({ "input": input })).await.kind, "NotFound");
}
