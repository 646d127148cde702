//! Live events for the pages of a stocking day.

use crate::driver_action::DriverAction;
use chrono::NaiveDate;
use shared::live::{Channel, Event, Kind, Live};

/// Publishes to the pages of the stocking day that `actions` were stored.
pub async fn publish_actions(live: &Live, day: NaiveDate, actions: &[DriverAction]) {
    let events: Vec<Event> = actions.iter().map(|action| Event::new(Kind::DriverAction, action.id)).collect();
    live.publish(Channel::StockingDay(day), &events).await;
}
