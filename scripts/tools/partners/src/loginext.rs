//! The simulated LogiNext service. It accepts the routes of a fulfillment center once per idempotency key and records the
//! requests.

use axum::{
    Json, Router, extract,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post, put},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// The delay of a slow response, longer than every client's timeout.
const SLOW: Duration = Duration::from_secs(15);
/// The maximum number of recorded requests.
const MAX_REQUESTS: usize = 1000;

/// The response to a request.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Behavior {
    /// The routes are accepted.
    #[default]
    Normal,
    /// The routes are accepted after 15 seconds.
    Slow,
    /// Status 500. The routes are not accepted.
    Failing,
    /// Status 500, although the routes are accepted.
    LostResponse,
    /// HTML instead of JSON.
    Garbage,
    /// Status 401.
    Unauthorized,
}

/// The configured behavior of the next requests.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Configuration {
    behavior: Behavior,
    /// The number of requests with this behavior.
    #[serde(default = "once")]
    times: u32,
    /// The center whose requests have this behavior; all centers if absent.
    fulfillment_center: Option<String>,
}

fn once() -> u32 {
    1
}

/// The requests with one idempotency key.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Arrival {
    /// The idempotency key.
    pub idempotency_key: String,
    /// The number of requests. Only the first one is accepted.
    pub times: u32,
    /// The body.
    pub body: Value,
}

#[derive(Debug, Default)]
struct State {
    configurations: Vec<Configuration>,
    calls: u32,
    arrived: Vec<Arrival>,
}

/// The simulated service.
#[derive(Debug, Default)]
pub struct LogiNext(Mutex<State>);

impl LogiNext {
    /// Configures the next `times` requests of a center, or of all centers.
    pub fn behave(&self, behavior: Behavior, times: u32, fulfillment_center: Option<&str>) {
        self.configure(Configuration { behavior, times, fulfillment_center: fulfillment_center.map(str::to_owned) });
    }

    /// The number of requests.
    pub fn calls(&self) -> u32 {
        self.state().calls
    }

    /// The accepted requests by idempotency key.
    pub fn arrived(&self) -> Vec<Arrival> {
        self.state().arrived.clone()
    }

    fn configure(&self, configuration: Configuration) {
        let mut state = self.state();
        state.configurations.retain(|other| other.fulfillment_center != configuration.fulfillment_center);
        state.configurations.push(configuration);
    }

    /// The behavior for this request.
    fn behavior(&self, center: &str) -> Behavior {
        let mut state = self.state();
        state.calls += 1;
        let applies = |configuration: &&mut Configuration| {
            configuration.times > 0 && configuration.fulfillment_center.as_deref().is_none_or(|named| named == center)
        };
        let Some(configuration) = state.configurations.iter_mut().find(applies) else { return Behavior::Normal };
        configuration.times -= 1;
        configuration.behavior
    }

    /// Accepts the routes unless the idempotency key is known.
    fn accept(&self, key: &str, body: &Value) -> Response {
        let mut state = self.state();
        if let Some(known) = state.arrived.iter_mut().find(|known| known.idempotency_key == key) {
            known.times += 1;
        } else {
            if state.arrived.len() >= MAX_REQUESTS {
                state.arrived.remove(0);
            }
            state.arrived.push(Arrival { idempotency_key: key.into(), times: 1, body: body.clone() });
        }
        let reference = format!("LN-{}", key.get(..8).unwrap_or(key));
        (StatusCode::ACCEPTED, Json(json!({ "reference": reference }))).into_response()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn routes(service: Arc<LogiNext>) -> Router {
    Router::new()
        .route("/loginext/route-syncs", post(route_sync))
        .route("/control/loginext", put(control))
        .route("/control/loginext/arrived", get(arrived))
        .with_state(service)
}

async fn control(
    extract::State(service): extract::State<Arc<LogiNext>>,
    Json(configuration): Json<Configuration>,
) -> Json<Value> {
    service.configure(configuration.clone());
    Json(json!(configuration))
}

async fn arrived(extract::State(service): extract::State<Arc<LogiNext>>) -> Json<Value> {
    Json(json!({ "calls": service.calls(), "arrived": service.arrived() }))
}

async fn route_sync(
    extract::State(service): extract::State<Arc<LogiNext>>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Response {
    let named = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let bearer = named(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    if bearer.is_none_or(str::is_empty) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let key = named(header::HeaderName::from_static("idempotency-key"));
    let center = body.get("fulfillmentCenter").and_then(Value::as_str);
    let (Some(key), Some(center)) = (key, center) else { return StatusCode::BAD_REQUEST.into_response() };
    match service.behavior(center) {
        Behavior::Normal => service.accept(key, &body),
        Behavior::Slow => {
            tokio::time::sleep(SLOW).await;
            service.accept(key, &body)
        }
        Behavior::Failing => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        Behavior::LostResponse => {
            service.accept(key, &body);
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
        Behavior::Unauthorized => StatusCode::UNAUTHORIZED.into_response(),
        Behavior::Garbage => "<html>Service temporarily unavailable</html>".into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_requests_with_the_same_key_once() {
        let service = LogiNext::default();
        for key in ["a", "a", "b"] {
            service.accept(key, &json!({ "fulfillmentCenter": "Chicago" }));
        }
        let arrived: Vec<_> = service.arrived().into_iter().map(|each| (each.idempotency_key, each.times)).collect();
        assert_eq!(arrived, [("a".to_owned(), 2), ("b".to_owned(), 1)]);
    }

    #[test]
    fn a_configuration_applies_to_its_center_and_number_of_requests() {
        let service = LogiNext::default();
        service.behave(Behavior::Failing, 2, Some("Chicago"));
        let behaviors = ["Dallas", "Chicago", "Chicago", "Chicago"].map(|center| service.behavior(center));
        assert_eq!(behaviors, [Behavior::Normal, Behavior::Failing, Behavior::Failing, Behavior::Normal]);
        assert_eq!(service.calls(), 4);
    }
}
