//! Telling the pages that are open what is new of a fridge.

use crate::model::{FridgeAlert, FridgeHealth, Latest};
use locations::model::LocationId;
use serde::Serialize;
use shared::{
    Instant,
    live::{Channel, Live},
};

/// An event on a channel, by its type.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum Event<'a> {
    /// To who looks at one fridge.
    #[serde(rename = "health")]
    Fridge { health: Box<FridgeHealth> },
    /// To who looks at all of them.
    #[serde(rename = "health")]
    Fleet { fridges: [Slim<'a>; 1] },
    /// To both.
    Alert { alert: &'a FridgeAlert },
}

/// What is shown of each fridge where all are.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Slim<'a> {
    location_id: &'a LocationId,
    timestamp: Instant,
    received_at: Instant,
    jofemar_state: Option<&'a str>,
    safety_hold: Option<bool>,
    out_of_order: Option<bool>,
    inaccessible: Option<bool>,
    temperature: Option<f64>,
}

impl<'a> Slim<'a> {
    fn of(Latest { location_id, timestamp, received_at, health, .. }: &'a Latest) -> Self {
        Self {
            location_id,
            timestamp: *timestamp,
            received_at: *received_at,
            jofemar_state: health.jofemar_state.as_deref(),
            safety_hold: health.safety_hold,
            out_of_order: health.out_of_order,
            inaccessible: health.inaccessible,
            temperature: health.temperature,
        }
    }
}

/// Tells the fridge's own page. The location's zone is not among it: a page knows that.
pub(crate) async fn tell_fridge(live: &Live, latest: &Latest) {
    let health = Box::new(FridgeHealth::new(latest.clone(), None));
    live.publish(Channel::Fridge(latest.location_id.as_str()), &[Event::Fridge { health }]).await;
}

/// Tells the pages of the fleet.
pub(crate) async fn tell_fleet(live: &Live, latest: &Latest) {
    live.publish(Channel::Fleet, &[Event::Fleet { fridges: [Slim::of(latest)] }]).await;
}

/// Tells all of them of an alert.
pub(crate) async fn tell_alert(live: &Live, alert: &FridgeAlert) {
    let event = [Event::Alert { alert }];
    live.publish(Channel::Fridge(alert.location.as_str()), &event).await;
    live.publish(Channel::Fleet, &event).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{store::Told, watch};
    use serde_json::json;
    use uuid::Uuid;

    fn latest() -> Latest {
        let told = Told {
            location: "FRIDGE_1".parse().unwrap(),
            at: "2026-11-21T10:00:00Z".parse().unwrap(),
            message_id: Uuid::from_u128(1),
        };
        let report = json!({"temperature": 38.5, "outOfOrder": true, "serverVersion": "2.1"});
        watch::after(None, &told, told.at, serde_json::from_value(report).unwrap())
    }

    #[test]
    fn a_fridges_page_is_told_everything_and_the_fleets_what_it_shows() {
        let health = Box::new(FridgeHealth::new(latest(), None));
        let event = serde_json::to_value(Event::Fridge { health }).unwrap();
        assert_eq!((&event["type"], &event["health"]["serverVersion"]), (&json!("health"), &json!("2.1")));
        let latest = latest();
        let event = serde_json::to_value(Event::Fleet { fridges: [Slim::of(&latest)] }).unwrap();
        let slim = json!({
            "locationId": "FRIDGE_1", "timestamp": "2026-11-21T10:00:00.000Z", "receivedAt": "2026-11-21T10:00:00.000Z",
            "jofemarState": null, "safetyHold": null, "outOfOrder": true, "inaccessible": null, "temperature": 38.5,
        });
        assert_eq!(event, json!({"type": "health", "fridges": [slim]}));
    }
}
