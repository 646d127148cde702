//! Publishing that the state of a fridge changed, to its own page and to the fleet's pages.

use crate::model::{FridgeAlert, Latest};
use shared::live::{Channel, Event, Kind, Live};

/// Publishes to the fridge's own page that its health changed.
pub(crate) async fn tell_fridge(live: &Live, latest: &Latest) {
    live.publish(Channel::Fridge(latest.location_id.as_str()), &[health(latest)]).await;
}

/// Publishes to the fleet's pages that the fridge's health changed.
pub(crate) async fn tell_fleet(live: &Live, latest: &Latest) {
    live.publish(Channel::Fleet, &[health(latest)]).await;
}

/// Publishes to all of them that an alert changed.
pub(crate) async fn tell_alert(live: &Live, alert: &FridgeAlert) {
    let event = [Event::new(Kind::Alert, &alert.id)];
    live.publish(Channel::Fridge(alert.location.as_str()), &event).await;
    live.publish(Channel::Fleet, &event).await;
}

fn health(latest: &Latest) -> Event {
    Event::new(Kind::Health, latest.location_id.as_str())
}
