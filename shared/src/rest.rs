//! The REST adapter: runs an [`Operation`] as the function of an API Gateway route.
//!
//! The operation's input is one object: the body's fields, the query's and the path's. A name that comes twice must
//! have the same value, so that a body cannot say something else than the address it was sent to.

use crate::{
    Caller, Environment, Error, FromEnvironment, Instant, Operation, Permit, Request, operation,
    permissions::PermissionStore,
    telemetry::{self, Invocation, REST_CALL},
};
use lambda_http::{Body, RequestExt, Response, http::StatusCode, request::RequestContext, service_fn};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// Runs `O` as a Lambda function until the environment ends. `success` is the status of a call that succeeds.
pub async fn serve<O: Operation>(success: StatusCode) -> Result<(), lambda_http::Error> {
    telemetry::start();
    let environment = Environment::load().await;
    let permissions = PermissionStore::from_environment(&environment)?;
    let uses = O::Uses::from_environment(&environment)?;
    let (permissions, uses) = (&permissions, &uses);
    lambda_http::run(service_fn(|request: lambda_http::Request| async move {
        let invocation = Invocation::begin(O::NAME, &request.lambda_context().request_id).marked(REST_CALL);
        let caller = Caller::from_claims(claims(&request));
        let user = caller.as_ref().ok().map(|caller| caller.email().to_owned());
        let answer = answer::<O>(permissions, uses, caller, &request).await;
        invocation.end(user.as_deref(), answer.as_ref().err(), None);
        match answer {
            Ok(output) => respond(success, &output),
            Err(error) => respond(status(&error), &problem(&error)),
        }
    }))
    .await
}

async fn answer<O: Operation>(
    permissions: &PermissionStore,
    uses: &O::Uses,
    caller: Result<Caller, Error>,
    request: &lambda_http::Request,
) -> Result<O::Output, Error> {
    let permit: Permit = operation::permit::<O>(permissions, caller?).await?;
    let input = operation::parse::<O>(input(request)?)?;
    O::run(uses, Request { permit, now: Instant::now(), input }).await
}

fn claims(request: &lambda_http::Request) -> Option<&Map<String, Value>> {
    match request.request_context_ref()? {
        RequestContext::ApiGatewayV1(context) => context.authorizer.fields.get("claims")?.as_object(),
        _ => None,
    }
}

fn input(request: &lambda_http::Request) -> Result<Value, Error> {
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
        let stated = input.insert(name.to_owned(), value.clone());
        if stated.is_some_and(|stated| stated != value) {
            return Err(Error::invalid(name, format!("{name} is not the one of the address")));
        }
    }
    Ok(Value::Object(input))
}

fn status(error: &Error) -> StatusCode {
    match error {
        Error::Invalid(_) => StatusCode::BAD_REQUEST,
        Error::NotFound(_) => StatusCode::NOT_FOUND,
        Error::Conflict { .. } => StatusCode::CONFLICT,
        Error::Forbidden => StatusCode::FORBIDDEN,
        Error::Unavailable { retryable: true, .. } => StatusCode::SERVICE_UNAVAILABLE,
        Error::Unavailable { retryable: false, .. } => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

fn problem(error: &Error) -> Value {
    let mut problem = json!({ "message": error.to_string(), "errors": error.fields() });
    if let (Error::Conflict { current: Some(current), .. }, Value::Object(problem)) = (error, &mut problem) {
        problem.insert("current".into(), current.clone());
    }
    problem
}

fn respond(status: StatusCode, body: &impl Serialize) -> Result<Response<Body>, lambda_http::Error> {
    Ok(Response::builder()
        .status(status)
        .header("content-type", "application/json")
        .header("cache-control", "no-store")
        // The browser of the console's own origin calls with a token, never with cookies: any origin may read.
        .header("access-control-allow-origin", "*")
        .body(serde_json::to_string(body)?.into())?)
}
