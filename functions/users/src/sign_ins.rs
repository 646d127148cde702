//! Sign-ins of users. `SignInStore` reads and writes the SignIns table.
//!
//! The user pool invokes a function after each sign-in. Cognito's own sign-in log requires a more expensive plan.

use aws_sdk_dynamodb::Client;
use serde::{Deserialize, Serialize};
use shared::{
    Environment, FromEnvironment, Instant, Result,
    dynamo::{self, text},
};

/// Retention of sign-ins.
const RETENTION: chrono::Duration = chrono::Duration::days(90);
/// Maximum number of sign-ins in a response.
const MAX_SIGN_INS: i32 = 20;

/// The SignIns table.
#[derive(Clone, Debug)]
pub struct SignInStore {
    client: Client,
    table: String,
}

impl FromEnvironment for SignInStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("SIGN_INS_TABLE")? })
    }
}

/// One sign-in.
#[derive(Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct SignIn {
    /// The time of the sign-in.
    at: Instant,
}

/// The table item of a sign-in.
#[derive(Serialize)]
struct SignInItem<'a> {
    user: &'a str,
    at: Instant,
    /// The time at which DynamoDB deletes the item, in epoch seconds.
    expires: i64,
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
    let item = dynamo::to_item(&SignInItem { user, at: now, expires: now.plus(RETENTION).utc().timestamp() })?;
    let put = store.client.put_item().table_name(&store.table).set_item(Some(item));
    put.send().await.map(drop).map_err(dynamo::failure)
}

/// Returns the latest sign-ins of a user, newest first.
pub async fn latest(store: &SignInStore, user: &str) -> Result<Vec<SignIn>> {
    let found = store
        .client
        .query()
        .table_name(&store.table)
        .key_condition_expression("#user = :user")
        .expression_attribute_names("#user", "user")
        .expression_attribute_values(":user", text(user))
        .scan_index_forward(false)
        .limit(MAX_SIGN_INS)
        .send()
        .await
        .map_err(dynamo::failure)?;
    found.items.unwrap_or_default().into_iter().map(|item| dynamo::from_item(&store.table, "user", item)).collect()
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
