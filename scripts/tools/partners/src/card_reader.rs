//! The card readers' service: it makes an address for the reader of each location, always the same one.

use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{post, put},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// How long it takes when it is slow: longer than anybody waits.
const SLOW: Duration = Duration::from_secs(15);
/// The first address: beyond those of readers that are in use.
const FIRST: u32 = 50_000_000;

/// How it answers a call.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Behaviour {
    /// As it should.
    #[default]
    Well,
    /// After 15 seconds.
    Slow,
    /// With status 500.
    Failing,
    /// With a page in place of JSON.
    Garbage,
    /// With JSON whose address is none.
    Nonsense,
    /// With status 401.
    Refusing,
    /// With the address that it gave last, whoever got it.
    Repeating,
}

/// What it was told.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Order {
    behaviour: Behaviour,
    /// For so many calls; it is well again then.
    #[serde(default = "once")]
    times: u32,
    /// For calls about this location; about any where none is named.
    location_id: Option<String>,
}

fn once() -> u32 {
    1
}

#[derive(Debug, Default)]
struct Condition {
    orders: Vec<Order>,
    calls: u32,
    last: Option<String>,
}

/// The service.
#[derive(Debug, Default)]
pub struct CardReader(Mutex<Condition>);

impl CardReader {
    /// Has it behave so for that many calls about the location, or about any.
    pub fn behave(&self, behaviour: Behaviour, times: u32, location_id: Option<&str>) {
        self.obey(Order { behaviour, times, location_id: location_id.map(str::to_owned) });
    }

    /// How often it was called.
    pub fn calls(&self) -> u32 {
        self.condition().calls
    }

    fn obey(&self, order: Order) {
        let mut condition = self.condition();
        condition.orders.retain(|other| other.location_id != order.location_id);
        condition.orders.push(order);
    }

    /// How it answers this call.
    fn take(&self, location: &str) -> Behaviour {
        let mut condition = self.condition();
        condition.calls += 1;
        let meant =
            |order: &&mut Order| order.times > 0 && order.location_id.as_deref().is_none_or(|id| id == location);
        let Some(order) = condition.orders.iter_mut().find(meant) else { return Behaviour::Well };
        order.times -= 1;
        order.behaviour
    }

    /// The last address that it gave, which is that of `location` now where there was none.
    fn give(&self, location: &str, again: bool) -> String {
        let mut condition = self.condition();
        let last = condition.last.clone().filter(|_| again);
        let address = last.unwrap_or_else(|| address(location));
        condition.last = Some(address.clone());
        address
    }

    fn condition(&self) -> MutexGuard<'_, Condition> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The address of a location's reader: eight digits, by FNV-1a of its id.
fn address(location: &str) -> String {
    let hash = location.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    (FIRST + hash % (100_000_000 - FIRST)).to_string()
}

pub(crate) fn routes(service: Arc<CardReader>) -> Router {
    Router::new()
        .route("/card-reader/device-addresses", post(device_address))
        .route("/control/card-reader", put(control))
        .with_state(service)
}

async fn control(State(service): State<Arc<CardReader>>, Json(order): Json<Order>) -> Json<Value> {
    service.obey(order.clone());
    Json(json!(order))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AddressRequest {
    location_id: String,
}

async fn device_address(
    State(service): State<Arc<CardReader>>,
    headers: HeaderMap,
    Json(asked): Json<AddressRequest>,
) -> Response {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    if bearer.is_none_or(str::is_empty) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let given = |address: String| (StatusCode::CREATED, Json(json!({ "deviceAddress": address }))).into_response();
    match service.take(&asked.location_id) {
        Behaviour::Well => given(service.give(&asked.location_id, false)),
        Behaviour::Repeating => given(service.give(&asked.location_id, true)),
        Behaviour::Slow => {
            tokio::time::sleep(SLOW).await;
            given(service.give(&asked.location_id, false))
        }
        Behaviour::Failing => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        Behaviour::Refusing => StatusCode::UNAUTHORIZED.into_response(),
        Behaviour::Garbage => "<html>Service temporarily lost</html>".into_response(),
        Behaviour::Nonsense => given("<none>".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_location_gets_the_same_address_each_time_and_another_gets_another() {
        assert_eq!(address("FRIDGE_1"), address("FRIDGE_1"));
        assert_ne!(address("FRIDGE_1"), address("FRIDGE_2"));
        assert_eq!(address("FRIDGE_1").len(), 8);
    }

    #[test]
    fn an_order_holds_for_its_calls_and_its_location() {
        let service = CardReader::default();
        service.behave(Behaviour::Failing, 2, Some("FRIDGE_1"));
        let told = ["FRIDGE_2", "FRIDGE_1", "FRIDGE_1", "FRIDGE_1"].map(|location| service.take(location));
        assert_eq!(told, [Behaviour::Well, Behaviour::Failing, Behaviour::Failing, Behaviour::Well]);
        assert_eq!(service.calls(), 4);
    }

    #[test]
    fn it_repeats_the_address_that_another_location_got() {
        let service = CardReader::default();
        let first = service.give("FRIDGE_1", false);
        assert_eq!(service.give("FRIDGE_2", true), first);
        assert_ne!(service.give("FRIDGE_2", false), first);
    }
}
