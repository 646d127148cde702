//! LogiNext: it takes the routes of a fulfillment center, once for each idempotency key, and remembers what arrived.

use axum::{
    Json, Router,
    extract::State,
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

/// How long it takes when it is slow: longer than anybody waits.
const SLOW: Duration = Duration::from_secs(15);
/// What it remembers.
const MOST: usize = 1000;

/// How it answers a call.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Behaviour {
    /// As it should.
    #[default]
    Well,
    /// After 15 seconds.
    Slow,
    /// With status 500, and nothing taken.
    Failing,
    /// With status 500, though it took the routes.
    Losing,
    /// With a page in place of JSON.
    Garbage,
    /// With status 401.
    Refusing,
}

/// What it was told.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Order {
    behaviour: Behaviour,
    /// For so many calls; it is well again then.
    #[serde(default = "once")]
    times: u32,
    /// For calls of this center; of any where none is named.
    fulfillment_center: Option<String>,
}

fn once() -> u32 {
    1
}

/// What arrived under one key.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Arrival {
    /// The key.
    pub idempotency_key: String,
    /// How often it came: it was taken the first time.
    pub times: u32,
    /// What was sent.
    pub body: Value,
}

#[derive(Debug, Default)]
struct Condition {
    orders: Vec<Order>,
    calls: u32,
    arrived: Vec<Arrival>,
}

/// The service.
#[derive(Debug, Default)]
pub struct LogiNext(Mutex<Condition>);

impl LogiNext {
    /// Has it behave so for that many calls of the center, or of any.
    pub fn behave(&self, behaviour: Behaviour, times: u32, fulfillment_center: Option<&str>) {
        self.obey(Order { behaviour, times, fulfillment_center: fulfillment_center.map(str::to_owned) });
    }

    /// How often it was called.
    pub fn calls(&self) -> u32 {
        self.condition().calls
    }

    /// What it took, each key once.
    pub fn arrived(&self) -> Vec<Arrival> {
        self.condition().arrived.clone()
    }

    fn obey(&self, order: Order) {
        let mut condition = self.condition();
        condition.orders.retain(|other| other.fulfillment_center != order.fulfillment_center);
        condition.orders.push(order);
    }

    /// How it answers this call.
    fn behaviour(&self, center: &str) -> Behaviour {
        let mut condition = self.condition();
        condition.calls += 1;
        let meant = |order: &&mut Order| {
            order.times > 0 && order.fulfillment_center.as_deref().is_none_or(|named| named == center)
        };
        let Some(order) = condition.orders.iter_mut().find(meant) else { return Behaviour::Well };
        order.times -= 1;
        order.behaviour
    }

    /// Takes the routes, unless it has what came under that key.
    fn take(&self, key: &str, body: &Value) -> Response {
        let mut condition = self.condition();
        if let Some(known) = condition.arrived.iter_mut().find(|known| known.idempotency_key == key) {
            known.times += 1;
        } else {
            if condition.arrived.len() >= MOST {
                condition.arrived.remove(0);
            }
            condition.arrived.push(Arrival { idempotency_key: key.into(), times: 1, body: body.clone() });
        }
        let reference = format!("LN-{}", key.get(..8).unwrap_or(key));
        (StatusCode::ACCEPTED, Json(json!({ "reference": reference }))).into_response()
    }

    fn condition(&self) -> MutexGuard<'_, Condition> {
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

async fn control(State(service): State<Arc<LogiNext>>, Json(order): Json<Order>) -> Json<Value> {
    service.obey(order.clone());
    Json(json!(order))
}

async fn arrived(State(service): State<Arc<LogiNext>>) -> Json<Value> {
    Json(json!({ "calls": service.calls(), "arrived": service.arrived() }))
}

async fn route_sync(State(service): State<Arc<LogiNext>>, headers: HeaderMap, Json(body): Json<Value>) -> Response {
    let named = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let bearer = named(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    if bearer.is_none_or(str::is_empty) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let key = named(header::HeaderName::from_static("idempotency-key"));
    let center = body.get("fulfillmentCenter").and_then(Value::as_str);
    let (Some(key), Some(center)) = (key, center) else { return StatusCode::BAD_REQUEST.into_response() };
    match service.behaviour(center) {
        Behaviour::Well => service.take(key, &body),
        Behaviour::Slow => {
            tokio::time::sleep(SLOW).await;
            service.take(key, &body)
        }
        Behaviour::Failing => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        Behaviour::Losing => {
            service.take(key, &body);
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
        Behaviour::Refusing => StatusCode::UNAUTHORIZED.into_response(),
        Behaviour::Garbage => "<html>Service temporarily lost</html>".into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_again_under_the_same_key_is_taken_once() {
        let service = LogiNext::default();
        for key in ["a", "a", "b"] {
            service.take(key, &json!({ "fulfillmentCenter": "Chicago" }));
        }
        let arrived: Vec<_> = service.arrived().into_iter().map(|each| (each.idempotency_key, each.times)).collect();
        assert_eq!(arrived, [("a".to_owned(), 2), ("b".to_owned(), 1)]);
    }

    #[test]
    fn an_order_holds_for_its_calls_and_its_center() {
        let service = LogiNext::default();
        service.behave(Behaviour::Failing, 2, Some("Chicago"));
        let told = ["Dallas", "Chicago", "Chicago", "Chicago"].map(|center| service.behaviour(center));
        assert_eq!(told, [Behaviour::Well, Behaviour::Failing, Behaviour::Failing, Behaviour::Well]);
        assert_eq!(service.calls(), 4);
    }
}
