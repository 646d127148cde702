//! Permissions to subscribe to live channels, and the content of live events.

use crate::accounts::set_enabled;
use integration::{Member, NewLocation, Stack, Subscription, in_seconds, stack_test, with_cleanup};
use serde_json::{Value, json};
use uuid::Uuid;

const FRIDGE: &str = "/fridges/xFRIDGE-1x";
const FLEET: &str = "/fleet/all";
const DAY: &str = "/stocking/2026-11-21";
pub(crate) const CHANNELS: [&str; 3] = [FRIDGE, FLEET, DAY];
const WILDCARDS: [&str; 3] = ["/fridges/*", "/fleet/*", "/stocking/*"];

async fn can_subscribe(stack: &Stack, token: Option<&str>, channel: &str) -> bool {
    Subscription::start(stack, token, channel).await.is_ok()
}

/// Returns whether the token can subscribe to each of the three channels.
async fn allowed_channels(stack: &Stack, token: Option<&str>) -> [bool; 3] {
    let mut allowed = [false; 3];
    for (allowed, channel) in allowed.iter_mut().zip(CHANNELS) {
        *allowed = can_subscribe(stack, token, channel).await;
    }
    allowed
}

#[stack_test]
async fn allows_only_channels_whose_data_the_user_can_read(stack: Stack) {
    for (profile, expected) in [
        ("admin", [true, true, true]),
        ("operations", [true, true, true]),
        ("read-only", [true, true, true]),
        ("no-permissions", [true, true, false]),
    ] {
        let token = stack.tokens(profile).await.id;
        assert_eq!(allowed_channels(&stack, Some(&token)).await, expected, "{profile}");
        for wildcard in WILDCARDS {
            assert!(!can_subscribe(&stack, Some(&token), wildcard).await, "{profile}: {wildcard}");
        }
    }
}

#[stack_test]
async fn accepts_only_id_tokens_of_the_web_app(stack: Stack) {
    let access = stack.tokens("admin").await.access;
    let other = stack.tokens_of_another_client("admin").await.id;
    for token in [None, Some("a.b.c"), Some(access.as_str()), Some(other.as_str())] {
        assert_eq!(allowed_channels(&stack, token).await, [false; 3], "{token:?}");
    }
}

#[stack_test]
async fn rejects_the_valid_token_of_a_disabled_account(stack: Stack) {
    let admin = stack.person("admin").await;
    let member = Member::create(&stack).await;
    let test = Box::pin(async {
        let grant = json!({ "user": member.user, "action": "GetCheckPointStatus" });
        admin.post("/users/permissions", grant).await.expect(200);
        let token = member.tokens(&stack).await.id;
        assert_eq!(allowed_channels(&stack, Some(&token)).await, [true; 3]);
        set_enabled(&admin, &member, false).await;
        assert_eq!(allowed_channels(&stack, Some(&token)).await, [false; 3]);
    });
    with_cleanup(test, member.delete(&stack)).await;
}

#[stack_test]
async fn an_event_has_only_the_kind_and_id_of_the_change(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().with("status", "LIVE").create(&admin).await;
    let token = stack.tokens("admin").await.id;
    let at = in_seconds(0);
    // After 18:00 Central, the event belongs to the next stocking day. The test subscribes to both.
    let mut subscriptions = Vec::new();
    for days in [0, 1] {
        let channel = format!("/stocking/{}", &in_seconds(86_400 * days).to_string()[..10]);
        subscriptions.push(Subscription::start(&stack, Some(&token), &channel).await.unwrap());
    }
    let fridge = format!("/fridges/x{}x", id.replace('_', "-"));
    let mut health = Subscription::start(&stack, Some(&token), &fridge).await.unwrap();

    let message = |kind: &str, fields: Value| {
        let mut message = json!({
            "schemaVersion": 1, "messageId": Uuid::now_v7(), "type": kind, "locationId": id, "occurredAt": at,
        });
        message.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        message
    };
    let action = message(
        "DriverAction",
        json!({ "eventType": "LocationStocked", "user": "ana@drivers.example", "data": { "stockingIndex": 1 } }),
    );
    stack.aws().send_telemetry(&[action.clone(), message("HealthReport", json!({ "temperature": 38.5 }))]).await;

    let expected = json!({ "kind": "driverAction", "id": action["messageId"] });
    let [first, second] = &mut subscriptions[..] else { panic!("two days") };
    let found = async |day: &mut Subscription| while day.event().await != expected {};
    tokio::select! {
        () = found(first) => {}
        () = found(second) => {}
    }
    assert_eq!(health.event().await, json!({ "kind": "health", "id": id }));
}
