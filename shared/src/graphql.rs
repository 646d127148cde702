//! The GraphQL adapter: runs an [`Operation`] as the function of an AppSync field.
//!
//! The resolver (`infra/resolvers/lambda.js`) sends the field's arguments and the identity that AppSync verified, and
//! turns `{"error"}` into a GraphQL error. The envelope is our own: the one in `aws_lambda_events` takes a user-pool
//! identity for an IAM one and loses the claims.

use crate::{
    Caller, Environment, Error, FromEnvironment, Instant, Operation, Request, operation,
    permissions::PermissionStore,
    telemetry::{self, Invocation},
};
use lambda_runtime::{LambdaEvent, service_fn};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

#[derive(Deserialize)]
struct Event {
    #[serde(default)]
    arguments: Value,
    #[serde(default)]
    identity: Option<Identity>,
}

#[derive(Deserialize)]
struct Identity {
    #[serde(default)]
    claims: Option<Map<String, Value>>,
}

/// What the resolver gets back.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Answer<Output> {
    Data(Output),
    Error(Problem),
}

#[derive(Serialize)]
struct Problem {
    #[serde(rename = "type")]
    kind: &'static str,
    message: String,
    info: Value,
}

impl From<&Error> for Problem {
    fn from(error: &Error) -> Self {
        let info = match error {
            Error::Conflict { current: Some(current), .. } => json!({ "current": current }),
            other => json!({ "errors": other.fields() }),
        };
        Self { kind: error.kind(), message: error.to_string(), info }
    }
}

/// Runs `O` as a Lambda function until the environment ends.
pub async fn serve<O: Operation>() -> Result<(), lambda_runtime::Error> {
    telemetry::start();
    let environment = Environment::load().await;
    let permissions = PermissionStore::from_environment(&environment)?;
    let uses = O::Uses::from_environment(&environment)?;
    let (permissions, uses) = (&permissions, &uses);
    lambda_runtime::run(service_fn(|event: LambdaEvent<Event>| async move {
        let invocation = Invocation::begin(O::NAME, &event.context.request_id);
        let caller = Caller::from_claims(event.payload.identity.and_then(|identity| identity.claims).as_ref());
        let user = caller.as_ref().ok().map(|caller| caller.email().to_owned());
        let answer = answer::<O>(permissions, uses, caller, event.payload.arguments).await;
        invocation.end(user.as_deref(), answer.as_ref().err(), None);
        Ok::<_, lambda_runtime::Error>(match answer {
            Ok(output) => Answer::Data(output),
            Err(error) => Answer::Error(Problem::from(&error)),
        })
    }))
    .await
}

async fn answer<O: Operation>(
    permissions: &PermissionStore,
    uses: &O::Uses,
    caller: Result<Caller, Error>,
    arguments: Value,
) -> Result<O::Output, Error> {
    let permit = operation::permit::<O>(permissions, caller?).await?;
    let input = operation::parse::<O>(arguments)?;
    O::run(uses, Request { permit, now: Instant::now(), input }).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_tells_type_message_and_fields() -> Result<(), serde_json::Error> {
        let answer = Answer::<()>::Error(Problem::from(&Error::invalid("ip", "IP Address invalid")));
        let expected = json!({"error": {
            "type": "Invalid", "message": "IP Address invalid",
            "info": {"errors": [{"field": "ip", "message": "IP Address invalid"}]},
        }});
        assert_eq!(serde_json::to_value(&answer)?, expected);
        Ok(())
    }

    #[test]
    fn a_conflict_shows_what_is_stored_now() {
        let error = Error::Conflict { message: "m".into(), current: Some(json!({"version": 3})) };
        assert_eq!(Problem::from(&error).info, json!({"current": {"version": 3}}));
    }
}
