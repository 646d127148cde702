//! Sign-ins of users. `SignInStore` reads and writes the SignIns table.
//!
//! The user pool invokes a function after each sign-in. Cognito's own sign-in log requires a more expensive plan.

use crate::permissions::UserId;
use serde::{Deserialize, Serialize};
use shared::{
    Instant, Result,
    table::{CompositeKey, Item, ItemExt, time_to_live},
};

const KEY: CompositeKey = CompositeKey::new("user", "at");
/// Retention of sign-ins.
const RETENTION: chrono::Duration = chrono::Duration::days(90);
/// Maximum number of sign-ins in a response.
const MAX_SIGN_INS: i32 = 20;

shared::store! {
    /// The SignIns table.
    pub struct SignInStore { variable: "SIGN_INS_TABLE", key: KEY }
}

/// One sign-in.
#[derive(Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct SignIn {
    /// The time of the sign-in.
    at: Instant,
}

/// The event that the user pool sends after a sign-in.
#[derive(Debug, Deserialize)]
pub struct SignedIn {
    request: SignedInRequest,
}

/// The part of the event that identifies the user.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SignedInRequest {
    user_attributes: UserAttributes,
}

#[derive(Debug, Deserialize)]
struct UserAttributes {
    sub: String,
}

/// Stores a sign-in.
pub async fn record(store: &SignInStore, now: Instant, event: &SignedIn) -> Result<()> {
    let user = event.request.user_attributes.sub.as_str();
    let item = Item::from(KEY.of(user, now)).with("expires", time_to_live(now.plus(RETENTION)));
    store.table.put(item).send().await.map(drop)
}

/// Returns the latest sign-ins of a user, newest first.
pub async fn latest(store: &SignInStore, user: &str) -> Result<Vec<SignIn>> {
    store.table.query(KEY.partition(user)).newest_first().limit(MAX_SIGN_INS).items().await
}

/// Arguments of `lastSignIn`.
#[derive(Debug, Deserialize)]
pub struct LastSignInArguments {
    user: UserId,
}

/// Returns the time of a user's latest sign-in; `None` if the user did not sign in within [`RETENTION`].
pub async fn last(store: &SignInStore, LastSignInArguments { user }: LastSignInArguments) -> Result<Option<Instant>> {
    let latest = store.table.query(KEY.partition(user.to_string())).newest_first().limit(1);
    Ok(latest.items::<SignIn>().await?.first().map(|sign_in| sign_in.at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_the_sample_event_of_the_user_pool() {
        let event: serde_json::Value =
            serde_json::from_str(include_str!("../../../infra/events/record-sign-in.json")).unwrap();
        let event: SignedIn = serde_json::from_value(event).unwrap();
        assert_eq!(event.request.user_attributes.sub, "0b1f6f0e-6c1e-4b65-9d0c-2f5f7a1c9e01");
    }
}
