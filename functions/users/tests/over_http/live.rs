//! Who may subscribe to live events, by channel and profile, and what the events carry.

use crate::accounts::set_enabled;
use serde_json::{Value, json};
use testkit::{Member, NewLocation, Stack, Subscription, afterwards, in_seconds};
use uuid::Uuid;

const FRIDGE: &str = "/fridges/xFRIDGE-1x";
const FLEET: &str = "/fleet/all";
const DAY: &str = "/stocking/2026-11-21";
const CHANNELS: [&str; 3] = [FRIDGE, FLEET, DAY];
const WILDCARDS: [&str; 3] = ["/fridges/*", "/fleet/*", "/stocking/*"];

async fn subscribes(stack: &Stack, token: Option<&str>, channel: &str) -> bool {
    Subscription::begin(stack, token, channel).await.is_ok()
}

/// To which of the three channels the token opens a subscription.
async fn open_to(stack: &Stack, token: Option<&str>) -> [bool; 3] {
    let mut open = [false; 3];
    for (open, channel) in open.iter_mut().zip(CHANNELS) {
        *open = subscribes(stack, token, channel).await;
    }
    open
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_profile_subscribes_to_the_channels_whose_data_it_may_read() {
    let stack = Stack::load().await;
    for (profile, expected) in [
        ("admin", [true, true, true]),
        ("operations", [true, true, true]),
        ("read-only", [true, true, true]),
        ("no-permissions", [true, true, false]),
    ] {
        let token = stack.tokens(profile).await.id;
        assert_eq!(open_to(&stack, Some(&token)).await, expected, "{profile}");
        for wildcard in WILDCARDS {
            assert!(!subscribes(&stack, Some(&token), wildcard).await, "{profile}: {wildcard}");
        }
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn only_an_id_token_of_the_web_app_subscribes() {
    let stack = Stack::load().await;
    let access = stack.tokens("admin").await.access;
    let other = stack.tokens_of_another_client("admin").await.id;
    for token in [None, Some("a.b.c"), Some(access.as_str()), Some(other.as_str())] {
        assert_eq!(open_to(&stack, token).await, [false; 3], "{token:?}");
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn the_valid_token_of_a_disabled_account_subscribes_to_nothing() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let member = Member::join(&stack).await;
    let test = Box::pin(async {
        let grant = json!({ "user": member.user, "action": "GetCheckPointStatus" });
        admin.post("/users/permissions", grant).await.expect(200);
        let token = member.tokens(&stack).await.id;
        assert_eq!(open_to(&stack, Some(&token)).await, [true; 3]);
        set_enabled(&admin, &member, false).await;
        assert_eq!(open_to(&stack, Some(&token)).await, [false; 3]);
    });
    afterwards(test, member.leave(&stack)).await;
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn an_event_names_what_changed_and_carries_no_data() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().with("status", "LIVE").create(&admin).await;
    let token = stack.tokens("admin").await.id;
    let at = in_seconds(0);
    // From 18:00 Central on it is the next day's; both are subscribed to.
    let mut subscriptions = Vec::new();
    for days in [0, 1] {
        let channel = format!("/stocking/{}", &in_seconds(86_400 * days).to_string()[..10]);
        subscriptions.push(Subscription::begin(&stack, Some(&token), &channel).await.unwrap());
    }
    let fridge = format!("/fridges/x{}x", id.replace('_', "-"));
    let mut health = Subscription::begin(&stack, Some(&token), &fridge).await.unwrap();

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
    stack.aws().tell(&[action.clone(), message("HealthReport", json!({ "temperature": 38.5 }))]).await;

    let wanted = json!({ "kind": "driverAction", "id": action["messageId"] });
    let [first, second] = &mut subscriptions[..] else { panic!("two days") };
    let found = async |day: &mut Subscription| while day.event().await != wanted {};
    tokio::select! {
        () = found(first) => {}
        () = found(second) => {}
    }
    assert_eq!(health.event().await, json!({ "kind": "health", "id": id }));
}
