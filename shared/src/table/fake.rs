//! A fake DynamoDB for tests of requests, retries and responses.

use super::{SimpleKey, Table};
use crate::{
    Environment,
    aws_client::{retry_config, timeout_config},
};
use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_credential_types::{Credentials, provider::SharedCredentialsProvider};
use aws_smithy_runtime_api::client::{
    http::{HttpConnector, HttpConnectorFuture, SharedHttpConnector, http_client_fn},
    orchestrator::{HttpRequest, HttpResponse},
    result::ConnectorError,
};
use aws_smithy_types::body::SdkBody;
use serde_json::{Value, json};
use std::{
    collections::{HashMap, VecDeque},
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// The key of the fake table.
pub(crate) const KEY: SimpleKey = SimpleKey::new("id");

/// A response with this status.
pub(crate) fn response(status: u16, body: &Value) -> HttpResponse {
    HttpResponse::new(status.try_into().unwrap(), SdkBody::from(body.to_string()))
}

/// The outcome of one attempt.
#[derive(Clone, Debug)]
pub(crate) enum Attempt {
    Response(u16, Value),
    LostResponse,
}

/// A fake DynamoDB that records the requests.
#[derive(Clone)]
pub(crate) struct FakeDynamoDb(Arc<Mutex<State>>);

struct State {
    respond: Box<dyn FnMut(&Value) -> Attempt + Send>,
    requests: Vec<Value>,
}

impl fmt::Debug for FakeDynamoDb {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("FakeDynamoDb").finish_non_exhaustive()
    }
}

impl FakeDynamoDb {
    /// A fake with the given outcomes of attempts. The last one repeats.
    pub(crate) fn new(attempts: impl IntoIterator<Item = Attempt>) -> Self {
        let mut attempts: VecDeque<Attempt> = attempts.into_iter().collect();
        Self::responding(move |_| {
            let attempt = if attempts.len() > 1 { attempts.pop_front() } else { attempts.front().cloned() };
            attempt.unwrap()
        })
    }

    /// A fake whose outcomes depend on the body of the request.
    pub(crate) fn responding(respond: impl FnMut(&Value) -> Attempt + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(State { respond: Box::new(respond), requests: Vec::new() })))
    }

    /// A table whose client retries as in production, with shorter backoffs.
    pub(crate) fn table(&self) -> Table {
        let connector = SharedHttpConnector::new(self.clone());
        let credentials = Credentials::new("key", "secret", None, None, "test");
        let sdk = SdkConfig::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new("us-east-1"))
            .credentials_provider(SharedCredentialsProvider::new(credentials))
            .http_client(http_client_fn(move |_, _| connector.clone()))
            .retry_config(retry_config().with_initial_backoff(Duration::from_millis(1)))
            .timeout_config(timeout_config())
            .build();
        let environment = Environment::new(sdk, HashMap::from([("LOCATIONS_TABLE".into(), "Locations".into())]));
        Table::from_environment(&environment, "LOCATIONS_TABLE", KEY).unwrap()
    }

    /// The bodies of the requests.
    pub(crate) fn requests(&self) -> Vec<Value> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).requests.clone()
    }
}

impl HttpConnector for FakeDynamoDb {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let body = serde_json::from_slice(request.body().bytes().unwrap()).unwrap();
        let attempt = (state.respond)(&body);
        state.requests.push(body);
        HttpConnectorFuture::ready(match attempt {
            Attempt::Response(status, body) => Ok(response(status, &body)),
            Attempt::LostResponse => Err(ConnectorError::io("connection reset".into())),
        })
    }
}

/// A rejection with this code.
pub(crate) fn error_response(code: &str) -> Attempt {
    Attempt::Response(400, json!({ "__type": format!("com.amazonaws.dynamodb.v20120810#{code}"), "message": "no" }))
}

/// A canceled transaction with these reasons of its actions.
pub(crate) fn canceled_response<'a>(reasons: impl IntoIterator<Item = &'a str>) -> Attempt {
    let reasons: Vec<Value> = reasons.into_iter().map(|code| json!({ "Code": code })).collect();
    let code = "com.amazonaws.dynamodb.v20120810#TransactionCanceledException";
    Attempt::Response(400, json!({ "__type": code, "message": "canceled", "CancellationReasons": reasons }))
}

/// A successful response without data.
pub(crate) fn success_response() -> Attempt {
    Attempt::Response(200, json!({}))
}
