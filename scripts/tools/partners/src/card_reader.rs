//! The simulated card reader service. It returns a device address for each location, always the same one.

use axum::{
    Json, Router, extract,
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

/// The delay of a slow response, longer than every client's timeout.
const SLOW: Duration = Duration::from_secs(15);
/// The first address, above those of the seeded readers.
const FIRST: u32 = 50_000_000;

/// The response to a request.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Behavior {
    /// A valid address.
    #[default]
    Normal,
    /// A valid address after 15 seconds.
    Slow,
    /// Status 500.
    Failing,
    /// HTML instead of JSON.
    Garbage,
    /// JSON with an invalid address.
    InvalidAddress,
    /// Status 401.
    Unauthorized,
    /// The address of the location in `repeated_location_id`.
    Repeating,
}

/// The configured behavior of the next requests.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Configuration {
    behavior: Behavior,
    /// The number of requests with this behavior.
    #[serde(default = "once")]
    times: u32,
    /// The location whose requests have this behavior; all locations if absent.
    location_id: Option<String>,
    /// The location whose address [`Behavior::Repeating`] returns.
    repeated_location_id: Option<String>,
}

fn once() -> u32 {
    1
}

#[derive(Debug, Default)]
struct State {
    configurations: Vec<Configuration>,
    calls: u32,
}

/// The simulated service.
#[derive(Debug, Default)]
pub struct CardReader(Mutex<State>);

impl CardReader {
    /// Configures the next `times` requests of a location, or of all locations.
    pub fn behave(&self, behavior: Behavior, times: u32, location_id: Option<&str>) {
        self.configure(Configuration {
            behavior,
            times,
            location_id: location_id.map(str::to_owned),
            repeated_location_id: None,
        });
    }

    /// The number of requests.
    pub fn calls(&self) -> u32 {
        self.state().calls
    }

    fn configure(&self, configuration: Configuration) {
        let mut state = self.state();
        state.configurations.retain(|other| other.location_id != configuration.location_id);
        state.configurations.push(configuration);
    }

    /// The behavior for this request, and the address to return.
    fn next(&self, location: &str) -> (Behavior, String) {
        let mut state = self.state();
        state.calls += 1;
        let applies = |configuration: &&mut Configuration| {
            configuration.times > 0 && configuration.location_id.as_deref().is_none_or(|id| id == location)
        };
        let Some(configuration) = state.configurations.iter_mut().find(applies) else {
            return (Behavior::Normal, address(location));
        };
        configuration.times -= 1;
        let repeated =
            configuration.repeated_location_id.as_deref().filter(|_| configuration.behavior == Behavior::Repeating);
        (configuration.behavior, address(repeated.unwrap_or(location)))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The address of a location's reader: eight digits, derived from the id by FNV-1a.
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

async fn control(
    extract::State(service): extract::State<Arc<CardReader>>,
    Json(configuration): Json<Configuration>,
) -> Json<Value> {
    service.configure(configuration.clone());
    Json(json!(configuration))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AddressRequest {
    location_id: String,
}

async fn device_address(
    extract::State(service): extract::State<Arc<CardReader>>,
    headers: HeaderMap,
    Json(request): Json<AddressRequest>,
) -> Response {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    if bearer.is_none_or(str::is_empty) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let created = |address: &str| (StatusCode::CREATED, Json(json!({ "deviceAddress": address }))).into_response();
    let (behavior, address) = service.next(&request.location_id);
    match behavior {
        Behavior::Normal | Behavior::Repeating => created(&address),
        Behavior::Slow => {
            tokio::time::sleep(SLOW).await;
            created(&address)
        }
        Behavior::Failing => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        Behavior::Unauthorized => StatusCode::UNAUTHORIZED.into_response(),
        Behavior::Garbage => "<html>Service temporarily unavailable</html>".into_response(),
        Behavior::InvalidAddress => created("<none>"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_location_has_one_address() {
        assert_eq!(address("FRIDGE_1"), address("FRIDGE_1"));
        assert_ne!(address("FRIDGE_1"), address("FRIDGE_2"));
        assert_eq!(address("FRIDGE_1").len(), 8);
    }

    #[test]
    fn a_configuration_applies_to_its_location_and_number_of_requests() {
        let service = CardReader::default();
        service.behave(Behavior::Failing, 2, Some("FRIDGE_1"));
        let behaviors = ["FRIDGE_2", "FRIDGE_1", "FRIDGE_1", "FRIDGE_1"].map(|location| service.next(location).0);
        assert_eq!(behaviors, [Behavior::Normal, Behavior::Failing, Behavior::Failing, Behavior::Normal]);
        assert_eq!(service.calls(), 4);
    }

    #[test]
    fn repeats_the_address_of_the_configured_location_only() {
        let service = CardReader::default();
        service.configure(Configuration {
            behavior: Behavior::Repeating,
            times: 1,
            location_id: Some("FRIDGE_2".into()),
            repeated_location_id: Some("FRIDGE_1".into()),
        });
        assert_eq!(service.next("FRIDGE_3").1, address("FRIDGE_3"));
        assert_eq!(service.next("FRIDGE_2").1, address("FRIDGE_1"));
        assert_eq!(service.next("FRIDGE_2").1, address("FRIDGE_2"));
    }
}
