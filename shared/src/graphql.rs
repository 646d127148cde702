//! The GraphQL adapter: runs an [`Operation`] as the function of an AppSync field.
//!
//! The resolver (`infra/resolvers/lambda.js`) sends the field's arguments and the identity that AppSync verified, and
//! translates `{"error"}` to a GraphQL error. The event type is defined here, because the one in `aws_lambda_events`
//! parses a user pool identity as an IAM identity and drops the claims.

use crate::{
    Caller, Error, Operation, Result,
    operation::{Handler, parse_arguments},
    runtime::{Exit, Process, before_deadline},
    telemetry::Invocation,
};
use lambda_runtime::{LambdaEvent, service_fn};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json, value::RawValue};

#[derive(Deserialize)]
struct Event {
    /// The arguments, which are parsed after the caller's permission is checked. `None` if there are none.
    #[serde(default)]
    arguments: Arguments,
    #[serde(default)]
    identity: Option<Identity>,
}

/// The JSON text of a field's arguments.
type Arguments = Option<Box<RawValue>>;

#[derive(Deserialize)]
struct Identity {
    #[serde(default)]
    claims: Option<Map<String, Value>>,
}

/// The response to the resolver.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Response {
    Data(Box<RawValue>),
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
            other => match other.reason() {
                Some(reason) => json!({ "errors": [], "reason": reason }),
                None => json!({ "errors": other.fields() }),
            },
        };
        Self { kind: error.kind(), message: error.to_string(), info }
    }
}

/// Runs `O` as the Lambda function `function` until the environment ends.
pub(crate) fn serve<O: Operation>(function: &str) -> Exit {
    let process = Process::start()?;
    let operation = Handler::new::<O>(function, process.environment(), parse_arguments::<O>)?;
    serve_calls(process, &operation)
}

fn serve_calls(process: Process, operation: &Handler<Arguments>) -> Exit {
    let calls = service_fn(|event: LambdaEvent<Event>| async move {
        let invocation = Invocation::start(operation.name, &event.context.request_id);
        let caller = operation.caller(event.payload.identity.and_then(|identity| identity.claims).as_ref());
        let user = caller.as_ref().ok().map(|caller| caller.email().to_owned());
        let call = call(operation, caller, event.payload.arguments);
        let response = before_deadline(event.context.deadline, call).await;
        invocation.end(user.as_deref(), response.as_ref().err(), None);
        Ok::<_, lambda_runtime::Error>(match response {
            Ok(output) => Response::Data(output),
            Err(error) => Response::Error(Problem::from(&error)),
        })
    });
    process.run(async {
        operation.connect().await;
        lambda_runtime::run(calls).await
    })
}

async fn call(operation: &Handler<Arguments>, caller: Result<Caller>, arguments: Arguments) -> Result<Box<RawValue>> {
    let permit = operation.permit(caller?).await?;
    operation.run(permit, arguments).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_without_arguments_has_none() -> std::result::Result<(), serde_json::Error> {
        let arguments = |event: &str| -> std::result::Result<_, serde_json::Error> {
            let event: Event = serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_str(event))
                .map_err(serde_path_to_error::Error::into_inner)?;
            Ok(event.arguments.map(|arguments| arguments.get().to_owned()))
        };
        assert_eq!(arguments(r#"{ "arguments": { "id": "A" }, "info": {} }"#)?.as_deref(), Some(r#"{ "id": "A" }"#));
        assert_eq!([arguments("{}")?, arguments(r#"{"arguments": null}"#)?], [None, None]);
        Ok(())
    }

    #[test]
    fn an_error_contains_type_message_and_fields() -> std::result::Result<(), serde_json::Error> {
        let response = Response::Error(Problem::from(&Error::invalid("ip", "IP Address invalid")));
        let expected = json!({"error": {
            "type": "Invalid", "message": "IP Address invalid",
            "info": {"errors": [{"field": "ip", "message": "IP Address invalid"}]},
        }});
        assert_eq!(serde_json::to_value(&response)?, expected);
        Ok(())
    }

    #[test]
    fn a_disabled_account_is_reported_by_its_reason() {
        let problem = Problem::from(&Error::AccountDisabled);
        assert_eq!((problem.kind, &problem.info["reason"]), ("Forbidden", &json!("ACCOUNT_DISABLED")));
    }

    #[test]
    fn a_conflict_contains_the_stored_state() {
        let error = Error::Conflict { message: "m".into(), current: Some(json!({"version": 3})) };
        assert_eq!(Problem::from(&error).info, json!({"current": {"version": 3}}));
    }
}
