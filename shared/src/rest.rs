//! The REST adapter: runs an [`Operation`] as the function of an API Gateway route.
//!
//! The operation's input is one object with the fields of the body, the query parameters and the path parameters. A name
//! that occurs twice must have the same value, so that the body cannot contradict the path. Unknown names are rejected.

use crate::{
    Caller, Error, FieldError, Operation, Result,
    operation::{Handler, parse_request},
    runtime::{Exit, Process, before_deadline},
    telemetry::{Invocation, REST_CALL},
};
pub use lambda_http::http::StatusCode;
use lambda_http::{Body, RequestExt, Response, request::RequestContext, service_fn};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json, value::RawValue};

/// Runs `O` as the Lambda function `function` until the environment ends. `success` is the status of a call that succeeds.
pub(crate) fn serve<O: Operation>(function: &str, success: StatusCode) -> Exit {
    let process = Process::start()?;
    let operation = Handler::new::<O>(function, process.environment(), parse_request::<O>)?;
    let origin = process.environment().variable("WEB_ORIGIN")?;
    serve_calls(process, &operation, success, &origin)
}

fn serve_calls(process: Process, operation: &Handler<Value>, success: StatusCode, origin: &str) -> Exit {
    let calls = service_fn(|request: lambda_http::Request| async move {
        let invocation = Invocation::start(operation.name, &request.lambda_context().request_id).marked(REST_CALL);
        let caller = operation.caller(claims(&request));
        let user = caller.as_ref().ok().map(|caller| caller.email().to_owned());
        let deadline = request.lambda_context().deadline;
        let response = before_deadline(deadline, call(operation, caller, &request)).await;
        invocation.end(user.as_deref(), response.as_ref().err(), None);
        match response {
            Ok(output) => respond(success, origin, Box::<str>::from(output).into_string()),
            Err(error) => respond(status(&error), origin, serde_json::to_string(&Problem::from(&error))?),
        }
    });
    process.run(async {
        operation.connect().await;
        lambda_http::run(calls).await
    })
}

async fn call(
    operation: &Handler<Value>,
    caller: Result<Caller>,
    request: &lambda_http::Request,
) -> Result<Box<RawValue>> {
    let permit = operation.permit(caller?).await?;
    operation.run(permit, input(request)?).await
}

fn claims(request: &lambda_http::Request) -> Option<&Map<String, Value>> {
    match request.request_context_ref()? {
        RequestContext::ApiGatewayV1(context) => context.authorizer.fields.get("claims")?.as_object(),
        _ => None,
    }
}

fn input(request: &lambda_http::Request) -> Result<Value> {
    let bytes: &[u8] = match request.body() {
        Body::Text(text) => text.as_bytes(),
        Body::Binary(bytes) => bytes,
        _ => &[],
    };
    let body = if bytes.is_empty() { json!({}) } else { serde_json::from_slice(bytes).unwrap_or_default() };
    let Value::Object(mut input) = body else {
        return Err(Error::invalid("body", "The body is not a JSON object"));
    };
    let (query, path) = (request.query_string_parameters_ref(), request.path_parameters_ref());
    for (name, value) in query.into_iter().chain(path).flat_map(|parameters| parameters.iter()) {
        let value = Value::from(value);
        let previous = input.insert(name.to_owned(), value.clone());
        if previous.is_some_and(|previous| previous != value) {
            return Err(Error::invalid(name, format!("{name} in the body differs from {name} in the URL")));
        }
    }
    Ok(Value::Object(input))
}

fn status(error: &Error) -> StatusCode {
    match error {
        Error::Invalid(_) => StatusCode::BAD_REQUEST,
        Error::NotFound(_) => StatusCode::NOT_FOUND,
        Error::Conflict { .. } => StatusCode::CONFLICT,
        Error::Forbidden | Error::MfaRequired | Error::AccountDisabled | Error::WrongToken(_) => StatusCode::FORBIDDEN,
        Error::Unavailable { retryable: true, .. } => StatusCode::SERVICE_UNAVAILABLE,
        Error::Unavailable { retryable: false, .. } => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// The body of a function's error response.
#[derive(Debug, JsonSchema, Serialize)]
pub struct Problem<'a> {
    /// What happened and what to do, for the user.
    message: String,
    /// The errors of an invalid input, by field. Empty for other errors.
    errors: &'a [FieldError],
    /// The stored state, in the shape in which the caller reads it. Only for a conflict.
    #[serde(skip_serializing_if = "Option::is_none")]
    current: Option<&'a Value>,
    /// A stable code that distinguishes errors of the same status.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

impl<'a> From<&'a Error> for Problem<'a> {
    fn from(error: &'a Error) -> Self {
        let current = match error {
            Error::Conflict { current, .. } => current.as_ref(),
            _ => None,
        };
        Self { message: error.to_string(), errors: error.fields(), current, reason: error.reason() }
    }
}

fn respond(status: StatusCode, origin: &str, body: String) -> Result<Response<Body>, lambda_http::Error> {
    Ok(Response::builder()
        .status(status)
        .header("content-type", "application/json")
        .header("cache-control", "no-store")
        // Only pages of the web app's origin may read the response in a browser.
        .header("access-control-allow-origin", origin)
        // The web app shows the request id of a failed call.
        .header("access-control-expose-headers", "x-amzn-requestid")
        .body(body.into())?)
}
