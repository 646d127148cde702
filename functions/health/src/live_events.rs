//! Live events that a fridge's state changed, for the fridge's page and the fleet pages.

use crate::model::{FridgeAlert, Latest};
use shared::live::{Channel, Event, Kind, Live};

/// Publishes that the fridge's health changed to the fridge's page.
pub(crate) async fn publish_to_fridge_page(live: &Live, latest: &Latest) {
    live.publish(Channel::Fridge(latest.location_id.as_str()), &[health_event(latest)]).await;
}

/// Publishes that the fridge's health changed to the fleet pages.
pub(crate) async fn publish_to_fleet_pages(live: &Live, latest: &Latest) {
    live.publish(Channel::Fleet, &[health_event(latest)]).await;
}

/// Publishes that an alert changed to the fridge's page and the fleet pages.
pub(crate) async fn publish_alert(live: &Live, alert: &FridgeAlert) {
    let event = [Event::new(Kind::Alert, &alert.id)];
    live.publish(Channel::Fridge(alert.location.as_str()), &event).await;
    live.publish(Channel::Fleet, &event).await;
}

fn health_event(latest: &Latest) -> Event {
    Event::new(Kind::Health, latest.location_id.as_str())
}
