//! Calls of every operation, and subscriptions to every live channel, without a valid token.

use super::jwt::{Jwt, foreign_public_key, pem};
use crate::{
    live::CHANNELS,
    operations::{Outcome, check_all_operations},
};
use futures::future::join_all;
use integration::{Stack, Subscription, print_attack, stack_test};

/// A call with a token that no operation accepts.
struct Attack {
    name: &'static str,
    token: Option<String>,
    /// The outcome of every operation.
    expected: Outcome,
}

fn attack(name: &'static str, token: impl Into<String>) -> Attack {
    Attack { name, token: Some(token.into()), expected: Outcome::NotSignedIn }
}

/// The attacks that need no sign-in.
fn garbage() -> Vec<Attack> {
    vec![
        Attack { name: "no token", token: None, expected: Outcome::NotSignedIn },
        attack("garbage", "garbage"),
        attack("garbage in three parts", "a.b.c"),
        attack("garbage after Bearer", "Bearer garbage"),
        attack("dots only", ".."),
        attack("4,000 characters", "A".repeat(4000)),
    ]
}

/// The attacks with changed tokens of an administrator, whose valid token every operation accepts.
async fn forged(stack: &Stack) -> Vec<Attack> {
    let id = Jwt::read(&stack.tokens("admin").await.id);
    let other_user = Jwt::read(&stack.tokens("no-permissions").await.id);
    let key = stack.public_key(id.header["kid"].as_str().unwrap()).await;
    let expiry = id.claims["exp"].as_i64().unwrap();
    let escalated = other_user.clone().with_claim("sub", id.claims["sub"].clone());
    vec![
        attack("algorithm none", id.clone().with_header("alg", "none").without_signature()),
        attack("algorithm none with a signature", id.clone().with_header("alg", "none").with_original_signature()),
        attack("no signature", id.without_signature()),
        attack("changed signature", id.with_changed_signature()),
        attack("foreign key", id.signed_with_foreign_key()),
        attack(
            "foreign key in the header",
            id.clone().with_header("jwk", foreign_public_key()).signed_with_foreign_key(),
        ),
        attack("foreign key with another key id", id.clone().with_header("kid", "foreign").signed_with_foreign_key()),
        attack("HS256 with the public key as PEM", id.clone().signed_with_secret(pem(&key).as_bytes())),
        attack("HS256 with the public key as JSON", id.clone().signed_with_secret(key.to_string().as_bytes())),
        attack("HS256 with an empty secret", id.clone().signed_with_secret(b"")),
        attack("claims of an administrator", escalated.with_original_signature()),
        attack("another e-mail", id.clone().with_claim("email", "other@larder.example").with_original_signature()),
        attack("later expiry", id.clone().with_claim("exp", expiry + 86_400).with_original_signature()),
        attack("claims of another user", id.with_claims(other_user.claims).with_original_signature()),
    ]
}

/// The attacks with tokens that a user pool issued, but not for this call.
async fn misused(stack: &Stack) -> Vec<Attack> {
    let admin = stack.tokens("admin").await;
    let other_client = stack.tokens_of_another_client("admin").await;
    vec![
        attack("expired", stack.expired_token("admin").await),
        attack("another user pool", stack.token_of_another_user_pool("admin").await),
        attack("refresh token", admin.refresh),
        // Operations say which token to send.
        Attack { expected: Outcome::WrongToken, ..attack("access token", admin.access) },
        Attack { expected: Outcome::WrongToken, ..attack("another client", other_client.id) },
        Attack { expected: Outcome::WrongToken, ..attack("access token of another client", other_client.access) },
    ]
}

async fn check(stack: &Stack, attacks: Vec<Attack>) {
    for Attack { name, token, expected } in attacks {
        let (mut rejected, accepted) = check_all_operations(stack, token.as_deref(), |_| expected.clone()).await;
        let subscriptions = CHANNELS.map(|channel| Subscription::start(stack, token.as_deref(), channel));
        for (channel, subscription) in CHANNELS.iter().zip(join_all(subscriptions).await) {
            assert!(subscription.is_err(), "{name}: the subscription to {channel} was accepted");
            rejected += 1;
        }
        print_attack(name, rejected, accepted);
    }
}

#[stack_test]
async fn every_operation_and_channel_rejects_calls_without_a_token_and_garbage(stack: Stack) {
    Box::pin(check(&stack, garbage())).await;
}

#[stack_test]
async fn every_operation_and_channel_rejects_forged_tokens(stack: Stack) {
    let attacks = forged(&stack).await;
    Box::pin(check(&stack, attacks)).await;
}

#[stack_test]
async fn every_operation_and_channel_rejects_tokens_that_were_issued_for_something_else(stack: Stack) {
    let attacks = misused(&stack).await;
    Box::pin(check(&stack, attacks)).await;
}
